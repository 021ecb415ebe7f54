import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { createReadBuffer, readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'
import { type Circle, distanceM } from '#privacy/circle.ts'
import { XCONTEST } from '#scoring/score.ts'
import { cutStored } from './cut.ts'

const scoring = { rules: XCONTEST, deadlineMs: 60_000 }

/** The same flight with another end: from a fix on it goes somewhere else. */
function endElsewhere(track: Track, from: number, degrees: number): Track {
  const move = (column: Float64Array) => column.map((value, row) => (row < from ? value : value + degrees))
  return {
    ...track,
    latitude: move(track.latitude),
    pressureAltitude: track.pressureAltitude.map((metres, row) => (row < from ? metres : metres + 7)),
  }
}

const stretch = { before: 0.4, after: 0.6 }
const circleAround = (track: Track, row: number) => ({
  latitude: track.latitude[row]!,
  longitude: track.longitude[row]!,
  radiusM: 900,
})
const cut = (flown: Track, circle: Circle) =>
  cutStored(
    {
      compressed: zstdCompressSync(writeIgc({ track: flown })),
      givenDate: null,
      zones: [{ place: { ...circle, radiusM: 300 }, circle }],
      stretch,
    },
    scoring,
    createReadBuffer(),
  )

test('two flights that differ inside a zone only are one flight to others, in every figure', async () => {
  const { track, range } = simulateFlight({ seed: 5, taskKm: 12, shape: 'line' })
  const circle = circleAround(track, range.to)
  const show = async (flown: Track) => {
    const shown = await cut(flown, circle)
    assert.equal(shown.kind, 'cut')
    if (shown.kind !== 'cut') throw new Error()
    return { ...shown, findings: { ...shown.findings, score: { ...shown.findings.score, elapsedMs: 0 } } }
  }
  const one = await show(track)
  assert.deepEqual(await show(endElsewhere(track, range.to - 20, 0.001)), one)
  assert.ok(one.findings.summary.durationSeconds > 600)
  assert.ok(one.isLaunchShown)
})

test('a landing in a zone is hidden where it was recorded, though a hop of the receiver moves it elsewhere', async () => {
  const { track, range } = simulateFlight({ seed: 5, taskKm: 12, shape: 'line' })
  const hopped = endElsewhere(track, range.to - 600, 0.02)
  const read = readIgc(writeIgc({ track: hopped })).track!
  assert.ok(distanceM(circleAround(read, range.to), circleAround(hopped, range.to)) > 2000, 'it was moved')
  for (const [where, flown] of Object.entries({ recorded: hopped, shown: read })) {
    const shown = await cut(hopped, circleAround(flown, range.to))
    assert.equal(shown.kind, 'cut', where)
    if (shown.kind === 'cut')
      assert.deepEqual([shown.isLaunchShown, shown.isLandingShown], [true, false], where)
  }
})
