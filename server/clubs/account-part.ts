// Clubs in an account's export and at its end: the club keeps the stay without the person, and does not lose its last owner unnoticed.
import { byService } from '#server/access/security-log/store.ts'
import type { Undoers } from '#server/access/widening.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { ClubServices } from './club.ts'
import { giveRole, undoJoining } from './membership.ts'
import * as members from './members-store.ts'
import { closeClub, holdClub } from './store.ts'

export function createClubsPart(services: ClubServices) {
  const { db } = services
  return {
    async *exportFiles({ id }: { id: string }) {
      const clubs = await exportClubs(db.sql, id)
      yield { path: 'clubs.json', content: Buffer.from(JSON.stringify(clubs, null, 2)) }
    },
    /** The stays lose their user with the user's row. */
    async beginErasure(sql: Sql, { id }: { id: string }) {
      for (const stay of await members.listStays(sql, id)) await endForGood(services, sql, stay)
    },
    undoes: {
      clubJoined: (userId, clubId: string) => undoJoining(services, userId, clubId),
    } satisfies Undoers,
  }
}

async function endForGood(services: ClubServices, sql: Sql, stay: members.HeldStay): Promise<void> {
  const { clubId, name } = stay
  const { now, log } = services
  await holdClub(sql, clubId)
  await members.endStay(sql, now(), stay)
  if (stay.role !== 'owner' || (await members.countStays(sql, { clubId, role: 'owner' })) > 0) return
  const heir = await members.findHeir(sql, clubId)
  if (heir) return giveRole(services, sql, name, heir, 'owner')
  await closeClub(sql, now(), clubId)
  log.warn(
    { clubId, by: byService.actor },
    'a club has lost its last owner and has no admin: it takes no new members',
  )
}

async function exportClubs(sql: Sql, userId: string): Promise<object> {
  const stays = await sql`
    select c.name, c.handle, m.role, m.shown_as as "shownAs", m.is_listed as "isListed",
      m.joined_at as "joinedAt", m.left_at as "leftAt"
    from club_members m join clubs c on c.id = m.club_id where m.user_id = ${userId} order by m.id`
  const mains = await sql`
    select c.name, c.handle, h.since_at as "sinceAt", h.until_at as "untilAt"
    from club_mains h join clubs c on c.id = h.club_id where h.user_id = ${userId} order by h.id`
  const requests = await sql`
    select c.name, c.handle, r.created_at as "createdAt"
    from club_requests r join clubs c on c.id = r.club_id where r.user_id = ${userId} order by r.id`
  return { stays, mains, requests }
}
