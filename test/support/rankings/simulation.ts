// A season whose flights are simulated: rows, change numbers and events are those of uploads, only no file is scored.
import type { Certificate } from '#contract/certificate.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { countNewFlight } from '#server/flights/record/change-numbers.ts'
import { makeChange } from '#server/flights/record/change.ts'
import type { NewFlight } from '#server/flights/record/columns.ts'
import { seasonOf } from '#server/flights/record/flight.ts'
import { insertFlight } from '#server/flights/record/store.ts'
import { announceUpload } from '#server/flights/record/update.ts'
import { createId } from '#server/platform/ids.ts'
import { lookAtChanged } from '#server/rankings/jobs.ts'
import { enterSeason } from '#server/rankings/participation.ts'
import { createSeason, putRanking } from '#server/rankings/managing.ts'
import { requireSeason } from '#server/rankings/season.ts'
import { ofUser, setUnseen } from '#server/rankings/store.ts'
import type { RankingServices } from '#server/rankings/sources.ts'
import { withRankable } from '#server/work.ts'
import type { TestServer } from '../server.ts'
import { type Random, simple } from './entries.ts'
import { terms } from './league.ts'

export const DAY_MS = 86_400_000
const UPLOAD_DAYS = 14
const TAKEOFFS = 8
export const wings = ['A', 'B', 'C'] as const
const types = ['Free Flight', 'Free Triangle', 'FAI Triangle', 'Closed FAI Triangle'] as const

const toHex = (value: number, length: number) => value.toString(16).padStart(length, '0')
const nameTakeoff = (index: number) => toHex(index, 24)
/** Of a pilot's wing of a class. */
export const nameGlider = (userId: string, wing: (typeof wings)[number]) => `${userId}-${wing}`

export function makeScore({ below, pick }: Random): Pick<NewFlight, 'score' | 'metadata'> {
  const score = 5 + below(20_000) / 100
  const scoring = {
    type: pick(types),
    score,
    distanceKm: score,
    rules: { name: 'XContest', version: '2019' },
    elapsedMs: 1,
  } as Certificate
  const signature = { status: pick(['valid', 'valid', 'unsigned', 'invalid']) }
  return { score, metadata: JSON.stringify({ scoring, signature }) }
}

let hashes = 0

function makeRow(random: Random, nowMs: number, userId: string, date: string): NewFlight {
  const { below, pick } = random
  const takeoff = below(TAKEOFFS)
  const scored = makeScore(random)
  const wing = pick([...wings, null])
  const hash = toHex(++hashes, 64)
  return {
    ...scored,
    id: createId(nowMs),
    hash,
    fingerprint: hash,
    file_name: 'flight.igc',
    uploaded_by: null,
    flight_date: date,
    season: seasonOf(date),
    distance_km: scored.score,
    score_type: 'Free Flight',
    scored_by: 'simulation',
    takeoff_id: nameTakeoff(takeoff),
    launch_latitude: 46 + takeoff / 40,
    launch_longitude: 8,
    duration_seconds: 600 + below(20_000),
    track_distance_km: 50,
    highest_m: 2000,
    best_climb_ms: 3,
    recording: 'complete',
    counted_by_pilot: null,
    is_tandem: below(20) === 0,
    launch_type: pick(['Self', 'Self', 'Towed']),
    title: null,
    notes: null,
    glider_id: wing && nameGlider(userId, wing),
    shape: '[]',
    trace: null,
    footprint: null,
    footprint_key: null,
  }
}

const noFile = {
  byteLength: 1,
  compressed: new Uint8Array(),
  isOutside: false,
  storedHash: '',
  givenDate: null,
  analysis: null,
}

/** Twenty, of every kind. */
export function listRules(): RankingRule[] {
  const rules: Partial<RankingRule>[] = [
    {},
    { choice: { best: 6 } },
    { choice: { best: 3, floors: [{ kind: 'country', values: ['DE'], least: 1 }] } },
    {
      choice: {
        best: 3,
        floors: [
          { kind: 'type', values: ['Free Flight'], least: 1 },
          { kind: 'type', values: ['FAI Triangle'], least: 1 },
        ],
      },
    },
    { choice: { best: 3, apart: { km: 5 } } },
    { choice: { best: 5, caps: [{ kind: 'takeoff', most: 1 }] } },
    { choice: { best: 5, caps: [{ kind: 'day', most: 1 }] }, filter: { weekdays: [6, 7] } },
    { filter: { classes: ['A', 'B'] } },
    { filter: { countries: ['CH'] }, ties: ['best-flight'] },
    { filter: { signatures: ['valid'] } },
    {
      factors: [
        { classes: ['A'], times: 1.1 },
        { classes: ['C'], times: 0.95 },
      ],
      minimum: 25,
    },
    { group: { by: 'club', flights: 30 }, choice: { best: 5 } },
    { group: { by: 'club', members: 4 } },
    { group: { by: 'team', flights: 12 } },
    { group: { by: 'takeoff', flights: 1 }, choice: { best: 1 } },
    { group: { by: 'day', flights: 3 }, choice: { best: 1 } },
    { measure: { kind: 'hours', decimals: 1 }, choice: {} },
    { measure: { kind: 'flights', decimals: 0 }, choice: {}, audience: 'members' },
    { measure: { kind: 'km', league: 'xcontest', decimals: 1 }, audience: 'members' },
    { filter: { launchTypes: ['Towed'] }, choice: { best: 10 }, leastRows: 5 },
  ]
  return rules.map((rule) => ({ ...simple, ...rule }))
}

/** By a league that flights are scored by only after the upload. */
export const byAnotherLeague: RankingRule[] = [
  { ...simple, measure: { kind: 'points', league: 'leonardo', decimals: 2 } },
  {
    ...simple,
    measure: { kind: 'km', league: 'norway', decimals: 1 },
    audience: 'members',
    group: { by: 'club', members: 4 },
  },
]

/** There are no files: a flight's points follow from its hash, a few have no rules, and a few cannot be scored. */
function scoreByName(
  { db }: RankingServices,
  isWaiting: (ownerId: string) => boolean,
): RankingServices['rankable']['score'] {
  return async (ownerId, flightId, leagues) => {
    if (isWaiting(ownerId)) return undefined
    const [flight] = await db.sql<{ hash: string; date: string; seconds: number; zones: string | null }>`
      select hash, flight_date as date, duration_seconds as seconds,
        (select id from privacy_zones where user_id = ${ownerId}) as zones
      from flights where owner_id = ${ownerId} and id = ${flightId}`
    if (!flight) return undefined
    const number = parseInt(flight.hash.slice(-8), 16)
    if (number % 17 === 0) throw new Error('It cannot be scored.')
    return {
      ...flight,
      scores: leagues.map((league, index) => {
        if ((number + index) % 11 === 0) return null
        const score = 3 + ((number * (7919 + league.length)) % 20_000) / 100
        const isRefused = number % 13 === 0
        return {
          rules: `${league} 1`,
          type: isRefused ? ('None' as const) : types[number % types.length]!,
          points: { units: isRefused ? 0 : Math.round(score * 100), decimals: 2 },
          km: { units: isRefused ? 0 : Math.round(score * 50), decimals: 2 },
        }
      }),
    }
  }
}

export interface Simulation {
  readonly services: RankingServices
  readonly random: Random
  readonly owner: string
  readonly seasonId: string
  readonly clubs: readonly string[]
  readonly pilots: readonly string[]
  readonly toDay: (daysAgo?: number) => string
  advance: (milliseconds: number) => void
  /** Stores a flight as an upload does: number, row, file and event in one transaction. */
  upload: (userId: string, daysAgo?: number) => Promise<string>
  /** Without scoring by another league than the installation's, flights wait for it. */
  settle: (isScoring: boolean) => Promise<number>
}

/** From the first hour of the season on; its clock goes by what `advance` says. */
export async function simulate(
  server: Pick<TestServer, 'services'>,
  pilotCount: number,
  owner: string,
  random: Random,
  more: readonly RankingRule[] = [],
): Promise<Simulation> {
  let nowMs = Date.parse(`${terms.from}T06:00:00.000Z`)
  const real = withRankable(server.services)
  let isScoring = true
  const waiting = new Set<string>()
  const isWaiting = (ownerId: string) => !isScoring && waiting.add(ownerId).has(ownerId)
  const rankable = { ...real.rankable, score: scoreByName(real, isWaiting) }
  const services: RankingServices = { ...real, rankable, now: () => nowMs }
  const toDay = (daysAgo = 0) => new Date(nowMs - daysAgo * DAY_MS).toISOString().slice(0, 10)
  await insertTakeoffs(services)
  const clubs: string[] = []
  for (const name of ['a', 'b', 'c']) clubs.push(await insertClub(services, owner, name))
  const seasonId = await createSeason(services, owner, {
    clubId: clubs[0]!,
    name: 'Simulated',
    terms: { ...terms, uploadDays: UPLOAD_DAYS },
  })
  const { season } = await requireSeason(services, owner, seasonId)
  for (const [index, rule] of [...listRules(), ...more].entries())
    await putRanking(services, season, { name: `R${index}`, rule })
  const pilots: string[] = []
  for (let index = 0; index < pilotCount; index++) {
    const id = await insertPilot(services)
    pilots.push(id)
    for (const club of clubs) await join(services, id, club)
    const clubId = clubs[index % clubs.length]!
    const entry = { displayName: 'full', team: `team-${index % 9}`, clubId } as const
    await enterSeason(services, id, { season }, entry)
  }
  return {
    services,
    random,
    owner,
    seasonId,
    clubs,
    pilots,
    toDay,
    advance: (milliseconds) => void (nowMs += Math.round(milliseconds)),
    upload: (userId, daysAgo) =>
      makeChange(services, userId, async (change) => {
        const row = makeRow(random, nowMs, userId, toDay(daysAgo))
        const visibility = random.below(5) > 0 ? 'public' : 'private'
        const counted = await countNewFlight(change.sql, userId, noFile.byteLength)
        await insertFlight(change, counted!, { ...row, visibility }, noFile)
        await announceUpload(change, row)
        return row.id
      }),
    settle: async (scoring) => {
      isScoring = scoring
      if (scoring) {
        for (const userId of waiting) await setUnseen(services.db.sql, ofUser(userId))
        waiting.clear()
      }
      return lookAtChanged(services)
    },
  }
}

async function insertTakeoffs({ db }: RankingServices): Promise<void> {
  for (let index = 0; index < TAKEOFFS; index++)
    await db.sql`
      insert into takeoffs (id, name, country, latitude, longitude, latitude_row, source_id, created_at, updated_at)
      values (${nameTakeoff(index)}, ${`Hill ${index}`}, ${['CH', 'DE', 'FR'][index % 3]!}, ${46 + index / 40}, 8,
        ${Math.floor((46 + index / 40) * 100)}, ${`simulated:${index}`}, 0, 0)`
}

export async function insertPilot({ db, now }: RankingServices): Promise<string> {
  const id = createId(now())
  await db.sql`
    insert into users (id, email, created_at, updated_at) values (${id}, ${`${id}@example.org`}, 0, 0)`
  for (const wing of wings)
    await db.sql`
      insert into gliders (id, owner_id, name, folded_name, class, is_default, is_retired, created_at, updated_at)
      values (${nameGlider(id, wing)}, ${id}, ${wing}, ${wing}, ${wing}, ${false}, ${false}, 0, 0)`
  return id
}

async function insertClub({ db, now }: RankingServices, owner: string, name: string): Promise<string> {
  const id = createId(now())
  await db.sql`
    insert into clubs (id, handle, name, folded_name, country, join_by, visible_to, created_at, updated_at)
    values (${id}, ${`sim-${id}`}, ${name}, ${name}, 'CH', 'open', 'public', 0, 0)`
  await db.sql`
    insert into club_members (id, club_id, user_id, role, shown_as, is_listed, since_at)
    values (${createId(now())}, ${id}, ${owner}, 'owner', 'full', ${true}, 0)`
  return id
}

async function join({ db, now }: RankingServices, userId: string, clubId: string): Promise<void> {
  await db.sql`
    insert into club_members (id, club_id, user_id, role, shown_as, is_listed, since_at)
    values (${createId(now())}, ${clubId}, ${userId}, 'member', 'full', ${true}, ${now()})`
}
