// run: all
// Strangers work out where a pilot lives from the tracks that are left when a zone hides it: no better than by guessing the
// middle of what is hidden. With SWEEPS=1 `node --test` of this file prints the rows of docs/measurements/zones.md.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { seededRandom } from '#igc/simulate.ts'
import { chooseCircle, distanceM, type Draw, type Drawn, type Place } from '#privacy/circle.ts'
import { findShown } from '#privacy/cut.ts'
import {
  crossLines,
  enclose,
  fitCircle,
  flyHome,
  flyStraight,
  meanOf,
  type Point,
  type Ray,
  toPoint,
  trackOf,
} from '#test/support/sharing/homeward.ts'

/** Always the same: chance leads the mean of 50 ends to one place in dozens, and that is no fault of a change. */
const SEED = Number(process.env.PRIVACY_SEED ?? 1)
const ZONES = process.env.SWEEPS ? 2000 : 20
const FLIGHTS = 50
const FOUND_M = 150
/** Fixes of five seconds by which a stranger extends an end. */
const BASELINE = 12

suite(`strangers who collect flights, PRIVACY_SEED=${SEED}`, () => {
  const random = seededRandom(SEED)
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const draw = (): Draw => [random(), random()]
  const drawRadius = () => 300 + 10 * Math.floor(171 * random())
  const drawPlace = (): Place => ({
    latitude: 44 + random() * 4,
    longitude: 5 + random() * 8,
    radiusM: drawRadius(),
  })
  const putZone = (known: Drawn[], place: Place): Drawn => {
    const zone = { place, ...chooseCircle(known, place, draw()) }
    known.push(zone)
    return zone
  }

  test('find a disc of the zone’s radius and the secret’s, with the place anywhere in its middle', () => {
    const shares: number[] = []
    for (let round = 0; round < 5000; round++) {
      const place = drawPlace()
      const { circle } = putZone([], place)
      const offsetM = Math.max(400, Math.min(1000, 1.25 * place.radiusM))
      assert.equal(circle.radiusM, place.radiusM + offsetM)
      const share = distanceM(circle, place) / offsetM
      assert.ok(share < 1.005)
      shares.push(share ** 2)
    }
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    assert.ok(Math.abs(mean - 0.5) < 0.02, `${mean}: uniform in the disc`)
  })

  test('find one centre for all discs of a place, and another one for a place nearby', () => {
    for (let round = 0; round < 500; round++) {
      const known: Drawn[] = []
      let place = drawPlace()
      const { circle: first } = putZone(known, place)
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
        assert.ok(distanceM(circle, place) + place.radiusM <= circle.radiusM * 1.002, 'it covers the zone')
      }
      const other = putZone(known, moved(place, 20_000, 2 * Math.PI * random()))
      assert.notDeepEqual([other.circle.latitude, other.circle.longitude], [first.latitude, first.longitude])
    }
  })

  /** The visible end of a flight home, or of one from home: the same in reverse. */
  const see = (zone: Drawn, points: Point[]) => {
    const isHomeward = random() < 0.5
    const track = trackOf(zone.place, isHomeward ? points : points.toReversed(), {
      start: 1_779_012_600 + Math.floor(random() * 1e6),
    })
    const range = { from: 0, to: track.length - 1 }
    const { rows, isGuessable } = findShown(track, range, [zone], { before: random(), after: random() })
    // Some that go past it never come into the disc.
    if (rows.length <= BASELINE || rows.length === track.length) return []
    const seen = isHomeward ? rows : rows.toReversed()
    const at = (back: number) => toPoint(zone.place, track, seen.at(-1 - back)!)
    // What is hidden in between is no part of a line.
    const isOneStretch = (back: number) => Math.abs(seen.at(-1)! - seen.at(-1 - back)!) === back
    for (const back of [1, 2, 3, 6, 8, 12, 24, 30, 36])
      assert.ok(isGuessable || !isOneStretch(back) || !leadsHome(at(back), at(0)), 'no line home is silent')
    return [{ end: at(0), ray: { end: at(0), from: at(BASELINE) }, isGuessable }]
  }

  const drawAngle = () => 2 * Math.PI * random()
  /** What gives the direction from which each flight of a pilot comes. */
  const sides: Record<string, () => () => number> = {
    'one side': () => {
      const from = drawAngle()
      return () => from + 0.25 * gauss()
    },
    'two sides': () => {
      const from = [drawAngle(), drawAngle()]
      return () => from[random() < 0.5 ? 0 : 1]! + 0.25 * gauss()
    },
    'all sides': () => drawAngle,
    'opposite sides': () => {
      const from = drawAngle()
      return () => from + (random() < 0.5 ? Math.PI : 0) + 0.25 * gauss()
    },
  }
  const ways: Record<string, (awayM: number, angle: number) => Point[]> = {
    straight: (awayM, angle) => flyStraight(awayM, angle),
    circling: (awayM, angle) => flyHome(random, awayM, angle),
    'straight, past it': (awayM, angle) => flyStraight(awayM, angle, [300 * gauss(), 300 * gauss()]),
  }
  /** The others are harder than those that were asked for, and told beside them. */
  const isJudged = (side: string, way: string) => side !== 'opposite sides' && way !== 'straight, past it'

  test('are nearer to the place no more often than a guess of the middle', (context) => {
    const sums = createScores()
    const lines: string[] = []
    for (const [side, draws] of Object.entries(sides))
      for (const [way, fly] of Object.entries(ways)) {
        const scores = createScores()
        for (let at = 0; at < ZONES; at++) tryZone(scores, fly, draws())
        lines.push(`${side}, ${way}${isJudged(side, way) ? '' : ' (told)'} ${describe(scores)}`)
        if (way === 'straight')
          assert.equal(scores.told, scores.flights, 'of a straight flight home its pilot is told')
        if (isJudged(side, way)) addTo(sums, scores)
      }
    lines.push(`**together** ${describe(sums)}`)
    for (const line of lines) context.diagnostic(line)
    const most = upperBound(sums.guess, sums.zones)
    for (const [name, hits] of Object.entries(sums.hits))
      if (!name.startsWith('lines'))
        assert.ok(hits / sums.zones <= most, `${name}: ${hits} of ${sums.zones}, by guessing ${sums.guess}`)
  })

  function tryZone(scores: Scores, fly: (awayM: number, angle: number) => Point[], from: () => number) {
    const known: Drawn[] = []
    const place = drawPlace()
    const zones = [putZone(known, place), putZone(known, { ...place, radiusM: drawRadius() })]
    const flown = Array.from({ length: FLIGHTS }, () => fly(8000 + 8000 * random(), from()))
    scores.zones++
    if (distanceM(zones[0]!.circle, place) <= FOUND_M) scores.guess++
    for (const [at, zone] of zones.entries()) {
      const all = flown.flatMap((points) => see(zone, points))
      const heeded = all.filter(({ isGuessable }) => !isGuessable)
      scores.flights += all.length
      scores.told += all.length - heeded.length
      for (const [who, seen] of Object.entries({ heeded, all }))
        for (const [name, estimate] of Object.entries(estimators)) {
          const key = `${name} ${who} ${at === 0 ? 'before' : 'after'}`
          const isFound = seen.length > 2 && Math.hypot(...estimate(seen)) <= FOUND_M
          scores.hits[key] = (scores.hits[key] ?? 0) + Number(isFound)
        }
    }
  }
})

const estimators: Record<string, (seen: { end: Point; ray: Ray }[]) => Point> = {
  mean: (seen) => meanOf(seen.map(({ end }) => end)),
  circle: (seen) => fitCircle(seen.map(({ end }) => end)),
  enclosing: (seen) => enclose(seen.map(({ end }) => end)),
  lines: (seen) => crossLines(seen.map(({ ray }) => ray)),
}

/** Whether the way from one point to another would go on to the middle. */
function leadsHome([east, north]: Point, [x, y]: Point): boolean {
  const [dx, dy] = [x - east, y - north]
  const length = Math.hypot(dx, dy)
  return length > 0 && x * dx + y * dy < 0 && Math.abs(x * dy - y * dx) / length <= FOUND_M - 1
}

interface Scores {
  zones: number
  flights: number
  told: number
  guess: number
  hits: Record<string, number>
}

const createScores = (): Scores => ({ zones: 0, flights: 0, told: 0, guess: 0, hits: {} })

function addTo(sums: Scores, { zones, flights, told, guess, hits }: Scores): void {
  sums.zones += zones
  sums.flights += flights
  sums.told += told
  sums.guess += guess
  for (const [name, count] of Object.entries(hits)) sums.hits[name] = (sums.hits[name] ?? 0) + count
}

/** A row: what pilots are told, the guess, and each estimator before and after a resize. */
function describe({ zones, flights, told, guess, hits }: Scores): string {
  const share = (count: number, of = zones) => ((100 * count) / of).toFixed(1)
  const cells = ['heeded', 'all'].flatMap((who) =>
    Object.keys(estimators).map(
      (name) => `${share(hits[`${name} ${who} before`]!)} / ${share(hits[`${name} ${who} after`]!)}`,
    ),
  )
  return `| ${[share(told, flights), share(guess), ...cells].join(' | ')} |`
}

/** Of a share, with 95 % confidence (Wilson). */
function upperBound(count: number, of: number): number {
  const z = 1.96
  const share = count / of
  const spread = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return (share + z ** 2 / (2 * of) + spread) / (1 + z ** 2 / of)
}

function moved(place: Place, metres: number, angle: number): Place {
  const track = trackOf(place, [[metres * Math.sin(angle), metres * Math.cos(angle)]])
  return { ...place, latitude: track.latitude[0]!, longitude: track.longitude[0]! }
}
