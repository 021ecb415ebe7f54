// Entering and leaving a season.
import type { SeasonEntry } from '#contract/clubs/api.ts'
import { dayAt } from '#rankings/days.ts'
import type { By } from '#server/access/security-log/store.ts'
import { showsMore, type ShownAs } from '#server/access/names/shown-name.ts'
import { announceWidening, type Widening } from '#server/access/widening.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { ApiError, conflict, invalidRequest } from '#server/platform/errors.ts'
import { createId } from '#server/platform/ids.ts'
import { findJoined, findRole, holdClub } from './clubs-store.ts'
import { noSuchSeason } from './problems.ts'
import type { SeenSeason } from './season.ts'
import type { RankingServices } from './sources.ts'
import * as store from './store.ts'
import type { Season } from './store.ts'

/** Consent: to a season of a club, of its members alone. The pilot is told by email, with a link that leaves it again. */
export async function enterSeason(
  services: RankingServices,
  userId: string,
  { season }: Pick<SeenSeason, 'season'>,
  { displayName, excludedFlightIds, ...given }: SeasonEntry,
  by?: By,
): Promise<void> {
  const { db, now } = services
  const { band, sex, team, clubId } = { band: null, sex: null, team: null, clubId: null, ...given }
  await db.transaction(async (sql) => {
    await requireMember(sql, userId, season, clubId)
    const held = await store.holdSeason(sql, season.id)
    if (!held) throw noSuchSeason()
    if (held.closedAt !== null) throw conflict('The season is closed: nobody enters it any more.')
    const before = await store.findEntry(sql, season.id, userId)
    const today = dayAt(new Date(now()).toISOString(), held.terms.timeZone)
    const isSameTeam = before !== undefined && before.team === team
    await store.putEntry(sql, now(), {
      id: before?.id ?? createId(now()),
      seasonId: season.id,
      userId,
      displayName,
      band,
      sex,
      team,
      teamSince: team === null ? null : isSameTeam ? before.teamSince : today,
      clubId,
      clubSince:
        clubId === before?.clubId
          ? before.clubSince
          : await findClubSince(sql, userId, clubId, held, before?.clubSince ? today : null),
      isNewcomer: before?.isNewcomer ?? !(await store.hasEarlier(sql, held, userId)),
      excluded: [...new Set(excludedFlightIds ?? before?.excluded ?? [])],
    })
    const widening = describeWidening(season, before?.displayName, displayName)
    if (by && widening) await announceWidening(services, sql, { userId, by }, widening)
  })
}

export interface NamedBefore {
  readonly seasonId: string
  readonly displayName: ShownAs
}

function describeWidening(
  { id, name: subject }: Season,
  before: ShownAs | undefined,
  now: ShownAs,
): Widening | undefined {
  if (before === undefined) return { kind: 'seasonEntered', subject, undo: id }
  if (!showsMore(before, now)) return undefined
  const undo: NamedBefore = { seasonId: id, displayName: before }
  return { kind: 'seasonNameShown', subject, object: id, undo }
}

/** In a season that is still open. */
export async function undoName(
  { db, now }: Pick<RankingServices, 'db' | 'now'>,
  userId: string,
  { seasonId, displayName }: NamedBefore,
): Promise<void> {
  await db.transaction(async (sql) => {
    const season = await store.holdSeason(sql, seasonId)
    const entry = await store.findEntry(sql, seasonId, userId)
    if (entry && season?.closedAt === null) await store.putEntry(sql, now(), { ...entry, displayName })
  })
}

/** `changed` is the day on which a club is another one than before, or none: flights are not carried from one to the other. */
async function findClubSince(
  sql: Sql,
  userId: string,
  clubId: string | null,
  { terms }: Season,
  changed: string | null,
): Promise<string | null> {
  if (clubId === null) return changed
  const joined = await findJoined(sql, userId, clubId)
  if (joined === undefined) throw invalidRequest('clubId must be a club of which you are a member.')
  return changed ?? dayAt(new Date(joined).toISOString(), terms.timeZone)
}

/** With the clubs held: who leaves one at the same time is either not let in or loses the entry, or its club, again. */
async function requireMember(
  sql: Sql,
  userId: string,
  { clubId }: Season,
  flownFor: string | null,
): Promise<void> {
  for (const id of [...new Set([clubId, flownFor])].sort()) if (id !== null) await holdClub(sql, id)
  if (clubId === null) return
  if ((await findRole(sql, userId, clubId)) === undefined)
    throw new ApiError(403, 'insufficient_role', 'Only members of the club enter its seasons: join it first.')
}

/** Whatever the pilot sees of the club. In a closed season place and sum stay, without name and flights. */
export async function leaveSeason(
  { db }: Pick<RankingServices, 'db'>,
  userId: string,
  seasonId: string,
): Promise<boolean> {
  return db.transaction(async (sql) => {
    await store.holdSeason(sql, seasonId)
    const entry = await store.findEntry(sql, seasonId, userId)
    if (entry) await store.deleteEntry(sql, entry)
    return entry !== undefined
  })
}

/** When the pilot is no longer a member: in open seasons, and in closed ones where the pilot withdraws the name. */
export async function endEntries(
  sql: Sql,
  { clubId, userId, withdrawn = false }: { clubId: string; userId: string; withdrawn?: boolean },
): Promise<void> {
  const ofClub = fragment`${store.ofUser(userId)} and e.season_id in (select id from seasons where club_id = ${clubId})`
  for (const entry of await store.listEntries(sql, ofClub)) {
    const season = await store.holdSeason(sql, entry.seasonId)
    if (withdrawn || season?.closedAt === null) await store.deleteEntry(sql, entry)
  }
  await store.dropClub(sql, userId, clubId)
}
