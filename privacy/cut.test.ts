import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { distanceKm } from '#igc/geodesy.ts'
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { type Circle, hidePlace, type Place } from './circle.ts'
import { listShown, selectRows, type Stretch } from './cut.ts'

const SEED = Number(process.env.PRIVACY_SEED ?? randomInt(1_000_000))
const METRES_PER_DEGREE = 111_195
const SPEED_MS = 10
const PLACES = 20

type Point = readonly [x: number, y: number]

/** Metres east and north of a place, one fix a second. */
function trackOf(place: Place, points: readonly Point[], start = 1_779_012_607): Track {
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  const length = points.length
  return {
    length,
    seconds: Float64Array.from({ length }, (_, row) => start + row),
    latitude: Float64Array.from(points, ([, y]) => place.latitude + y / METRES_PER_DEGREE),
    longitude: Float64Array.from(points, ([x]) => place.longitude + x / METRES_PER_DEGREE / shrink),
    pressureAltitude: new Int32Array(length).fill(1500),
    gnssAltitude: new Int32Array(length).fill(1540),
    valid: new Uint8Array(length).fill(1),
  }
}

const wholeOf = (track: Track) => ({ from: 0, to: track.length - 1 })

/** Straight to the place, from well outside its circle, and some minutes on the ground there. */
function landAt(place: Place, angle: number, groundSeconds: number, start: number): Track {
  const away = 5 * place.radiusM + 3000
  const flown = Array.from({ length: Math.floor(away / SPEED_MS) }, (_, step): Point => {
    const left = away - step * SPEED_MS
    return [left * Math.sin(angle), left * Math.cos(angle)]
  })
  return trackOf(place, [...flown, ...Array.from({ length: groundSeconds }, (): Point => [0, 0])], start)
}

/** The circle through points that is nearest to them (Kåsa): what anyone does who collects the ends of tracks. */
function fitCircle(points: readonly Point[]): Point {
  let [sxx, sxy, syy, sx, sy, sxz, syz, sz] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [x, y] of points) {
    const z = x * x + y * y
    sxx += x * x
    sxy += x * y
    syy += y * y
    sx += x
    sy += y
    sxz += x * z
    syz += y * z
    sz += z
  }
  const n = points.length
  const [a, b, c] = [sxx - (sx * sx) / n, sxy - (sx * sy) / n, syy - (sy * sy) / n]
  const [d, e] = [(sxz - (sx * sz) / n) / 2, (syz - (sy * sz) / n) / 2]
  const determinant = a * c - b * b
  return [(d * c - e * b) / determinant, (a * e - b * d) / determinant]
}

function toPoint(place: Place, track: Track, row: number): Point {
  const shrink = Math.cos((place.latitude * Math.PI) / 180)
  return [
    (track.longitude[row]! - place.longitude) * METRES_PER_DEGREE * shrink,
    (track.latitude[row]! - place.latitude) * METRES_PER_DEGREE,
  ]
}

suite(`a privacy zone, PRIVACY_SEED=${SEED}`, () => {
  const random = seededRandom(SEED)
  const drawPlace = (): Place => ({
    latitude: 44 + random() * 4,
    longitude: 5 + random() * 8,
    radiusM: 300 + random() * 1700,
  })
  const hide = (place: Place): Circle => hidePlace(place, [random(), random(), random()])
  const drawStretch = (): Stretch => ({ before: random(), after: random() })

  test('hides all that the pilot chose, wherever its circle is', () => {
    for (let round = 0; round < 2000; round++) {
      const place = drawPlace()
      const circle = hide(place)
      const off = distanceKm(place.latitude, place.longitude, circle.latitude, circle.longitude) * 1000
      const margin = (circle.radiusM - off) / place.radiusM
      assert.ok(margin > 0.995, `${margin} radii around the place`)
    }
  })

  test('is missed by the circle through the ends of 50 flights, by more than half a radius', (context) => {
    const misses: number[] = []
    for (let round = 0; round < PLACES; round++) {
      const place = drawPlace()
      const circle = hide(place)
      const ends = Array.from({ length: 50 }, () => {
        const track = landAt(place, random() * 2 * Math.PI, 300, 1_779_012_600 + Math.floor(random() * 1e6))
        const shown = listShown(track, wholeOf(track), [circle], drawStretch())
        return toPoint(place, track, shown.at(-1)!)
      })
      const [x, y] = fitCircle(ends)
      misses.push(Math.hypot(x, y) / place.radiusM)
    }
    assert.ok(misses.every(Number.isFinite))
    misses.sort((a, b) => a - b)
    context.diagnostic(
      `misses by ${misses[0]!.toFixed(2)} to ${misses.at(-1)!.toFixed(2)} radii, median ${misses[PLACES / 2]!.toFixed(2)}`,
    )
    assert.ok(misses[0]! > 0.5, `${misses[0]} radii`)
  })

  test('hides every fix inside, the minute around a visit, and what is between two visits', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 500 }
    for (let round = 0; round < 30; round++) {
      const circle = hide(place)
      const [x, y] = [(random() - 0.5) * 2000, (random() - 0.5) * 2000]
      // A thermal that drifts across the edge.
      const points = Array.from({ length: 3000 }, (_, second): Point => [
        x + second - 1500 + 60 * Math.sin(second / 4),
        y + 60 * Math.cos(second / 4),
      ])
      const track = trackOf(place, points)
      const shown = listShown(track, wholeOf(track), [circle], drawStretch())
      const isInside = (row: number) =>
        distanceKm(track.latitude[row]!, track.longitude[row]!, circle.latitude, circle.longitude) * 1000 <
        circle.radiusM * 0.999
      assert.ok(!shown.some(isInside))
      const gaps = shown.filter((row, at) => at > 0 && row - shown[at - 1]! > 1)
      assert.ok(gaps.length <= 1, 'no crossing of the edge but the first and the last is shown')
      for (const row of gaps) assert.equal((track.seconds[row]! - 1) % 60, 0, 'cut at a whole minute')
    }
  })

  test('hides the way between two fixes that leads through it', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 500 }
    const sparse = trackOf(place, [
      [-40_000, 0],
      [-20_000, 0],
      [20_000, 0],
      [40_000, 0],
    ])
    const far = { ...sparse, seconds: Float64Array.of(0, 1000, 2000, 3000) }
    const circle = { ...place, radiusM: 800 }
    assert.deepEqual(listShown(far, wholeOf(far), [circle], { before: 0.5, after: 0.5 }), [0, 3])
  })

  test('says nothing of how the pilot moved inside: what is shown is the same', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 700 }
    const circle = hide(place)
    const stretch = drawStretch()
    const show = (groundSeconds: number) => {
      const track = landAt(place, 1, groundSeconds, 1_779_012_600)
      return selectRows(track, listShown(track, wholeOf(track), [circle], stretch))
    }
    const once = show(10)
    assert.ok(once.length > 100)
    for (const groundSeconds of [0, 60, 3600]) assert.deepEqual(show(groundSeconds), once)
  })

  test('cuts nothing from a flight elsewhere, and leaves nothing of one that never leaves it', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 500 }
    const circle = hide(place)
    const elsewhere = landAt({ ...place, latitude: 47.7 }, 0, 60, 1_779_012_600)
    assert.equal(listShown(elsewhere, wholeOf(elsewhere), [circle], drawStretch()).length, elsewhere.length)
    const inside = trackOf(
      place,
      Array.from({ length: 600 }, (_, row): Point => [row / 10, 0]),
    )
    assert.deepEqual(listShown(inside, wholeOf(inside), [circle], drawStretch()), [])
  })

  test('works across the antimeridian', () => {
    const place = { latitude: -17, longitude: 179.999, radiusM: 800 }
    const circle = hide(place)
    const track = landAt(place, Math.PI / 2, 60, 1_779_012_600)
    const wrapped = { ...track, longitude: track.longitude.map((east) => (east > 180 ? east - 360 : east)) }
    const stretch = drawStretch()
    assert.deepEqual(
      listShown(wrapped, wholeOf(wrapped), [circle], stretch),
      listShown(
        track,
        wholeOf(track),
        [{ ...circle, longitude: circle.longitude + (circle.longitude < 0 ? 360 : 0) }],
        stretch,
      ),
    )
  })
})
