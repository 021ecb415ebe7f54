import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { builtInLeagues } from '#scoring/leagues/leagues.ts'
import { XCONTEST } from '#scoring/score.ts'
import { makeFlight } from '#test/support/flights.ts'
import { createReadBuffer } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { analyseFile } from './analyse.ts'
import type { AnalysedFlight } from '../record/findings.ts'
import { analyse, cut, rescore, scores } from './worker.ts'

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

test('a thread that the machine leaves waiting proves its flight all the same', async (context) => {
  let wallMs = 0
  context.mock.method(performance, 'now', () => (wallMs += 60_000))
  const { bytes, track, range } = simulateFlight({ seed: 1, taskKm: 60, rateSeconds: 5 })
  const stored = { compressed: zstdCompressSync(bytes), givenDate: null }
  const limits = { rules: XCONTEST, deadlineMs: 30_000 }
  const place = {
    latitude: track.latitude[range.to]!,
    longitude: track.longitude[range.to]!,
    radiusM: 400,
  }
  const zones = [{ place, circle: place }]

  const found = await analyse({ bytes: Uint8Array.from(bytes), ...limits })
  const again = await rescore({ ...stored, ...limits })
  const byLeagues = await scores({ ...stored, ...limits, date: '2026-05-17', leagues: builtInLeagues })
  const shown = await cut({ ...stored, ...limits, zones, stretch: { before: 0, after: 0 } })

  assert.ok(found.isFlight && found.flight.score.proven)
  assert.ok(again?.score.proven)
  assert.ok(byLeagues.scores.every(({ score }) => score === null || score.proven))
  assert.ok(shown.kind === 'cut' && shown.findings.score.proven)
})
