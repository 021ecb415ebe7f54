import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Certificate } from '#contract/certificate.ts'
import { loadTexts } from '../../language/texts.ts'
import { explainProof, explainScore } from './certificate.ts'

await loadTexts({ language: 'en', units: 'metric', clock: '24h' })

const point = { index: 0, time: '2026-05-20T09:00:00Z', latitude: 46.6, longitude: 7.6 }
const triangle: Certificate = {
  type: 'Closed FAI Triangle',
  score: 115.97,
  distanceKm: 72.48,
  multiplier: 1.6,
  start: point,
  turnpoints: [point, point, point],
  finish: point,
  legsKm: [22.1, 25.38, 25],
  closingKm: 0.012,
  upperBound: 115.97,
  proven: true,
  rules: { name: 'XContest', version: '2019' },
  solverVersion: '1',
  elapsedMs: 41,
}
const plain = (text: string) => text.replaceAll('\u00A0', ' ')

test('a triangle is explained by its legs, its closing gap and the sum', () => {
  assert.equal(
    plain(explainScore(triangle)),
    'Triangle of 72.5 km with a closing gap of 12 m: 72.5 km × 1.6 = 115.97 points under the XContest 2019 rules.',
  )
})

test('a free flight is explained by its turnpoints, if it has any', () => {
  const ways = [[], [point], [point, point]].map((turnpoints) => {
    const free: Certificate = { ...triangle, type: 'Free Flight', turnpoints, legsKm: [59.1] }
    return plain(explainScore(free)).split(':')[0]
  })
  assert.deepEqual(ways, [
    '59.1 km in a straight line',
    '59.1 km around 1 turnpoint',
    '59.1 km around 2 turnpoints',
  ])
})

test('a score that is not proven names what cannot be exceeded', () => {
  assert.match(explainProof(triangle, true), /^Proven: /)
  const unproven: Certificate = { ...triangle, proven: false, upperBound: 120 }
  assert.match(explainProof(unproven, false), /No choice of turnpoints can score more than 120\.00 points\.$/)
  assert.match(explainProof(unproven, true), /120\.00 points\. The search continues in the background/)
})
