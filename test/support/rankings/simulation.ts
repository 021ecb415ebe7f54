// A season with flights that are rows of memory: entries, choices, rows and proofs are the real ones, only files are not scored.
import type { Certificate } from '#contract/certificate.ts'
import type { RankingRule } from '#contract/clubs/rule.ts'
import { rerankChanged } from '#server/rankings/jobs.ts'
import { enterSeason } from '#server/rankings/participation.ts'
import { createSeason, putRanking, requireSeason } from '#server/rankings/season.ts'
import type { RankingServices, SourceFlight } from '#server/rankings/sources.ts'
import { createId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { type Random, simple } from './entries.ts'
import { terms } from './league.ts'

const types = ['Free Flight', 'Free Triangle', 'FAI Triangle', 'Closed FAI Triangle'] as const

export function makeSourceFlight({ below, pick }: Random, nowMs: number, changeNumber: number): SourceFlight {
  const score = 5 + below(20_000) / 100
  const takeoff = below(8)
  return {
    id: createId(nowMs),
    changeNumber,
    hash: `${below(2 ** 30)}`.padStart(64, '0'),
    certificate: {
      type: pick(types),
      score,
      distanceKm: score,
      rules: { name: 'XContest', version: '2019' },
      elapsedMs: 1,
    } as Certificate,
    signature: pick(['valid', 'unsigned', 'invalid']),
    isPublic: below(5) > 0,
    hasZones: below(10) === 0,
    date: `2026-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`,
    uploadedAt: Date.parse('2026-06-15T12:00:00.000Z') + below(200) * 86_400_000,
    seconds: 600 + below(20_000),
    class: pick(['A', 'B', 'C', null]),
    country: pick(['CH', 'DE', 'FR']),
    takeoff: { id: `${takeoff}`.repeat(24), latitude: 46 + takeoff / 40, longitude: 8 },
    launchType: pick(['Self', 'Self', 'Towed']),
  }
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
    { choice: { best: 3, apart: { km: 5, takeoffs: 2 } } },
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
    { figure: { of: 'hours', decimals: 1 }, choice: {} },
    { figure: { of: 'flights', decimals: 0 }, choice: {}, audience: 'members' },
    { figure: { of: 'km', league: 'xcontest', decimals: 1 }, audience: 'members' },
    { filter: { launchTypes: ['Towed'] }, choice: { best: 10 }, leastRows: 5 },
  ]
  return rules.map((rule) => ({ ...simple, ...rule }))
}

export interface Simulation {
  readonly services: RankingServices
  readonly seasonId: string
  readonly pilots: readonly string[]
  readonly flights: Map<string, SourceFlight[]>
  /** Says that flights of a pilot have changed, as the upload's transaction does. */
  touch: (userId: string) => Promise<number>
  settle: () => Promise<number>
}

export async function simulate(node: Services, pilotCount: number, owner: string): Promise<Simulation> {
  const { sql } = node.db
  const flights = new Map<string, SourceFlight[]>()
  const services: RankingServices = {
    ...node,
    rankable: {
      listNumbers: async (_sql, ownerId) =>
        (flights.get(ownerId) ?? []).map(({ id, changeNumber }) => ({ id, changeNumber })),
      list: async (_sql, ownerId, ids) => (flights.get(ownerId) ?? []).filter(({ id }) => ids.includes(id)),
      league: { id: 'xcontest', scoreDecimals: 2, distanceDecimals: 2 },
    },
  }
  const clubs = await Promise.all(['a', 'b', 'c'].map((name) => insertClub(services, owner, name)))
  const seasonId = await createSeason(services, owner, {
    club: clubs[0]!,
    name: 'Simulated',
    terms: { ...terms, uploadDays: 180 },
  })
  const { season } = await requireSeason(services, owner, seasonId)
  for (const [index, rule] of listRules().entries())
    await putRanking(services, season, { name: `R${index}`, rule })
  const pilots: string[] = []
  for (let index = 0; index < pilotCount; index++) {
    const id = createId(node.now())
    pilots.push(id)
    await sql`
      insert into users (id, email, created_at, updated_at) values (${id}, ${`${id}@example.org`}, 0, 0)`
    await joinMain(services, id, clubs[index % clubs.length]!, Date.parse('2026-01-01T00:00:00.000Z'))
    const entry = { takes: 'all', shownAs: 'full', team: `team-${index % 9}` } as const
    await enterSeason(services, id, { season, isMember: true, role: 'member' }, entry)
    await sql`update season_pilots set team_since = '2026-01-01' where user_id = ${id}`
  }
  let change = 0
  return {
    services,
    seasonId,
    pilots,
    flights,
    async touch(userId) {
      change++
      await sql`
        insert into flight_counters (owner_id, last_change) values (${userId}, ${change})
        on conflict (owner_id) do update set last_change = excluded.last_change`
      return change
    },
    settle: () => rerankChanged(services),
  }
}

async function insertClub({ db, now }: Services, owner: string, name: string): Promise<string> {
  const id = createId(now())
  await db.sql`
    insert into clubs (id, handle, name, folded_name, country, join_by, visible_to, created_at, updated_at)
    values (${id}, ${`sim-${id}`}, ${name}, ${name}, 'CH', 'open', 'public', 0, 0)`
  await db.sql`
    insert into club_members (id, club_id, user_id, role, shown_as, is_listed, joined_at)
    values (${createId(now())}, ${id}, ${owner}, 'owner', 'full', ${true}, 0)`
  return id
}

/** The main club from a moment on. */
export async function joinMain(
  { db, now }: Services,
  userId: string,
  clubId: string,
  sinceMs: number,
): Promise<void> {
  await db.sql`update club_mains set until_at = ${sinceMs} where user_id = ${userId} and until_at is null`
  await db.sql`
    insert into club_mains (id, user_id, club_id, since_at) values (${createId(now())}, ${userId}, ${clubId}, ${sinceMs})`
}
