// A pilot's shared flights and profile, for the review of the account: one item, to be kept or ended as a whole.
import type { AccessOwner } from '#server/access/review-kinds.ts'
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { type Change, toChange } from '../record/change.ts'
import { updateFlight } from '../record/correct.ts'
import { changeEach } from '../record/update.ts'
import { changeSettings } from './zones.ts'

const ENDED_AT_ONCE = 100
const NAMED = 5

export function createSharingReview(services: Services): AccessOwner {
  const { db, now } = services
  const change = (begun: Change, id: string) => updateFlight(begun, id, { visibility: 'private' })
  return {
    list: async (sql, userId) => {
      const { flights, changedAt } = await countShared(sql, userId)
      const chosen = await findDefault(sql, userId)
      if (flights === 0 && !chosen) return []
      const madeAt = Math.max(changedAt ?? 0, chosen?.updatedAt ?? 0)
      const latest = await listLatest(sql, userId)
      const shared = { flights, latest, newFlights: chosen?.visibility ?? 'private' }
      // Known by its time: what is shared after the page was shown is something else to decide about.
      return [{ id: String(madeAt), name: String(flights), madeAt, shared }]
    },
    /** Not those that were changed last, by which the item is known. */
    endMost: async (ownerId) => {
      for (;;) {
        const ids = await listAfterLatest(db.sql, ownerId, ENDED_AT_ONCE)
        await changeEach({ services, ownerId, change }, ids)
        if (ids.length < ENDED_AT_ONCE) return
      }
    },
    end: async (sql, userId) => {
      await changeSettings(sql, now(), userId, { defaultVisibility: 'private' })
      for (;;) {
        const ids = await listAfterLatest(sql, userId, 0)
        for (const id of ids) await change(toChange(services, sql, userId), id)
        if (ids.length < ENDED_AT_ONCE) return
      }
    },
  }
}

async function countShared(
  sql: Sql,
  ownerId: string,
): Promise<{ flights: number; changedAt: number | null }> {
  const [row] = await sql<{ flights: number; changedAt: number | null }>`
    select count(*) as flights, max(updated_at) as "changedAt" from flights
    where owner_id = ${ownerId} and visibility <> 'private'`
  return row!
}

/** The visibility of new flights, unless that is private. */
async function findDefault(
  sql: Sql,
  userId: string,
): Promise<{ visibility: Visibility; updatedAt: number } | undefined> {
  const [row] = await sql<{ visibility: Visibility; updatedAt: number }>`
    select default_visibility as visibility, updated_at as "updatedAt" from sharing_settings
    where user_id = ${userId} and default_visibility <> 'private'`
  return row
}

function listLatest(sql: Sql, ownerId: string): Promise<{ name: string; day: string }[]> {
  return sql<{ name: string; day: string }>`
    select coalesce(f.title, t.name) as name, f.flight_date as day
    from flights f join takeoffs t on t.id = f.takeoff_id
    where f.owner_id = ${ownerId} and f.visibility <> 'private'
    order by f.updated_at desc, f.id desc limit ${NAMED}`
}

/** Some flights that others see, but for so many that were changed last. */
async function listAfterLatest(sql: Sql, ownerId: string, latest: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select id from flights where owner_id = ${ownerId} and visibility <> 'private'
    order by updated_at desc, id desc limit ${ENDED_AT_ONCE} offset ${latest}`
  return rows.map(({ id }) => id)
}
