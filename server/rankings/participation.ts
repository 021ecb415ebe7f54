// Entering and leaving a season.
import type { SeasonEntry } from '#contract/clubs/api.ts'
import { dayAt } from '#rankings/days.ts'
import type { By } from '#server/access/security-log/store.ts'
import { announceWidening } from '#server/access/widening.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import * as entries from './entries-store.ts'
import { removePilot, rerankWithin } from './rerank.ts'
import type { SeenSeason } from './season.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'

/** Consent: to a season of a club, of its members alone. The pilot is told by email, with a link that leaves it again. */
export async function enterSeason(
  services: RankingServices,
  userId: string,
  { season, role }: SeenSeason,
  { takes, flights = [], shownAs, ...given }: SeasonEntry,
  by?: By,
): Promise<void> {
  if (season.clubId !== null && role === undefined)
    throw new ApiError(403, 'insufficient_role', 'Only members of the club enter its seasons: join it first.')
  const { db, now } = services
  const { band, sex, team } = { band: null, sex: null, team: null, ...given }
  await db.transaction(async (sql) => {
    await store.holdSeason(sql, season.id)
    const before = await store.findPilot(sql, season.id, userId)
    const today = dayAt(new Date(now()).toISOString(), season.terms.timeZone)
    const isSameTeam = before !== undefined && before.team === team
    const pilot = {
      id: before?.id ?? createId(now()),
      seasonId: season.id,
      userId,
      takes,
      shownAs,
      band,
      sex,
      team,
      teamSince: team === null ? null : isSameTeam ? before.teamSince : today,
      isNewcomer: before?.isNewcomer ?? !(await store.hasEarlier(sql, season, userId)),
    }
    await store.putPilot(sql, now(), pilot)
    if (by && takes !== 'none' && (before?.takes ?? 'none') === 'none') {
      const widening = { kind: 'seasonEntered', subject: season.name, undo: season.id } as const
      await announceWidening(services, sql, { userId, by }, widening)
    }
    // Once for the entries to be there, and once more where some were chosen among them.
    await rerankWithin(services, sql, pilot.id)
    if (takes !== 'chosen') return
    await entries.setChosen(sql, pilot.id, flights)
    await rerankWithin(services, sql, pilot.id)
  })
}

/** In open seasons of a club, when the pilot is no longer a member. */
export async function endEntries(
  services: Pick<RankingServices, 'now'>,
  sql: Sql,
  { clubId, userId }: { clubId: string; userId: string },
): Promise<void> {
  for (const pilot of await store.listPilots(sql, { userId })) {
    const season = await store.holdSeason(sql, pilot.seasonId)
    if (season?.clubId === clubId && season.closedAt === null) await removePilot(services, sql, pilot)
  }
}

export async function leaveSeason(
  services: Pick<RankingServices, 'db' | 'now'>,
  userId: string,
  seasonId: string,
): Promise<void> {
  await services.db.transaction(async (sql) => {
    const pilot = await store.findPilot(sql, seasonId, userId)
    if (pilot) await removePilot(services, sql, pilot)
  })
}
