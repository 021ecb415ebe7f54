// Runs over a folder of real files beside the checkout when there is one.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readIgc } from '#igc/read.ts'
import { summariseFlight } from '#igc/summary.ts'
import { rulesByName, score, XCONTEST, type Rules, type Score } from './score.ts'

const FOLDER = join(import.meta.dirname, '../../shared/igc')
const isThere = existsSync(FOLDER)
const skip = isThere ? false : 'no folder of real files beside the checkout'
const names = isThere ? readdirSync(FOLDER).filter((name) => /\.igc$/i.test(name)) : []
// A busy machine must not fail what is about exactness; the time is the bench's matter.
const DEADLINE = { deadlineMs: 60_000 }

function scoreFile(name: string, rules: Rules): Score | undefined {
  const file = readIgc(readFileSync(join(FOLDER, name)))
  if (file.track === undefined) return undefined
  const { range } = summariseFlight({ ...file, track: file.track })
  return range === null ? undefined : score(file.track, rules, { ...DEADLINE, ...range })
}

for (const rules of rulesByName.values()) {
  void test(`every real flight is proven under ${rules.name} rules`, { skip }, () => {
    const scores = names.flatMap((name) => scoreFile(name, rules) ?? [])
    assert.ok(scores.length >= 80)
    assert.deepEqual(
      scores.filter(({ proven }) => !proven),
      [],
    )
  })
}

void test('the official XContest scores are reproduced within 0.05', { skip }, () => {
  const rows = readFileSync(join(FOLDER, 'expected-scores.tsv'), 'utf8').trim().split('\n')
  const official = rows.map((row) => row.split('\t')).filter(([, rules]) => rules === 'XContest official')
  assert.equal(official.length, 5)
  for (const [name, , expected] of official) {
    const found = scoreFile(name!, XCONTEST)!.score
    assert.ok(Math.abs(found - Number(expected)) <= 0.05, `${name}: ${found}, not ${expected}`)
  }
})
