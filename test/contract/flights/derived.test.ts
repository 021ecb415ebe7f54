// run: all
// Random changes of flights, by every way there is; then all that is derived from them is compared with a recount.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Taken } from '#igc/flight/footprint.ts'
import { addGlider, removeGlider } from '#server/flights/gliders/gliders.ts'
import { removeAllFlights, removeFlight } from '#server/flights/record/remove.ts'
import { continueImports } from '#server/flights/import/work.ts'
import { listFlights } from '#server/flights/read/list-store.ts'
import { readCalendar, readTotals } from '#server/flights/sums/statistics.ts'
import type { AnalysedFlight } from '#server/flights/record/findings.ts'
import { toScored } from '#server/flights/record/new-flight.ts'
import type { ScoredFlight } from '#server/flights/rescore/store.ts'
import { mergeFlights } from '#server/flights/twins/merge.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { updateScore } from '#server/flights/rescore/rescore.ts'
import { findFirstAnswer } from '#server/access/once/store.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import { nameTakeoff } from '#server/flights/takeoff-names/name-takeoff.ts'
import { seededRandom } from '#igc/simulate.ts'
import { importZip } from '#test/support/archives/imports.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, makeFlight, unlimited, type Pilot } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { readSeed } from '#test/support/seed.ts'

const SEED = readSeed('DERIVED')
const CHANGES = process.env.SWEEPS ? 20_000 : 120
const CHECK_EVERY = CHANGES / 8
const ASK_EVERY = 5
const PILOTS = 4
const PLACES = 6
const DAYS = 40
const FLIGHTS_OF_A_ZIP = 3

/** The ways of a change, each as often as it comes. */
const chances = [
  'upload',
  'upload',
  'upload',
  'import',
  'correction',
  'correction',
  'glider',
  'name',
  'name',
  'rescore',
  'rescore',
  'deletion',
  'merge',
  'merge',
  'erasure',
  'site',
] as const
type Way = (typeof chances)[number]
/** The others may move or rename a place that other pilots have flown from. */
const ofNoConcernToOthers = ['upload', 'import', 'correction', 'glider'] as const satisfies Way[]

interface Known {
  pilot: Pilot
  id: string
  key: string
}

/** A file that says what its flight is: scored in no time, thousands of them. */
interface Figures {
  fixes: number
  day: number
  place: number
  score: number
  type: 'Free Flight' | 'FAI Triangle'
}

function dateOf(day: number): string {
  return new Date(Date.UTC(2026, 3, 20) + day * 86_400_000).toISOString().slice(0, 10)
}

/** Ten kilometres apart. */
const launchAt = (place: number) => ({ lat: 46 + place / 10, lng: 8 })

/** Flights with the same number on one day are one flight; for every fourth nothing is known. */
function makeTrace(number: number): number[] | null {
  if (number % 4 === 0) return null
  const first = [15, 1000, 4_600_000 + (number % 4) * 10_000, 800_000]
  return [...first, ...Array.from({ length: 9 }, () => [1, 20, 20]).flat()]
}

/** Flights with the same number are copies of each other, whatever their day. */
function makeFootprint(number: number): Taken | null {
  if (number % 5 === 0) return null
  const steps = Array.from({ length: 20 }, (_, at) =>
    [300 * Math.sin(at * number), 300 * Math.cos(at)].map(Math.round),
  )
  return { key: 7000 + number, footprint: [15, -10, ...steps.flat()] }
}

async function describeModel({ services }: TestServer): Promise<(figures: Figures) => AnalysedFlight> {
  const analysis = await services.scorer.analyse('model', makeFlight(1))
  assert.ok(analysis.isFlight)
  const { flight } = analysis
  return ({ fixes, day, place, score, type }) => ({
    ...flight,
    fingerprint: `fixes ${fixes}`,
    flightDate: dateOf(day),
    trace: makeTrace(score),
    footprint: makeFootprint(fixes % 40),
    score: { ...flight.score, score, distanceKm: score / 2, type },
    summary: {
      ...flight.summary,
      recording: fixes % 4 === 0 ? 'no-flight' : 'complete',
      takeoff: { ...flight.summary.takeoff, ...launchAt(place) },
    },
  })
}

suite(`everything derived from flights, DERIVED_SEED=${SEED}`, async () => {
  const environment = { ...unlimited, FILES_URL: `file://${makeFolder({ after })}` }
  const server = await startServer({ after }, { environment })
  const { services } = server
  const { sql } = services.db
  const random = seededRandom(SEED)
  const below = (count: number) => Math.floor(random() * count)
  const pilots: Pilot[] = []
  for (let count = 0; count < PILOTS; count++) pilots.push(await createPilot(server))
  const describe = await describeModel(server)
  services.scorer.analyse = async (_user, bytes) => ({
    isFlight: true,
    flight: describe(JSON.parse(Buffer.from(bytes).toString().split('\n')[1] ?? '') as Figures),
  })

  const flights: Known[] = []
  const deleted: Known[] = []
  let [keys, changes, gliderNumber, merges] = [0, 0, 0, 0]
  const gliders = new Map<Pilot, string[]>()

  const anyOf = <Item>(list: readonly Item[]) => list[below(list.length)]
  const anyPilot = () => pilots[below(PILOTS)] as Pilot
  /** Some of them twice: files and flights are known already. */
  const makeFile = (fixes = below(CHANGES)) => {
    const figures: Figures = {
      fixes,
      day: below(DAYS),
      place: below(PLACES),
      score: below(50),
      type: random() < 0.5 ? 'Free Flight' : 'FAI Triangle',
    }
    return Buffer.from(`AXXX made up\n${JSON.stringify(figures)}\n`)
  }
  const anyFlight = (of: Pilot) => anyOf(flights.filter(({ pilot }) => pilot === of))

  const ways: Record<Way, (pilot: Pilot) => Promise<void>> = {
    upload: async (pilot) => {
      const key = `key ${keys++}`
      const { id, isNew } = await uploadFlight(
        services,
        pilot.user.id,
        { bytes: makeFile(), fileName: undefined, options: {} },
        { caller: pilot.user.id, key },
      )
      if (isNew) flights.push({ pilot, id, key })
    },
    import: async (pilot) => {
      // They are imported side by side: which of them is first must not matter, or the seed would not repeat the run.
      const fixes = below(CHANGES)
      const files = Array.from(
        { length: FLIGHTS_OF_A_ZIP },
        (_, at) => [`${at}.igc`, makeFile(fixes + at)] as const,
      )
      assert.ok((await importZip(server, pilot, files)).ok)
      while (await continueImports(services, AbortSignal.timeout(60_000)));
      const known = new Set(flights.map(({ id }) => id))
      const rows = await sql<{
        id: string
      }>`select id from flights where owner_id = ${pilot.user.id} order by hash`
      for (const { id } of rows) if (!known.has(id)) flights.push({ pilot, id, key: '' })
    },
    correction: async (pilot) => {
      const flight = anyFlight(pilot)
      if (!flight) return
      const gliderId = random() < 0.3 ? null : (anyOf(gliders.get(pilot) ?? []) ?? null)
      const isCounted = [true, false, null, undefined][below(4)]
      const given = {
        is_tandem: random() < 0.5,
        gliderId,
        ...(isCounted !== undefined && { isCounted: isCounted }),
      }
      await makeChange(services, pilot.user.id, (change) => updateFlight(change, flight.id, given))
    },
    name: async (pilot) => {
      const flight = anyFlight(pilot)
      if (!flight) return
      const name = random() < 0.3 ? null : `Hill ${below(3)}`
      const wanted = { name, isForNearby: random() < 0.5, isSuggested: random() < 0.5 }
      await nameTakeoff(services, pilot.user.id, flight.id, wanted)
    },
    glider: async (pilot) => {
      const mine = gliders.get(pilot) ?? []
      const last = mine.at(-1)
      // Gliders that have flights stay.
      if (last !== undefined && random() < 0.5)
        await removeGlider(services, pilot.user.id, last).then(
          () => mine.pop(),
          (error: unknown) => assert.match(String(error), /flown with this glider/),
        )
      else if (mine.length < 3) {
        const name = `Glider ${gliderNumber++}`
        const { id } = await addGlider(services, pilot.user.id, {
          name,
          class: 'B',
          isDefault: random() < 0.5,
        })
        gliders.set(pilot, [...mine, id])
      }
    },
    rescore: async (pilot) => {
      const flight = anyFlight(pilot)
      if (!flight) return
      const [row] = await sql<ScoredFlight>`
        select id, owner_id as "ownerId", scored_by as "scoredBy", takeoff_id as "takeoffId",
          flight_date as "flightDate", metadata
        from flights where id = ${flight.id}`
      assert.ok(row)
      const place = below(PLACES)
      const launch = launchAt(place)
      const site = { latitude: launch.lat, longitude: launch.lng, town: 'Hill', country: 'CH' }
      const found = describe({
        fixes: below(40),
        day: below(DAYS),
        place,
        score: below(50),
        type: random() < 0.5 ? 'Free Flight' : 'FAI Triangle',
      })
      const score = {
        ...toScored(found, { launch }, 'later rules'),
        duration_seconds: below(9000),
        highest_m: below(4) * 500,
        best_climb_ms: below(5) / 2,
      }
      const analysis = random() < 0.5 ? new Uint8Array(9) : null
      const isStored = await makeChange(services, pilot.user.id, (change) =>
        updateScore(change, row, site, { score, analysis }),
      )
      assert.ok(isStored)
    },
    deletion: async (pilot) => {
      const flight = anyFlight(pilot)
      if (!flight) return
      assert.ok(await makeChange(services, pilot.user.id, (change) => removeFlight(change, flight.id)))
      flights.splice(flights.indexOf(flight), 1)
      deleted.push(flight)
    },
    merge: async (pilot) => {
      const [twins] = await sql<{ id: string; other: string }>`
        select id, same_flight_as as other from flights
        where owner_id = ${pilot.user.id} and same_flight_why = 'twin' order by hash limit 1`
      if (!twins) return
      const [kept, goes] = random() < 0.5 ? [twins.id, twins.other] : [twins.other, twins.id]
      await makeChange(services, pilot.user.id, (change) =>
        mergeFlights(change, kept, { otherFlightId: goes }),
      )
      const at = flights.findIndex(({ id }) => id === goes)
      deleted.push(...flights.splice(at, 1))
      merges++
    },
    erasure: async (pilot) => {
      if (below(20) > 0) return
      const isTheirs = (known: Known) => known.pilot === pilot
      const count = await makeChange(services, pilot.user.id, removeAllFlights)
      assert.equal(count, flights.filter(isTheirs).length)
      for (const list of [flights, deleted])
        for (const gone of list.filter(isTheirs)) list.splice(list.indexOf(gone), 1)
      // Flights go all at once only with the account.
      pilots[pilots.indexOf(pilot)] = await createPilot(server)
    },
    site: async () => {
      const place = below(PLACES)
      const { lat, lng } = launchAt(place)
      const list = `id,name,latitude,longitude,country\n${place},Hill ${below(99)},${lat},${lng},CH\n`
      assert.equal((await importTakeoffs(services, list, 'list')).refused, 0)
    },
  }
  const addresses = ['/api/v1/flights', '/api/v1/flights?page=2&fields=light', '/api/v1/flights?limit=3']
  const seen = new Map<string, { tag: string; body: string }>()
  let asked = { pilot: anyPilot(), address: '/api/v1/flights' }

  /** A client that has a list is told that it is unchanged only while it is, and always when only others' flights changed. */
  async function requireRightTags(): Promise<void> {
    // Often the same again: little of it has changed.
    if (random() < 0.3) asked = { pilot: anyPilot(), address: anyOf(addresses) ?? '' }
    if (!pilots.includes(asked.pilot)) asked.pilot = anyPilot()
    const { pilot, address } = asked
    const tag = await requireRightTag(pilot, address, 'before')
    const another = anyOf(pilots.filter((one) => one !== pilot))
    assert.ok(another)
    const theirs = anyOf(ofNoConcernToOthers) ?? 'upload'
    await ways[theirs](another)
    const tagAfter = await requireRightTag(pilot, address, `${theirs} of another`)
    assert.equal(tagAfter, tag, `${theirs} of another after ${changes} changes, DERIVED_SEED=${SEED}`)
    const own = anyOf(chances) ?? 'upload'
    await ways[own](pilot)
    if (pilots.includes(pilot)) await requireRightTag(pilot, address, own)
  }

  async function requireRightTag({ headers, user }: Pilot, address: string, last: string): Promise<string> {
    const hint = `${address} after ${changes} changes, ${last}, DERIVED_SEED=${SEED}`
    const ask = async (tag = '') => {
      const response = await server.fetch(address, { headers: { ...headers, 'if-none-match': tag } })
      return { status: response.status, tag: response.headers.get('etag'), body: await response.text() }
    }
    const known = seen.get(`${user.id} ${address}`)
    const again = await ask(known?.tag)
    const { tag, body } = await ask()
    assert.ok(tag)
    assert.equal(again.tag, tag, hint)
    if (tag === known?.tag) assert.deepEqual([again.status, known.body], [304, body], hint)
    else assert.deepEqual([again.status, again.body], [200, body], hint)
    seen.set(`${user.id} ${address}`, { tag, body })
    return tag
  }

  async function requireRight(): Promise<void> {
    await requireRightCounts(sql, `after ${changes} changes, DERIVED_SEED=${SEED}`)
    const kept = await sql<{ flight_id: string }>`select flight_id from deleted_flights order by flight_id`
    assert.deepEqual(
      kept.map((row) => row.flight_id),
      deleted.map(({ id }) => id).sort(),
    )
    for (const pilot of pilots) {
      const theirs = flights.filter((flight) => flight.pilot === pilot)
      const page = await listFlights(sql, pilot.user.id, {}, { page: 2, pageSize: 10 })
      const dated = { from: '2026-01-01', to: '2026-12-31' }
      const days = await listFlights(sql, pilot.user.id, dated, { page: 1, pageSize: 10 })
      const [counted] = await sql<{ flights: number }>`
        select count(*) as flights from flights
        where owner_id = ${pilot.user.id} and coalesce(counted_by_pilot, recording = 'complete' and same_flight_as is null)`
      assert.deepEqual(
        [page.totalCount, days.totalCount, (await readTotals(sql, pilot.user.id)).flights],
        [theirs.length, theirs.length, counted?.flights],
      )
      const { days: _, ...totals } = await readCalendar(sql, pilot.user.id)
      assert.deepEqual(await readTotals(sql, pilot.user.id), totals)
    }
    for (const [list, isStanding] of [
      [flights, true],
      [deleted, false],
    ] as const)
      for (const { pilot, key } of list.slice(-20)) {
        const asked = { caller: pilot.user.id, key, ownerId: pilot.user.id, requestHash: '' }
        if (key) assert.equal((await findFirstAnswer(sql, 0, asked))?.isStanding, isStanding)
      }
  }

  test(`is what a recount gives after ${CHANGES} changes`, async (context) => {
    context.diagnostic(`DERIVED_SEED=${SEED}`)
    while (changes < CHANGES) {
      await ways[anyOf(chances) ?? 'upload'](anyPilot())
      changes++
      if (changes % ASK_EVERY === 0) await requireRightTags()
      if (changes % CHECK_EVERY === 0) await requireRight()
    }
    context.diagnostic(
      `${flights.length} flights are left, ${deleted.length} deletions are kept, ${merges} of them merged`,
    )
    // In few changes chance may leave merges out.
    if (process.env.SWEEPS) assert.ok(merges > 0)
  })
})
