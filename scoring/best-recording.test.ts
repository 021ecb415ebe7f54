import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readIgc } from '#igc/read.ts'
import { joinFiles, joinWithoutRecorder, makeFile } from '#test/support/igc/joined.ts'
import { summariseFlight } from '#igc/flight/summary.ts'
import { chooseBest } from './best-recording.ts'
import { score, XCONTEST } from './score.ts'

const DEADLINE = { deadlineMs: 60_000 }

function scoreBest(bytes: Uint8Array): number {
  const file = chooseBest(readIgc(bytes, { isStored: true }), XCONTEST, DEADLINE)
  const { range } = summariseFlight({ ...file, track: file.track! })
  return score(file.track!, XCONTEST, { ...DEADLINE, ...range! }).score
}

suite('of several recordings in one file', () => {
  test('the best is the flight, though another has more fixes', () => {
    // A long soaring at one place, and a short flight across the country.
    const soaring = makeFile(1, { taskKm: 3, rateSeconds: 1, waitSeconds: 3000 })
    const distance = makeFile(2, { taskKm: 30, rateSeconds: 5, date: '2026-05-18', shape: 'line' })
    const [low, high] = [scoreBest(soaring), scoreBest(distance)]
    assert.ok(readIgc(soaring).track!.length > readIgc(distance).track!.length && high > 2 * low)
    for (const joined of [
      joinFiles(soaring, distance),
      joinFiles(distance, soaring),
      joinWithoutRecorder(soaring, distance),
      joinWithoutRecorder(distance, soaring),
    ])
      assert.equal(scoreBest(joined), high)
  })

  test('a file of one recording is taken as it is', () => {
    const file = readIgc(makeFile(3))
    assert.equal(chooseBest(file, XCONTEST, DEADLINE), file)
  })

  test('one in which nothing flies is never the flight', () => {
    const flight = makeFile(4)
    const table = makeFile(5, { date: '2026-05-18' })
    const resting = Buffer.from(
      Buffer.from(table)
        .toString('latin1')
        .replaceAll(/^(B\d{6}).{28}/gm, '$14630000N00800000EA0050000500'),
      'latin1',
    )
    assert.equal(scoreBest(joinWithoutRecorder(resting, flight)), scoreBest(flight))
  })
})
