// The alert rules that are shipped, judged on what /metrics says before and during a fault.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const RULES_FILE = join(import.meta.dirname, '../../../docs/operate/monitoring/alerts.yml')

export interface AlertRule {
  name: string
  expression: string
  /** Those of the service: `up` is Prometheus' own. */
  metrics: string[]
}

export function readRules(): AlertRule[] {
  const texts = readFileSync(RULES_FILE, 'utf8').split('- alert: ').slice(1)
  return texts.map((text) => {
    const [, name = '', expression = ''] = /^(\w+)\n +expr: '(.+)'\n/.exec(text) ?? []
    return { name, expression, metrics: [...new Set(expression.match(/\bcloudstreet_\w+/g))] }
  })
}

export interface Sample {
  /** As it stands in the text, with its labels: `name{label="value"}`. */
  series: string
  name: string
  labels: string
  value: number
}

export function readSamples(text: string): Sample[] {
  return [...text.matchAll(/^((\w+)(?:\{(.*)\})?) (\S+)$/gm)].map(
    ([, series = '', name = '', labels = '', value]) => ({ series, name, labels, value: Number(value) }),
  )
}

const comparisons: Record<string, (value: number, limit: number) => boolean> = {
  '==': (value, limit) => value === limit,
  '>': (value, limit) => value > limit,
  '<': (value, limit) => value < limit,
}

/** `[time() - ] functions (name{labels}[range]) comparison limit`: all but rates, which take minutes and Prometheus. */
const SHAPE =
  /^(?<age>time\(\) - )?(?<functions>(?:[a-z]+(?: by \([a-z, ]+\))? ?\()*)(?<name>\w+)(?:\{(?<labels>[^}]*)\})?(?:\[\w+\])?\)* (?<comparison>==|>|<) (?<limit>\S+)$/

export const canJudge = ({ expression }: AlertRule) => SHAPE.test(expression)

/** Whether the condition holds; for how long it must is another matter. */
export function isTrue(
  { expression }: AlertRule,
  before: readonly Sample[],
  now: readonly Sample[],
): boolean {
  const shape = SHAPE.exec(expression)?.groups
  if (!shape) throw new Error(`not to be judged without Prometheus: ${expression}`)
  const { age, functions = '', name, labels, comparison = '', limit } = shape
  const isMeant = (sample: Sample) =>
    sample.name === name && (labels ?? '').split(',').every((label) => sample.labels.includes(label))
  const earlier = new Map(before.map(({ series, value }) => [series, value]))
  const values = now.filter(isMeant).map(({ series, value }) => {
    if (/increase|delta/.test(functions)) return value - (earlier.get(series) ?? value)
    if (functions.includes('abs')) return Math.abs(value)
    return age === undefined ? value : Date.now() / 1000 - value
  })
  return values.some((value) => comparisons[comparison]?.(value, Number(limit)))
}
