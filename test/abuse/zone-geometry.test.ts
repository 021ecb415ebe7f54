// Strangers work out where a pilot lives from the tracks that are left when a zone hides it.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { seededRandom } from '#igc/simulate.ts'
import { chooseCircle, type Draw, type Hidden, type Place } from '#privacy/circle.ts'
import { findShown } from '#privacy/cut.ts'
import {
  crossLines,
  fitCircle,
  flyHome,
  flyStraight,
  meanOf,
  type Point,
  type Ray,
  toPoint,
  trackOf,
} from '#test/support/sharing/homeward.ts'

/** Always the same: chance leads the mean of 50 ends to one place in thousands, and that is no fault of a change. */
const SEED = Number(process.env.PRIVACY_SEED ?? 1)
const CASES = 200
const FLIGHTS = 50
const HALF_A_RADIUS = 0.5
/** Fixes of five seconds by which a stranger extends an end: half a minute, and three minutes. */
const BASELINES = [6, 36]

suite(`strangers who collect flights, PRIVACY_SEED=${SEED}`, () => {
  const random = seededRandom(SEED)
  const draw = (): Draw => [random(), random(), random()]
  const drawRadius = () => 300 + Math.floor(1700 * random())
  const drawPlace = (): Place => ({
    latitude: 44 + random() * 4,
    longitude: 5 + random() * 8,
    radiusM: drawRadius(),
  })
  const putZone = (known: Hidden[], place: Place): Hidden => {
    const zone = { place, circle: chooseCircle(known, place, draw()) }
    known.push(zone)
    return zone
  }

  /** The visible end of a flight home, or of one from home: the same in reverse. */
  const see = (zone: Hidden, points: Point[]) => {
    const isHomeward = random() < 0.5
    const track = trackOf(zone.place, isHomeward ? points : points.toReversed(), {
      start: 1_779_012_600 + Math.floor(random() * 1e6),
    })
    const range = { from: 0, to: track.length - 1 }
    const { rows, isGuessable } = findShown(track, range, [zone], { before: random(), after: random() })
    if (rows.length <= BASELINES[1]!) return undefined
    const seen = isHomeward ? rows : rows.toReversed()
    const at = (back: number) => toPoint(zone.place, track, seen.at(-1 - back)!)
    return { end: at(0), rays: BASELINES.map((back): Ray => ({ end: at(0), from: at(back) })), isGuessable }
  }
  const flyMany = ({ circle }: Hidden) =>
    Array.from({ length: FLIGHTS }, () =>
      flyHome(random, 3 * circle.radiusM + 3000 + 6000 * random(), 2 * Math.PI * random()),
    )
  const seeAll = (zone: Hidden, flown: Point[][]) =>
    flown.map((points) => see(zone, points)).filter((seen) => seen !== undefined)

  const report = (context: TestContext, name: string, misses: number[]) => {
    assert.ok(misses.every(Number.isFinite))
    misses.sort((one, other) => one - other)
    const found = misses.filter((miss) => miss <= HALF_A_RADIUS).length
    const [least, median] = [misses[0]!, misses[misses.length >> 1]!]
    context.diagnostic(
      `${name}: misses by ${least.toFixed(2)} radii and more, median ${median.toFixed(2)}; ${found} of ${misses.length} places found`,
    )
    assert.ok(least > HALF_A_RADIUS, `${name}: ${least} radii`)
  }
  const missOf = ({ place }: Hidden, [east, north]: Point) => Math.hypot(east, north) / place.radiusM

  test('all circles ever cut for a place have one centre, and never shrink', () => {
    for (let round = 0; round < 500; round++) {
      const known: Hidden[] = []
      let place = drawPlace()
      const { circle: first } = putZone(known, place)
      let { radiusM } = first
      for (let step = 0; step < 12; step++) {
        // Put again, resized, or moved by less than its radius.
        const [angle, far] = [2 * Math.PI * random(), 0.99 * place.radiusM * random()]
        const change = [
          () => ({ ...place }),
          () => ({ ...place, radiusM: drawRadius() }),
          () => moved(place, far, angle),
        ][Math.floor(3 * random())]!
        place = change()
        const { circle } = putZone(known, place)
        assert.deepEqual([circle.latitude, circle.longitude], [first.latitude, first.longitude])
        assert.ok(circle.radiusM >= radiusM)
        radiusM = circle.radiusM
        const [east, north] = toPoint(place, trackOf(circle, [[0, 0]]), 0)
        assert.ok(Math.hypot(east, north) + place.radiusM <= circle.radiusM * 1.002, 'it covers the zone')
      }
    }
  })

  test('zones of places that are near each other have centres of their own', () => {
    for (let round = 0; round < CASES; round++) {
      const place = { ...drawPlace(), radiusM: 300 }
      const known: Hidden[] = []
      const one = putZone(known, place)
      const other = putZone(known, moved(place, 301 + 1000 * random(), 2 * Math.PI * random()))
      const offset = ({ place: { latitude, longitude }, circle }: Hidden) => [
        Math.round(1e5 * (circle.latitude - latitude)),
        Math.round(1e5 * (circle.longitude - longitude)),
      ]
      assert.notDeepEqual(offset(one), offset(other))
    }
  })

  test('are led elsewhere by the ends of 50 flights: by the circle through them, their mean, and their extensions', (context) => {
    const misses: Record<string, number[]> = { circle: [], mean: [], '30 s': [], '3 min': [] }
    let [seen, told] = [0, 0]
    for (let round = 0; round < CASES; round++) {
      const zone = putZone([], drawPlace())
      const flights = seeAll(zone, flyMany(zone))
      const untold = flights.filter(({ isGuessable }) => !isGuessable)
      seen += flights.length
      told += flights.length - untold.length
      const ends = untold.map(({ end }) => end)
      misses.circle!.push(missOf(zone, fitCircle(ends)))
      misses.mean!.push(missOf(zone, meanOf(ends)))
      for (const [at, name] of ['30 s', '3 min'].entries())
        misses[name]!.push(missOf(zone, crossLines(untold.map(({ rays }) => rays[at]!))))
    }
    context.diagnostic(`pilots are told of ${((100 * told) / seen).toFixed(1)} % of ${seen} flights`)
    for (const [name, each] of Object.entries(misses)) report(context, name, each)
  })

  test('learn nothing from a zone that is resized: neither by the circles nor by their ratio', (context) => {
    const misses: Record<string, number[]> = { before: [], after: [], ratio: [] }
    for (let round = 0; round < CASES; round++) {
      const known: Hidden[] = []
      const place = drawPlace()
      const before = putZone(known, place)
      const after = putZone(known, { ...place, radiusM: drawRadius() })
      const flown = flyMany(after)
      const [one, other] = [before, after].map((zone) => fitCircle(seeAll(zone, flown).map(({ end }) => end)))
      const largest = { ...after, place: { ...place, radiusM: Math.max(place.radiusM, after.place.radiusM) } }
      misses.before!.push(missOf(before, one!))
      misses.after!.push(missOf(largest, other!))
      const [r1, r2] = [before.place.radiusM, after.place.radiusM]
      // Of radii that are nearly the same the ratio is noise.
      if (Math.abs(r2 - r1) < Math.min(r1, r2) / 2) continue
      const homothety = [0, 1].map((axis) => (r2 * one![axis]! - r1 * other![axis]!) / (r2 - r1))
      misses.ratio!.push(missOf(largest, [homothety[0]!, homothety[1]!]))
    }
    for (const [name, each] of Object.entries(misses)) report(context, name, each)
  })

  test('may find a place by two straight flights to it, of which the pilot is told', () => {
    for (let round = 0; round < CASES; round++) {
      const zone = putZone([], drawPlace())
      const seen = see(zone, flyStraight(5 * zone.circle.radiusM, 2 * Math.PI * random()))
      assert.equal(seen?.isGuessable, true)
    }
  })
})

function moved(place: Place, metres: number, angle: number): Place {
  const track = trackOf(place, [[metres * Math.sin(angle), metres * Math.cos(angle)]])
  return { ...place, latitude: track.latitude[0]!, longitude: track.longitude[0]! }
}
