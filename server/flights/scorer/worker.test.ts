import assert from 'node:assert/strict'
import { test } from 'node:test'
import { XCONTEST } from '#scoring/score.ts'
import { makeFlight } from '#test/support/flights.ts'
import { createReadBuffer } from '#igc/read.ts'
import { type AnalysedFlight, analyseFile } from './analyse.ts'
import { analyse } from './worker.ts'

const scoring = { rules: XCONTEST, deadlineMs: 60_000 }

const withoutTimes = ({ score, ...flight }: AnalysedFlight) => ({
  ...flight,
  score: { ...score, elapsedMs: 0 },
  times: undefined,
})

/** Long, short, short, and the first one again. */
const seeds = [1, 2, 3, 1]

test('what a thread finds in a file does not depend on the files before, and the file is freed', async () => {
  for (const [index, seed] of seeds.entries()) {
    const options = index === 1 || index === 2 ? { taskKm: 5 } : { taskKm: 60 }
    const bytes = Uint8Array.from(makeFlight(seed, options))
    const alone = await analyseFile(Uint8Array.from(bytes), scoring, createReadBuffer())
    const found = await analyse({ bytes, ...scoring })
    assert.ok(alone.isFlight && found.isFlight)
    assert.deepEqual(withoutTimes(found.flight), withoutTimes(alone.flight))
    assert.equal(bytes.byteLength, 0)
  }
})
