// Owners that come and go. All of them are told by email. Those who have been owners for a week can undo it for a week: somebody
// who takes a club over with a stolen session is no settled owner, so what the others undo stays undone.
import type { ClubRole } from '#contract/clubs/clubs.ts'
import { byService, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { announceWidening, type WideningKind } from '#server/access/widening.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { DAY_MS } from '#server/platform/time.ts'
import type { ClubServices, ClubWork } from './club.ts'
import * as members from './members-store.ts'
import { holdClub, holdUser } from './store.ts'

const SETTLED_MS = 7 * DAY_MS
/** So many emails a day of one pilot: roles that change to and fro are no way to send mail. */
const MAX_TOLD_A_DAY = 20

export interface Undoable {
  readonly clubId: string
  readonly at: number
  /** Those whose roles were changed, with the roles of before. */
  readonly before: readonly (readonly [userId: string, role: ClubRole])[]
}

/** Before the change: the first stay is whom it is about. */
export async function tellOwners(
  { services, sql, nowMs, club, actor }: ClubWork,
  kind: WideningKind,
  changed: readonly [members.Person, ...members.Person[]],
): Promise<void> {
  const [about] = changed
  const subject = `${about.name ?? '–'} (${club.name})`
  const before = changed.map(({ userId, role }) => [userId, role] as const)
  const undo: Undoable = { clubId: club.id, at: nowMs, before }
  const isOwner = fragment`${members.isMember} and ${members.ofClub(club.id)} and m.role = 'owner'`
  const owners = await members.listPeople(sql, isOwner)
  for (const { userId, role, ownerChangedAt } of about.role === 'owner' ? owners : [...owners, about]) {
    const by = userId === actor.userId ? actor.by : byService
    const told = fragment`user_id = ${userId} and kind = 'club_owners_changed' and occurred_at > ${nowMs - DAY_MS}`
    if ((await countRows(sql, fragment`security_events where ${told}`)) >= MAX_TOLD_A_DAY) continue
    const isSettled = role === 'owner' && (ownerChangedAt ?? 0) <= nowMs - SETTLED_MS
    await announceWidening(
      services,
      sql,
      { userId, by },
      { kind, subject, undo: isSettled ? undo : undefined },
    )
  }
}

/** The pilot sees in the security log that the role is another one. */
export async function giveRole(sql: Sql, nowMs: number, stay: members.Person, role: ClubRole): Promise<void> {
  await members.setRole(sql, nowMs, stay, role)
  const { userId } = stay
  const subject = `${stay.clubName} (${role})`
  await recordSecurityEvent(sql, nowMs, { ...byService, userId, kind: 'club_role_changed', subject })
}

export const countOwners = (sql: Sql, clubId: string) =>
  members.countStays(sql, fragment`club_id = ${clubId} and role = 'owner'`)

/** For the link in the email: it must not fail, or do anything a second time. */
export async function undoOwners(
  { db, now }: ClubServices,
  userId: string,
  { clubId, at, before }: Undoable,
): Promise<void> {
  await db.transaction(async (sql) => {
    const there = new Set<string>()
    for (const [id] of before.toSorted(([a], [b]) => (a < b ? -1 : 1)))
      if (await holdUser(sql, id)) there.add(id)
    await holdClub(sql, clubId)
    // Owners come back first: there is always one.
    for (const [id, role] of before.toSorted(([, a]) => (a === 'owner' ? -1 : 1)))
      if (there.has(id)) await restore(sql, now(), { clubId, at, userId: id }, role, id === userId)
  })
}

/** Unless the ownership was changed again since. Who has left comes back by the own link alone. */
async function restore(
  sql: Sql,
  nowMs: number,
  { at, ...person }: { clubId: string; userId: string; at: number },
  role: ClubRole,
  isOwnLink: boolean,
): Promise<void> {
  const standing = await members.findPilot(sql, person)
  if ((standing?.ownerChangedAt ?? 0) > at) return
  if (standing?.state !== 'member') {
    if (role !== 'owner' || !(isOwnLink || standing?.state === 'removed')) return
    const unshown = { role: 'member', displayName: 'initial', isListed: false, approvedBy: null } as const
    await members.beginStay(sql, nowMs, { ...person, ...unshown })
  }
  const stay = await members.findPilot(sql, person)
  const isLast = stay?.role === 'owner' && (await countOwners(sql, person.clubId)) === 1
  if (stay && stay.role !== role && !isLast) await giveRole(sql, nowMs, stay, role)
}
