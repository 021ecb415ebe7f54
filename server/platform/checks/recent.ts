// Conditions of alerts on this node's own counters, for installations without Prometheus: increases of the last minutes.
import type { Metrics } from '../metrics/metrics.ts'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import { type Check, type Finding, look, well } from './check.ts'

const MAX_FAILED_SHARE = 0.01
const MAX_JOB_FAILURES = 3
const MAX_FAILED_DELIVERIES = 20

type Totals = ReadonlyMap<string, number>

interface Series {
  metricName?: string
  labels: Record<string, string | number | undefined>
  value: number
}

interface Increase {
  name: string
  metric: string
  withinMs: number
  /** Under which total a series is added up; undefined: under none. */
  keyOf: (series: Series) => string | undefined
  judge: (increases: Totals) => Finding
}

const increases: readonly Increase[] = [
  {
    name: 'answers',
    metric: 'http_request_seconds',
    withinMs: 5 * MINUTE_MS,
    // Probes of a node that is not ready are told by other checks.
    keyOf: ({ metricName, labels: { route, status } }) =>
      metricName?.endsWith('_count') && route !== '/readyz' ? String(status) : undefined,
    judge: (increase) => {
      const total = [...increase.values()].reduce((sum, count) => sum + count, 0)
      const failed = increase.get('5xx') ?? 0
      if (failed <= total * MAX_FAILED_SHARE) return well('Fewer than 1 % of the answers are 5xx.')
      return look(
        'More than 1 % of the answers of the last five minutes are 5xx.',
        'The log has a line with the cause for each; the X-Request-Id finds it.',
        `${failed} of ${total}`,
      )
    },
  },
  {
    name: 'jobs',
    metric: 'job_runs_total',
    withinMs: 15 * MINUTE_MS,
    keyOf: ({ labels }) => (labels.outcome === 'failed' ? String(labels.job) : undefined),
    judge: (increase) => {
      const failing = [...increase].filter(([, count]) => count > MAX_JOB_FAILURES)
      if (failing.length === 0) return well('No background job fails again and again.')
      return look(
        'A background job fails again and again.',
        'The log has the error; the job is retried.',
        failing.map(([job, count]) => `${job}: ${count} times`).join(', '),
      )
    },
  },
  {
    name: 'file reads',
    metric: 'file_read_failures_total',
    withinMs: 5 * MINUTE_MS,
    keyOf: ({ labels }) => (labels.problem === 'unreachable' ? 'unreachable' : undefined),
    judge: (increase) => {
      const count = increase.get('unreachable') ?? 0
      if (count === 0) return well('The stores of files answer when a file is read.')
      return look(
        'Files could not be read in the last five minutes: a store did not answer.',
        'Downloads are 503 meanwhile; the log names the bucket or folder of FILES_URL, and what it answers.',
        `${count} times`,
      )
    },
  },
  {
    name: 'failed deliveries',
    metric: 'work',
    withinMs: HOUR_MS,
    keyOf: ({ labels: { work, state } }) => (work === 'deliveries' && state === 'failed' ? state : undefined),
    judge: (increase) => {
      const count = increase.get('failed') ?? 0
      if (count <= MAX_FAILED_DELIVERIES) return well('Few deliveries of webhooks fail for good.')
      return look(
        'More than 20 deliveries of webhooks have failed for good within an hour.',
        '`admin webhook failures list` names the receivers. `admin work retry deliveries` sends everything again, `admin webhook replay` that of one.',
        `${count} deliveries`,
      )
    },
  },
]

/** Asked every minute by the watch; the first answer has nothing to compare with. */
export function checkRecent(metrics: Metrics, monotonicClock = () => performance.now()): Check[] {
  return increases.map((each) => checkIncrease(each, metrics, monotonicClock))
}

function checkIncrease(
  { name, metric, withinMs, keyOf, judge }: Increase,
  metrics: Metrics,
  clock: () => number,
): Check {
  let samples: { at: number; totals: Totals }[] = []
  const find = async () => {
    const at = clock()
    const totals = addUp(await readSeries(metrics, metric), keyOf)
    samples = samples.filter((sample) => at - sample.at <= withinMs)
    // A figure of the database is not there while that cannot be asked: the next value is then no increase.
    if (totals.size > 0) samples.push({ at, totals })
    const first = samples[0]?.totals
    return judge(new Map([...totals].map(([key, total]) => [key, total - (first?.get(key) ?? 0)])))
  }
  return { name, isSlow: true, find }
}

/** Nothing where the node has no such figure yet. */
async function readSeries({ registry }: Metrics, name: string): Promise<Series[]> {
  const metric = registry.getSingleMetric(`cloudstreet_${name}`)
  return metric ? ((await metric.get()).values as Series[]) : []
}

function addUp(series: readonly Series[], keyOf: Increase['keyOf']): Totals {
  const totals = new Map<string, number>()
  for (const each of series) {
    const key = keyOf(each)
    if (key !== undefined) totals.set(key, (totals.get(key) ?? 0) + each.value)
  }
  return totals
}
