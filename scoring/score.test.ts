import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceKm } from '#igc/geodesy.ts'
import { layTrack, places, seedRandom, shapes } from '#test/support/scoring/track-shapes.ts'
import { builtInLeagues, newestRules } from './leagues/leagues.ts'
import { describeCertificate, score, scoreAll, XCONTEST, type Score } from './score.ts'

const DEADLINE = { deadlineMs: 60_000 }
/** Of a track that all rules of all leagues score. */
const FIXES = process.env.SWEEPS ? 400 : 200
const lay = (shape: string, count: number, km: number, noiseKm = 0.005) =>
  layTrack(shapes[shape]!(count, km, noiseKm, seedRandom(3)), places.Alps!)

const allRules = builtInLeagues.flatMap(({ rules }) => rules)

/** The course that a certificate names, measured without the solver: its legs, and the points of the path. */
function measureAgain({ start, turnpoints, finish, legsKm }: Score) {
  const points = [start!, ...turnpoints, finish!]
  const km = (i: number, j: number) =>
    distanceKm(points[i]!.latitude, points[i]!.longitude, points[j]!.latitude, points[j]!.longitude)
  // One leg less than points: open. As many as turnpoints: a circuit over them. Else from the start and back to it.
  const circuit = [...turnpoints.keys(), 0].map((k) => k + 1)
  const isOpen = legsKm.length === points.length - 1 && turnpoints.length !== 1
  const path = isOpen ? [...points.keys()] : legsKm.length === turnpoints.length ? circuit : [0, 1, 0]
  return { points, legs: path.slice(1).map((to, i) => km(path[i]!, to)), closing: km(points.length - 1, 0) }
}

void test('every certificate of every league can be measured again to give its score', () => {
  for (const shape of Object.keys(shapes)) {
    const scores = scoreAll(lay(shape, FIXES, 30), allRules, DEADLINE)
    for (const [index, result] of scores.entries()) {
      const rules = allRules[index]!
      assert.ok(result.proven)
      assert.equal(result.upperBound, result.score)
      if (result.type === 'None') continue
      const { points, legs, closing } = measureAgain(result)
      assert.ok(points.every((point, i) => i === 0 || point.index >= points[i - 1]!.index))
      result.legsKm.forEach((leg, i) => assert.ok(Math.abs(leg - legs[i]!) < 0.0006))
      const length = legs.reduce((sum, leg) => sum + leg, 0)
      const free = rules.categories.find(({ type }) => type === result.type)!.closing.freeKm
      const paid = closing > free ? length - closing : length
      assert.ok(Math.abs(result.distanceKm - paid) <= 0.5 / 10 ** rules.distanceDecimals + 1e-9)
      const product = result.distanceKm * result.multiplier
      assert.ok(Math.abs(result.score - product) <= 0.5 / 10 ** rules.scoreDecimals + 1e-9)
    }
  }
})

void test('several rule sets at once give what each gives by itself', () => {
  for (const shape of ['loop', 'wander', 'ridge laps', 'figure eight', 'line']) {
    const track = lay(shape, FIXES, 25)
    const together = scoreAll(track, allRules, DEADLINE)
    for (const [index, rules] of allRules.entries()) {
      const { score: points, type } = score(track, rules, DEADLINE)
      assert.deepEqual(
        [together[index]!.score, together[index]!.type],
        [points, type],
        `${shape}, ${rules.name}`,
      )
    }
  }
})

void test('several rule sets that run out of time have true bounds all the same', () => {
  const track = lay('circle laps', 20_000, 8)
  const rules = [XCONTEST, ...builtInLeagues.slice(1, 4).map(newestRules)]
  const hurried = scoreAll(track, rules, { deadlineMs: 0 })
  for (const [index, proven] of scoreAll(track, rules, DEADLINE).entries()) {
    assert.ok(hurried[index]!.score <= proven.score)
    assert.ok(hurried[index]!.upperBound >= proven.score)
  }
  assert.deepEqual(
    scoreAll(lay('line', 1, 5), rules, DEADLINE).map(({ type }) => type),
    rules.map(() => 'None'),
  )
})

void test('the same track gives the same certificate, elapsed time aside, also after other tracks', () => {
  const track = lay('wander', 3000, 60)
  const once = score(track, XCONTEST, DEADLINE)
  score(lay('loop', 500, 20), XCONTEST, DEADLINE)
  const again = score(track, XCONTEST, DEADLINE)
  assert.equal(JSON.stringify({ ...again, elapsedMs: 0 }), JSON.stringify({ ...once, elapsedMs: 0 }))
})

void test('a loop is a closed FAI triangle, and its certificate says so in a sentence', () => {
  const result = score(lay('loop', 800, 10), XCONTEST, DEADLINE)
  assert.equal(result.type, 'Closed FAI Triangle')
  assert.equal(result.multiplier, 1.6)
  assert.ok(result.closingKm < 0.05 * 52)
  assert.match(
    describeCertificate(result),
    /^Closed FAI Triangle, legs of [\d.]+, [\d.]+ and [\d.]+ km, closed to [\d.]+ km \([\d.]+ %\): [\d.]+ km at 1\.6 per kilometre make [\d.]+ points under XContest rules; no other choice of points on this track scores more\.$/,
  )
})

void test('a line is a free flight from its first fix to its last', () => {
  const result = score(lay('line', 800, 50, 0), XCONTEST, DEADLINE)
  assert.equal(result.type, 'Free Flight')
  assert.equal(result.start!.index, 0)
  assert.equal(result.finish!.index, 799)
  assert.equal(result.legsKm.length, 4)
  assert.match(describeCertificate(result), /^Free flight over 3 turnpoints, legs of /)
})

void test('only the fixes of the range count, and indices are those of the whole track', () => {
  const track = lay('line', 1000, 100, 0)
  const result = score(track, XCONTEST, { ...DEADLINE, from: 200, to: 399 })
  assert.equal(result.start!.index, 200)
  assert.equal(result.finish!.index, 399)
  assert.equal(result.start!.time, new Date(track.seconds[200]! * 1000).toISOString())
  assert.ok(Math.abs(result.distanceKm - (104.4 * 199) / 999) < 0.1)
})

void test('nothing to score is type None with a score of 0', () => {
  const none = (result: Score) => {
    assert.equal(result.type, 'None')
    assert.equal(result.score, 0)
    assert.equal(result.distanceKm, 0)
    assert.equal(result.upperBound, 0)
    assert.ok(result.proven)
    assert.equal(describeCertificate(result), 'There is no distance to score on this track.')
  }
  none(score(layTrack([], places.Alps!), XCONTEST, DEADLINE))
  none(score(layTrack([[0, 0]], places.Alps!), XCONTEST, DEADLINE))
  none(score(lay('stationary', 500, 0, 0), XCONTEST, DEADLINE))
  none(score(lay('line', 100, 50), XCONTEST, { ...DEADLINE, from: 50, to: 50 }))
})

void test('a deadline that has passed still gives a scored flight and a true upper bound', () => {
  const track = lay('circle laps', 20_000, 8)
  const hurried = score(track, XCONTEST, { deadlineMs: 0 })
  const proven = score(track, XCONTEST, DEADLINE)
  assert.ok(!hurried.proven)
  assert.ok(hurried.score > 0.5 * proven.score)
  assert.ok(hurried.score <= proven.score)
  assert.ok(hurried.upperBound >= proven.score)
  assert.match(describeCertificate(hurried), /stopped early.*no choice of points can score more than/)
})

void test('hard shapes of 20,000 fixes are proven', () => {
  for (const shape of ['line', 'slow bend', 'circle laps', 'ridge laps', 'triangle laps', 'figure eight']) {
    const km = { line: 200, 'slow bend': 150 }[shape] ?? 8
    const result = score(lay(shape, 20_000, km), XCONTEST, DEADLINE)
    assert.ok(result.proven, `${shape}: ${result.score} of at most ${result.upperBound}`)
  }
})

void test('an hour in one place is proven', () => {
  const result = score(lay('stationary', 3600, 0), XCONTEST, DEADLINE)
  assert.ok(result.proven)
  assert.ok(result.score < 0.2)
})

void test('a certificate is plain JSON', () => {
  const result = score(lay('loop', 200, 10), XCONTEST, DEADLINE)
  assert.deepEqual(JSON.parse(JSON.stringify(result)), result)
})
