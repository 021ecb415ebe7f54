// Runs over a folder of real files next to the checkout when there is one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIgc } from '#igc/read.ts'
import { summariseFlight } from '#igc/flight/summary.ts'
import { readReal, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { builtInLeagues, newestRules } from './leagues/leagues.ts'
import { scoreAll, XCONTEST, type Rules, type Score } from './score.ts'

// A busy machine must not fail what is about exactness; the time is the bench's matter.
const DEADLINE = { deadlineMs: 60_000 }

function scoreFile(name: string, rules: readonly Rules[]): Score[] | undefined {
  const file = readIgc(readReal(name))
  if (file.track === undefined) return undefined
  const { range } = summariseFlight({ ...file, track: file.track })
  return range === null ? undefined : scoreAll(file.track, rules, { ...DEADLINE, ...range })
}

function expectedScores(): [name: string, rules: string, score: number][] {
  const rows = readReal('expected-scores.tsv').toString().trim().split('\n').slice(1)
  return rows.map((row) => {
    const [name, rules, expected] = row.split('\t')
    return [name!, rules!, Number(expected)]
  })
}

const newest = builtInLeagues.map(newestRules)

/** As igc-xc-score calls them. */
const rulesByName = new Map(newest.map((rules) => [rules.name, rules]))

void test('every real flight is proven under the rules of every league', { skip }, () => {
  let flights = 0
  for (const name of sampledFiles) {
    const scores = scoreFile(name, newest)
    if (scores) flights++
    for (const { rules, proven } of scores ?? []) assert.ok(proven, `${name}, ${rules.name}`)
  }
  assert.ok(flights >= 0.8 * sampledFiles.length)
})

void test('scores that igc-xc-score states on its ellipsoid are met within half a percent', { skip }, () => {
  const stated = expectedScores().filter(([, rules]) => rulesByName.has(rules))
  assert.ok(stated.length >= 15)
  for (const [name, rules, expected] of stated) {
    const found = scoreFile(name, [rulesByName.get(rules)!])![0]!.score
    const apart = Math.abs(found - expected)
    // The smallest flight, of 1.5 points, begins and ends a few fixes apart.
    assert.ok(apart <= Math.max(0.005 * expected, 0.05), `${name}, ${rules}: ${found}, not ${expected}`)
  }
})

void test('the official XContest scores are reproduced within 0.05', { skip }, () => {
  const official = expectedScores().filter(([, rules]) => rules === 'XContest official')
  assert.equal(official.length, 5)
  for (const [name, , expected] of official) {
    const found = scoreFile(name, [XCONTEST])![0]!.score
    assert.ok(Math.abs(found - expected) <= 0.05, `${name}: ${found}, not ${expected}`)
  }
})
