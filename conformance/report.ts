// The results as text and as JSON.
import { dialectNames } from './dialects.ts'
import { faultNames, findFault } from './faults.ts'
import { findRule, ruleNames } from './rules.ts'
import type { Result } from './watch.ts'

const signs = { pass: 'pass    ', fail: 'FAIL    ', 'not seen': 'not seen' } as const

export function writeText(results: readonly Result[]): string[] {
  return [...Map.groupBy(results, ({ dialect }) => dialect)].flatMap(([dialect, ofDialect]) => [
    dialect,
    ...ofDialect.flatMap(describeResult),
    '',
    summarise(ofDialect),
  ])
}

function describeResult({ rule, verdict, sentence, findings }: Result): string[] {
  const line = `  ${signs[verdict]}  ${rule.padEnd(16)}  `
  if (verdict !== 'fail') return [`${line}${sentence}`]
  const { asks, why } = findRule(rule)
  const failed = findings.filter((finding) => finding.verdict === 'fail')
  return [
    `${line}${asks}`,
    ...failed.map(({ fault, sentence: words }) => `            ${fault}: ${words}`),
    `            Why: ${why}`,
  ]
}

function summarise(results: readonly Result[]): string {
  return Object.keys(signs)
    .map((verdict) => `${results.filter((result) => result.verdict === verdict).length} ${verdict}`)
    .join(', ')
}

export function writeJson(results: readonly Result[], startedAt: Date): string {
  const rows = results.map(({ dialect, rule, ...rest }) => {
    const { asks, why } = findRule(rule)
    return { dialect, rule, asks, why, ...rest }
  })
  return `${JSON.stringify({ startedAt: startedAt.toISOString(), results: rows }, null, 2)}\n`
}

/** Every rule, fault and dialect. */
export function listAll(): string[] {
  return [
    'Rules:',
    ...ruleNames.map((name) => `  ${name.padEnd(16)}  ${findRule(name).asks} ${findRule(name).why}`),
    '',
    'Faults:',
    ...faultNames.map((name) => `  ${name.padEnd(16)}  ${findFault(name).about}`),
    '',
    `Dialects: ${dialectNames.join(', ')}`,
  ]
}
