// Members of clubs, requests to join, and removals.
import type { ClubMember, ClubMembersQuery, ClubRole } from '#contract/clubs/clubs.ts'
import { type Named, showName, type ShownAs } from '#server/access/names/shown-name.ts'
import { countRows } from '#server/platform/database/count.ts'
import { fragment, type Fragment, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { endInvitationsOf } from './invitations-store.ts'
import type { Page, SeenClub, State } from './store.ts'

/** How the pilot is shown in the club. */
export interface Choices {
  readonly displayName: ShownAs
  readonly isListed: boolean
}

interface PilotOfClub {
  readonly userId: string
  readonly clubId: string
}

/** What somebody is to a club. */
export interface Person extends Choices, PilotOfClub {
  readonly id: string
  readonly clubName: string
  readonly state: State
  readonly role: ClubRole
  readonly since: number
  readonly ownerChangedAt: number | null
  /** As chosen for the club. */
  readonly name: string | null
}

export async function listPeople(sql: Sql, which: Fragment): Promise<Person[]> {
  const rows = await sql<Person & Named>`
    select m.id, m.user_id as "userId", m.club_id as "clubId", c.name as "clubName", m.state, m.role, m.since_at as since,
      m.owner_changed_at as "ownerChangedAt", m.shown_as as "displayName", m.is_listed as "isListed", u.name, s.handle
    from club_members m join clubs c on c.id = m.club_id join users u on u.id = m.user_id
    left join sharing_settings s on s.user_id = m.user_id where ${which}`
  return rows.map((row) => ({ ...row, name: showName(row) }))
}

export const isMember = fragment`m.state = 'member'`
export const ofClub = (clubId: string) => fragment`m.club_id = ${clubId}`

/** In any state, by the id of the row. */
export async function findPerson(sql: Sql, clubId: string, id: string): Promise<Person | undefined> {
  const [person] = await listPeople(sql, fragment`${ofClub(clubId)} and m.id = ${id}`)
  return person
}

export async function findPilot(sql: Sql, { clubId, userId }: PilotOfClub): Promise<Person | undefined> {
  const [person] = await listPeople(sql, fragment`${ofClub(clubId)} and m.user_id = ${userId}`)
  return person
}

/** In the order in which they joined, asked or were removed; to users outside the club, those who are listed. */
export async function listMembers(
  sql: Sql,
  { club, memberId }: SeenClub,
  { state = 'member' }: ClubMembersQuery,
  { after, limit }: Page,
): Promise<ClubMember[]> {
  const isShown = memberId === undefined ? fragment`and m.is_listed = ${true}` : nothing
  const isLater = after === undefined ? nothing : fragment`and m.id > ${after}`
  const people = await listPeople(
    sql,
    fragment`${ofClub(club.id)} and m.state = ${state} ${isShown} ${isLater} order by m.id limit ${limit}`,
  )
  return people.map(({ id, name, role, since }) => ({
    id,
    name,
    role,
    since: new Date(since).toISOString(),
    isYou: id === memberId,
  }))
}

export function countStays(sql: Sql, which: Fragment): Promise<number> {
  return countRows(sql, fragment`club_members where state = 'member' and ${which}`)
}

interface NewRow extends Choices, PilotOfClub {
  readonly ownerChangedAt?: number | null
  readonly state: State
  readonly role: ClubRole
  readonly approvedBy: string | null
}

export async function insertRow(sql: Sql, nowMs: number, row: NewRow): Promise<void> {
  await sql`
    insert into club_members
      (id, club_id, user_id, state, role, shown_as, is_listed, since_at, approved_by, owner_changed_at)
    values (${createId(nowMs)}, ${row.clubId}, ${row.userId}, ${row.state}, ${row.role}, ${row.displayName},
      ${row.isListed}, ${nowMs}, ${row.approvedBy}, ${row.ownerChangedAt ?? null})`
}

/** In place of a request or a removal. Throws a unique violation for one who is a member already. */
export async function beginStay(sql: Sql, nowMs: number, stay: Omit<NewRow, 'state'>): Promise<void> {
  const { userId, clubId } = stay
  await deleteRows(sql, clubId, fragment`user_id = ${userId} and state in ('requested', 'removed')`)
  await insertRow(sql, nowMs, { ...stay, state: 'member' })
}

/** The invitations of the pilot to this club end with it. */
export async function endStay(sql: Sql, stay: PilotOfClub): Promise<void> {
  await endInvitationsOf(sql, stay)
  await deleteRows(sql, stay.clubId, fragment`user_id = ${stay.userId} and state = 'member'`)
}

/** By an owner or an admin: it holds until an owner takes it back. */
export async function remove(sql: Sql, nowMs: number, stay: Person, by: string): Promise<void> {
  await endStay(sql, stay)
  const unshown = { displayName: 'initial', isListed: false } as const
  await insertRow(sql, nowMs, { ...stay, ...unshown, state: 'removed', approvedBy: by })
}

/** Who no longer manages the club lets nobody in. */
export async function setRole(sql: Sql, nowMs: number, stay: Person, role: ClubRole): Promise<void> {
  const isOtherOwner = (stay.role === 'owner') !== (role === 'owner')
  const ownerChangedAt = isOtherOwner ? nowMs : stay.ownerChangedAt
  await sql`update club_members set role = ${role}, owner_changed_at = ${ownerChangedAt} where id = ${stay.id}`
  if (role !== 'owner' && role !== 'admin') await endInvitationsOf(sql, stay)
}

export async function setChoices(sql: Sql, id: string, { displayName, isListed }: Choices): Promise<void> {
  await sql`update club_members set shown_as = ${displayName}, is_listed = ${isListed} where id = ${id}`
}

export function countRequests(sql: Sql, userId: string): Promise<number> {
  return countRows(sql, fragment`club_members where user_id = ${userId} and state = 'requested'`)
}

export async function deleteRows(sql: Sql, clubId: string, which: Fragment): Promise<boolean> {
  const rows = await sql`delete from club_members where club_id = ${clubId} and ${which} returning id`
  return rows.length > 0
}

/** With the account: clubs keep nothing of it. */
export async function forgetPilot(sql: Sql, userId: string): Promise<void> {
  await sql`delete from club_members where user_id = ${userId}`
}
