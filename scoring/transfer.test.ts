import assert from 'node:assert/strict'
import { test } from 'node:test'
import { open, openFlatFai, within, withClosed } from './leagues/categories.ts'
import type { Category, Rules } from './rules.ts'
import { transfer } from './transfer.ts'

const league = (categories: Category[]): Rules => ({
  name: 'A league',
  version: '1',
  sources: [],
  categories,
  distanceDecimals: 2,
  scoreDecimals: 2,
  refuses: [],
})
const solution = (category: number, distanceKm: number, score: number, upperBound = score) => ({
  category,
  distanceKm,
  score,
  upperBound,
  closingKm: 0,
  points: [0, 1, 2, 3, 4],
  work: { families: 0, fixes: 0 },
})
const generous = league(withClosed(1, [1.4, 1.6], [1.6, 1.8]))

test('the best course of a league that pays circuits more is the best where open flights are paid as well', () => {
  const found = transfer(league(openFlatFai([0.8, 1.1, 1.2], within(0.2))), [
    { rules: generous, solution: solution(0, 100, 100) },
  ])
  assert.deepEqual(found, { ...solution(0, 100, 80), upperBound: found!.upperBound })
  assert.ok(Math.abs(found!.upperBound - 80) < 1e-9)
})

test('nothing follows where another kind is paid more, is not known, or was not searched to the end', () => {
  const from = (rules: Rules, known = solution(0, 100, 100)) =>
    transfer(rules, [{ rules: generous, solution: known }])
  assert.equal(from(league(openFlatFai([1, 1.41, 1.6], within(0.2)))), undefined)
  assert.equal(from(league(openFlatFai([1, 1.2, 1.4], within(0.1)))), undefined)
  assert.equal(from(league([open(1, 5)])), undefined)
  // Its best course is a triangle, for which these pay nothing.
  assert.equal(from(league([open(1)]), solution(1, 100, 140)), undefined)
  assert.equal(from(league([open(1)]), solution(0, 100, 100, 101)), undefined)
  assert.equal(from(league([open(1)]), { ...solution(-1, 0, 0), points: [] }), undefined)
  assert.ok(from(league([open(1)])))
})

test('an open flight that is known to be too short is no reason to search again, however it is paid', () => {
  const xcontest = league(withClosed(1, [1.2, 1.4], [1.4, 1.6]))
  const closedFai = [{ rules: generous, solution: solution(4, 100, 180) }]
  assert.equal(transfer(xcontest, closedFai), undefined)
  assert.equal(transfer(xcontest, closedFai, 161), undefined)
  assert.equal(transfer(xcontest, closedFai, 159)!.score, 160)
})
