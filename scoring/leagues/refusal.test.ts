import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readIgc } from '#igc/read.ts'
import { makeFile } from '#test/support/igc/joined.ts'
import { builtInLeagues, XCONTEST } from './leagues.ts'
import { findRefusal } from './refusal.ts'
import { scoreFile } from '../score-file.ts'

const strict = { ...XCONTEST, name: 'Strict cup', refuses: ['no-altitude', 'unrecorded'] as const }
const warnings = [
  { code: 'spike', message: 'A spike.' },
  { code: 'unrecorded', message: 'Line 7: nothing for an hour.' },
]

test('rules refuse a flight by its mark, with the sentence of the warning', () => {
  assert.equal(
    findRefusal(strict, warnings),
    'Strict cup gives no points to a flight marked unrecorded. Line 7: nothing for an hour.',
  )
  assert.equal(findRefusal(strict, warnings.slice(0, 1)), undefined)
  assert.equal(findRefusal(XCONTEST, warnings), undefined)
})

test('the leagues that ship with the program refuse nothing', () => {
  for (const { rules } of builtInLeagues) for (const { refuses } of rules) assert.deepEqual(refuses, [])
})

test('a flight that the rules refuse has no points, and says why', () => {
  const text = Buffer.from(makeFile(3)).toString('latin1')
  const flat = Buffer.from(text.replace(/^(B.{24})\d{10}/gm, '$10000000000'), 'latin1')
  const { score, summary } = scoreFile(readIgc(flat), { rules: strict, deadlineMs: 2000 })!
  assert.deepEqual([score.type, score.score, score.distanceKm, score.start], ['None', 0, 0, null])
  assert.deepEqual(
    summary.warnings.map(({ code }) => code).filter((code) => code !== 'no-flight'),
    ['no-altitude', 'refused'],
  )
  assert.match(
    summary.warnings.at(-1)!.message,
    /^Strict cup gives no points to a flight marked no-altitude\. /,
  )
})
