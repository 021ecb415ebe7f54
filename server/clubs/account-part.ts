// Clubs in an account's export and at its end: no club loses its last owner unnoticed.
import { byService } from '#server/access/security-log/store.ts'
import type { Undoers } from '#server/access/widening.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import type { ClubServices } from './club.ts'
import type { Invited } from './invitations.ts'
import { endInvitationsOf } from './invitations-store.ts'
import { type Chosen, undoChoices, undoJoining } from './membership.ts'
import { endStay, forgetPilot, isMember, listPeople, ofClub, type Person } from './members-store.ts'
import { countOwners, giveRole, type Undoable, undoOwners } from './owners.ts'
import { holdClub, setClosed } from './store.ts'

export function createClubsPart(services: ClubServices) {
  const { db } = services
  return {
    async *exportFiles({ id }: { id: string }) {
      const clubs = await exportClubs(db.sql, id)
      yield { path: 'clubs.json', content: Buffer.from(JSON.stringify(clubs, null, 2)) }
    },
    async beginErasure(sql: Sql, { id }: { id: string }) {
      // In the order of their clubs: each is held after the other.
      const stays = await listPeople(sql, fragment`${isMember} and m.user_id = ${id} order by m.club_id`)
      for (const stay of stays) await endForGood(services, sql, stay)
      await forgetPilot(sql, id)
    },
    undoes: {
      clubJoined: (userId, clubId: string) => undoJoining(services, userId, clubId),
      clubInvited: (userId, invited: Invited) => endInvitationsOf(db.sql, { ...invited, userId }),
      clubNameShown: (userId, chosen: Chosen) => undoChoices(services, userId, chosen),
      clubHandedOver: (userId, undo: Undoable) => undoOwners(services, userId, undo),
      clubOwnerAdded: (userId, undo: Undoable) => undoOwners(services, userId, undo),
      clubOwnerRemoved: (userId, undo: Undoable) => undoOwners(services, userId, undo),
    } satisfies Undoers,
  }
}

/** The admin who has been a member for the longest becomes the owner of a club that would have none. */
async function endForGood({ now, log }: ClubServices, sql: Sql, stay: Person): Promise<void> {
  const { clubId } = stay
  await holdClub(sql, clubId)
  await endStay(sql, stay)
  if (stay.role !== 'owner' || (await countOwners(sql, clubId)) > 0) return
  const isAdmin = fragment`${isMember} and ${ofClub(clubId)} and m.role = 'admin'`
  const [heir] = await listPeople(sql, fragment`${isAdmin} order by m.since_at, m.id limit 1`)
  if (heir) return giveRole(sql, now(), heir, 'owner')
  await setClosed(sql, now(), clubId, now())
  log.warn(
    { clubId, by: byService.actor },
    'a club has lost its last owner and has no admin: it takes no new members',
  )
}

function exportClubs(sql: Sql, userId: string): Promise<object[]> {
  return sql`
    select c.name, c.handle, m.state, m.role, m.shown_as as "displayName", m.is_listed as "isListed", m.since_at as since
    from club_members m join clubs c on c.id = m.club_id where m.user_id = ${userId} order by m.id`
}
