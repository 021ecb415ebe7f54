import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { createReadBuffer } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { writeIgc } from '#igc/write.ts'
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

test('two flights that differ inside a zone only are one flight to others, in every figure', async () => {
  const { track, range } = simulateFlight({ seed: 5, taskKm: 12, shape: 'line' })
  const circle = {
    latitude: track.latitude[range.to]!,
    longitude: track.longitude[range.to]!,
    radiusM: 900,
  }
  const stretch = { before: 0.4, after: 0.6 }
  const buffer = createReadBuffer()
  const show = async (flown: Track) => {
    const compressed = zstdCompressSync(writeIgc({ track: flown }))
    const shown = await cutStored(
      { compressed, givenDate: null, zones: [{ place: { ...circle, radiusM: 300 }, circle }], stretch },
      scoring,
      buffer,
    )
    assert.equal(shown.kind, 'cut')
    if (shown.kind !== 'cut') throw new Error()
    return { ...shown, findings: { ...shown.findings, score: { ...shown.findings.score, elapsedMs: 0 } } }
  }
  const one = await show(track)
  assert.deepEqual(await show(endElsewhere(track, range.to - 20, 0.001)), one)
  assert.ok(one.findings.summary.durationSeconds > 600)
  assert.ok(one.isLaunchShown)
})
