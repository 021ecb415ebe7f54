import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { suite, test } from 'node:test'
import { seededRandom } from '#igc/simulate.ts'
import type { Track } from '#igc/track.ts'
import { flyStraight, type Point, trackOf } from '#test/support/sharing/homeward.ts'
import { distanceM, hidePlace, type Hidden, type Place } from './circle.ts'
import { findShown, selectRows, type Stretch } from './cut.ts'

const SEED = Number(process.env.PRIVACY_SEED ?? randomInt(1_000_000))
const START = 1_779_012_600

const eachSecond = (place: Omit<Place, 'radiusM'>, points: readonly Point[], start = START + 7) =>
  trackOf(place, points, { start, stepSeconds: 1 })

const wholeOf = (track: Track) => ({ from: 0, to: track.length - 1 })

/** Straight, from well outside its circle, and some fixes on the ground there. */
function landAt(zone: Hidden, groundFixes: number): Track {
  const away = 3 * zone.circle.radiusM + 9000
  const flown = flyStraight(away, 1).slice(0, -30)
  return trackOf(zone.place, [...flown, ...Array.from({ length: groundFixes }, (): Point => [0, 0])], {
    start: START,
  })
}

suite(`a privacy zone, PRIVACY_SEED=${SEED}`, () => {
  const random = seededRandom(SEED)
  const hide = (place: Place): Hidden => ({
    place,
    circle: hidePlace(place, [random(), random()]),
  })
  const drawStretch = (): Stretch => ({ before: random(), after: random() })
  const listShown = (track: Track, zone: Hidden, stretch: Stretch) =>
    findShown(track, wholeOf(track), [zone], stretch).rows

  test('hides every fix inside, the minute around a visit, and what is between two visits', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 500 }
    for (let round = 0; round < 30; round++) {
      const zone = hide(place)
      const [x, y] = [(random() - 0.5) * 2000, (random() - 0.5) * 2000]
      // A thermal that drifts across the edge.
      const points = Array.from({ length: 12_000 }, (_, second): Point => [
        x + second - 6000 + 60 * Math.sin(second / 4),
        y + 60 * Math.cos(second / 4),
      ])
      const track = eachSecond(zone.circle, points)
      const shown = listShown(track, zone, drawStretch())
      const isInside = (row: number) =>
        distanceM({ latitude: track.latitude[row]!, longitude: track.longitude[row]! }, zone.circle) <
        zone.circle.radiusM * 0.999
      assert.ok(!shown.some(isInside))
      const gaps = shown.filter((row, at) => at > 0 && row - shown[at - 1]! > 1)
      assert.ok(gaps.length <= 1, 'no crossing of the edge but the first and the last is shown')
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
    const zone = { place, circle: { ...place, radiusM: 800 } }
    assert.deepEqual(listShown(far, zone, { before: 0.5, after: 0.5 }), [0, 3])
  })

  test('says nothing of how the pilot moved inside: what is shown is the same', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 700 }
    const zone = hide(place)
    const stretch = drawStretch()
    const show = (groundFixes: number) => {
      const track = landAt(zone, groundFixes)
      return selectRows(track, listShown(track, zone, stretch))
    }
    const once = show(10)
    assert.ok(once.length > 100)
    for (const groundFixes of [0, 60, 720]) assert.deepEqual(show(groundFixes), once)
  })

  test('ends at the disc, up to a minute before it, where the flight does not lead to the place', () => {
    for (let round = 0; round < 100; round++) {
      const zone = hide({ latitude: 46.7, longitude: 8.1, radiusM: 300 + Math.floor(1700 * random()) })
      const { radiusM } = zone.circle
      const aside = radiusM - 100
      const track = eachSecond(
        zone.circle,
        Array.from({ length: 1200 }, (_, second): Point => [aside, 11_000 - 10 * second]),
      )
      const before = random()
      const { rows, hidden } = findShown(track, wholeOf(track), [zone], { before, after: 0 })
      const metresAtDisc = Math.sqrt(radiusM ** 2 - aside ** 2)
      const end = 11_000 - 10 * rows.findLast((row) => track.seconds[row]! < hidden[0]!.toSeconds)!
      const expected = metresAtDisc + 600 * before
      assert.ok(end >= expected - 2 && end <= expected + 22, `${end} m for ${expected} m`)
    }
  })

  test('goes on from an end that leads to the place, and tells where 3 km are not enough', () => {
    for (let round = 0; round < 100; round++) {
      const zone = hide({ latitude: 46.7, longitude: 8.1, radiusM: 300 + Math.floor(1700 * random()) })
      const atDisc = 2 * zone.circle.radiusM + 700
      for (const [straightM, isTold] of [
        [500, false],
        [atDisc + 4000, true],
      ] as const) {
        const turn = zone.circle.radiusM + straightM
        // Along a line that misses by 2 km, then straight to the place.
        const track = eachSecond(zone.place, [
          ...Array.from({ length: 900 }, (_, second): Point => [10 * (900 - second), turn]),
          ...Array.from({ length: Math.ceil(turn / 10) }, (_, second): Point => [0, turn - 10 * second]),
        ])
        const { rows, isGuessable } = findShown(track, wholeOf(track), [zone], drawStretch())
        assert.ok(rows.length > 300)
        assert.equal(isGuessable, isTold, `${straightM} m`)
      }
    }
  })

  test('cuts nothing from a flight elsewhere, and leaves nothing of one that never leaves it', () => {
    const place = { latitude: 46.7, longitude: 8.1, radiusM: 500 }
    const zone = hide(place)
    const elsewhere = landAt(hide({ ...place, latitude: 47.7 }), 60)
    assert.equal(listShown(elsewhere, zone, drawStretch()).length, elsewhere.length)
    const inside = eachSecond(
      place,
      Array.from({ length: 600 }, (_, row): Point => [row / 10, 0]),
    )
    assert.deepEqual(listShown(inside, zone, drawStretch()), [])
  })

  test('works across the antimeridian', () => {
    const place = { latitude: -17, longitude: 179.999, radiusM: 800 }
    const zone = hide(place)
    const track = landAt(zone, 60)
    const wrapped = { ...track, longitude: track.longitude.map((east) => (east > 180 ? east - 360 : east)) }
    const stretch = drawStretch()
    const { circle } = zone
    const unwrapped = { ...circle, longitude: circle.longitude + (circle.longitude < 0 ? 360 : 0) }
    assert.deepEqual(
      listShown(wrapped, zone, stretch),
      listShown(track, { place, circle: unwrapped }, stretch),
    )
  })
})
