// The results as text, JSON and JUnit XML.
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

/** As the runners of continuous integration read it: a suite for each dialect, a case for each rule and fault. */
export function writeJunit(results: readonly Result[]): string {
  const suites = [...Map.groupBy(results, ({ dialect }) => dialect)].map(([dialect, ofDialect]) => {
    const findings = ofDialect.flatMap(({ findings: found }) => found)
    const numberOf = (verdict: string) => findings.filter((finding) => finding.verdict === verdict).length
    const counts = `tests="${findings.length}" failures="${numberOf('fail')}" skipped="${numberOf('not seen')}"`
    const cases = ofDialect.flatMap((result) => describeCases(dialect, result))
    return [`  <testsuite name="${dialect}" ${counts}>`, ...cases, '  </testsuite>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="cloudstreet conformance">',
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}

function describeCases(dialect: string, { rule, findings }: Result): string[] {
  const elements = { pass: undefined, fail: 'failure', 'not seen': 'skipped' } as const
  return findings.map(({ fault, verdict, sentence }) => {
    const head = `    <testcase classname="${dialect}.${rule}" name="${fault}"`
    const element = elements[verdict]
    return element === undefined
      ? `${head}/>`
      : `${head}><${element} message="${escapeXml(sentence)}"/></testcase>`
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML 1.0 has no place for control characters. */
function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u001f]/g, ' ').replaceAll(/[&<>"]/g, (character) => entities[character]!)
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
