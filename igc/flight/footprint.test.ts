import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { copyKinds, copyTrack } from '#test/support/igc/copied.ts'
import { listRealFlights, sampledFiles, skip } from '#test/support/igc/real-files.ts'
import { flyRoutine } from '#test/support/igc/routine.ts'
import { recordAgain } from '#test/support/igc/second-recorder.ts'
import { readIgc } from '../read.ts'
import { simulateFlight } from '../simulate.ts'
import type { Track } from '../track.ts'
import { areNearKeys, isCopy, listNearKeys, readFootprint, type Taken, takeFootprint } from './footprint.ts'
import { summariseFlight } from './summary.ts'

const isFull = process.env.SWEEPS === '1'

const takeWhole = (track: Track) => takeFootprint(track, { from: 0, to: track.length - 1 })

function requireTaken(track: Track): Taken {
  const taken = takeWhole(track)
  assert.ok(taken)
  return taken
}

/** As the service finds them: by the index, then by the shape. */
function isFound(one: Taken, other: Taken): boolean {
  return (
    listNearKeys(one.key).includes(other.key) &&
    isCopy(readFootprint(one.footprint), readFootprint(other.footprint))
  )
}

function takeReal(): { name: string; track: Track; taken: Taken }[] {
  return listRealFlights(sampledFiles).flatMap(({ name, track, range }) => {
    const taken = takeFootprint(track, range)
    return taken ? [{ name, track, taken }] : []
  })
}

suite('a footprint', () => {
  test('is small, however long the flight', () => {
    const { track } = simulateFlight({ seed: 3, taskKm: 150, isNatural: true })
    assert.ok(JSON.stringify(requireTaken(track).footprint).length < 800)
  })

  test('is the same wherever and whenever a track is put', () => {
    for (let seed = 0; seed < (isFull ? 200 : 24); seed++) {
      const taskKm = [8, 15, 40, 100][seed % 4]!
      const { track } = simulateFlight({
        seed,
        taskKm,
        isNatural: seed % 2 === 0,
        rateSeconds: 1 + (seed % 3),
      })
      const kind = copyKinds[seed % copyKinds.length]!
      assert.ok(
        isFound(requireTaken(track), requireTaken(copyTrack(track, seed, kind))),
        `${kind}, seed ${seed}`,
      )
    }
  })

  test('holds at the antimeridian, and is that of a second instrument whose clock is wrong', () => {
    const { track } = simulateFlight({ seed: 7, latitude: -17, longitude: 179.98, taskKm: 40 })
    assert.ok(isFound(requireTaken(track), requireTaken(copyTrack(track, 7, 'moved'))))
    const again = recordAgain(track, 7, { everySeconds: 5, noiseM: 10, lateSeconds: 3600 })
    assert.ok(isFound(requireTaken(track), requireTaken(again)))
  })

  test('differs from flight to flight: other pilots and other days', () => {
    const taken = Array.from({ length: isFull ? 60 : 20 }, (_, seed) =>
      requireTaken(simulateFlight({ seed, taskKm: 6, rateSeconds: 2 }).track),
    )
    for (const [at, one] of taken.entries())
      for (const other of taken.slice(0, at))
        assert.ok(!isCopy(readFootprint(one.footprint), readFootprint(other.footprint)))
  })

  test('differs among routine flights along one ridge, and among those straight down to one field', () => {
    for (const routine of ['ridge', 'descent'] as const) {
      const taken = Array.from({ length: isFull ? 120 : 30 }, (_, seed) =>
        requireTaken(flyRoutine(seed, routine)),
      )
      for (const [at, one] of taken.entries())
        for (const [before, other] of taken.slice(0, at).entries())
          assert.ok(
            !isCopy(readFootprint(one.footprint), readFootprint(other.footprint)),
            `${routine}: ${before} and ${at}`,
          )
    }
  })

  test('of a minute and a half is none', () => {
    const { track } = simulateFlight({ seed: 1 })
    assert.equal(takeFootprint(track, { from: 100, to: 190 }), null)
  })

  test('differs among real files', { skip }, () => {
    const real = takeReal()
    for (const [at, one] of real.entries())
      for (const other of real.slice(0, at))
        assert.ok(
          !isCopy(readFootprint(one.taken.footprint), readFootprint(other.taken.footprint)),
          `${one.name} and ${other.name}`,
        )
  })

  test('of a real file is that of its copies', { skip }, () => {
    for (const [seed, { name, track, taken }] of takeReal().entries())
      for (const kind of ['later', 'moved'] as const) {
        const copy = copyTrack(track, seed, kind)
        const { range } = summariseFlight({ ...readIgc(new Uint8Array()), track: copy })
        const other = range && takeFootprint(copy, range)
        assert.ok(other && isFound(taken, other), `${name}, ${kind}`)
      }
  })
})

test('flights are compared by their shape where an index would find one by the key of the other', () => {
  const keys = Array.from({ length: 7 }, (_, time) => [4, 5, 6, 7, 8].map((way) => time * 1000 + way)).flat()
  for (const one of keys)
    for (const other of keys)
      assert.equal(areNearKeys(one, other), listNearKeys(one).includes(other), `${one} ${other}`)
})
