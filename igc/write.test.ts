import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distanceKm } from './geodesy.ts'
import { readIgc } from './read.ts'
import { simulateFlight } from './simulate.ts'
import { writeIgc } from './write.ts'

test('what is written reads as it was', () => {
  const { track } = simulateFlight({ seed: 8, taskKm: 6, latitude: -21.1, longitude: 55.3 })
  const extensions = { ENL: Int32Array.from({ length: track.length }, (_, row) => row % 1000) }
  for (const lineEnd of ['\r\n', '\n', '\r'] as const) {
    const file = readIgc(writeIgc({ track: { ...track, extensions }, pilot: 'Zoë', crew: 'Łukasz', lineEnd }))
    assert.deepEqual(file.diagnoses, [])
    assert.deepEqual(file.track, { ...track, extensions })
    assert.equal(file.headers.pilot, 'Zoë')
    assert.equal(file.headers.crew, 'Łukasz')
  }
})

test('fine decimals bring the position ten times closer', () => {
  const { track } = simulateFlight({ seed: 8, taskKm: 4 })
  const shifted = { ...track, latitude: track.latitude.map((value) => value + 0.4 / 60_000) }
  const coarse = readIgc(writeIgc({ track: shifted })).track!
  const fine = readIgc(writeIgc({ track: shifted, hasFineDecimals: true })).track!
  assert.ok(Math.abs(coarse.latitude[50]! - shifted.latitude[50]!) > 0.3 / 60_000)
  assert.ok(Math.abs(fine.latitude[50]! - shifted.latitude[50]!) < 0.05 / 60_000)
})

test('a name cannot smuggle in a record', () => {
  const { track } = simulateFlight({ seed: 8, taskKm: 4 })
  const file = readIgc(writeIgc({ track, pilot: 'Anna\r\nHFDTE010101\nB1200004655000N00805000EA0160001650' }))
  assert.deepEqual(file.track?.seconds, track.seconds)
})

test('the same seed gives the same bytes, another seed another flight', () => {
  const [one, same, other] = [7, 7, 8].map((seed) => simulateFlight({ seed, taskKm: 5 }).bytes)
  assert.deepEqual(one, same)
  assert.notDeepEqual(one, other)
})

test('simulated flights are plausible anywhere on Earth, past midnight too', () => {
  const places = [
    [0.01, -0.01],
    [46.5, 8],
    [-21.1, 55.3],
    [65, -179.999],
    [-45, 179.999],
    [89.9, 30],
    [-89.9, -30],
  ] as const
  for (const [index, [latitude, longitude]] of places.entries()) {
    const shape = (['triangle', 'line', 'out-and-return'] as const)[index % 3]!
    const options = {
      seed: index,
      latitude,
      longitude,
      shape,
      taskKm: 15,
      startSecondsOfDay: 85_000,
      rateSeconds: 1 + (index % 5),
    }
    const { track, bytes } = simulateFlight(options)
    assert.deepEqual(readIgc(bytes).diagnoses, [])
    assert.deepEqual(readIgc(bytes).track?.seconds, track.seconds)
    for (let row = 1; row < track.length; row++) {
      const step = distanceKm(
        track.latitude[row - 1]!,
        track.longitude[row - 1]!,
        track.latitude[row]!,
        track.longitude[row]!,
      )
      assert.ok((step * 1000) / options.rateSeconds < 22, `${step * 1000} m at ${latitude} ${longitude}`)
    }
  }
})

test('a simulated task is as long as asked for and closes when it is a triangle', () => {
  const { track, range } = simulateFlight({ seed: 2, shape: 'triangle', taskKm: 30 })
  const home = distanceKm(
    track.latitude[range.from]!,
    track.longitude[range.from]!,
    track.latitude[range.to]!,
    track.longitude[range.to]!,
  )
  assert.ok(home < 3, `${home} km from home`)
  const line = simulateFlight({ seed: 2, shape: 'line', taskKm: 30 })
  const away = distanceKm(
    line.track.latitude[0]!,
    line.track.longitude[0]!,
    line.track.latitude[line.range.to]!,
    line.track.longitude[line.range.to]!,
  )
  assert.ok(Math.abs(away - 30) < 3, `${away} km away`)
})

test('a natural flight closes its triangle too, over ridges and thermals instead of straight lines', () => {
  for (const seed of [2, 7, 4100]) {
    const options = { seed, shape: 'triangle', taskKm: 30 } as const
    const { bytes, track, range } = simulateFlight({ ...options, isNatural: true })
    const file = readIgc(bytes)
    assert.deepEqual(file.diagnoses, [])
    const [launch, landing] = [range.from, range.to].map((row) => [
      track.latitude[row]!,
      track.longitude[row]!,
    ])
    const home = distanceKm(launch![0]!, launch![1]!, landing![0]!, landing![1]!)
    assert.ok(home < 3, `${home} km from home, seed ${seed}`)
    const straight = simulateFlight(options)
    assert.ok(range.to - range.from > 1.1 * (straight.range.to - straight.range.from), `seed ${seed}`)
  }
})
