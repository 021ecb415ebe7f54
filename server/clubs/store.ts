// Clubs as one user sees them: a club that is visible to its members alone is not there for anybody else.
import type { Club, ClubListQuery, ClubRegistration, ClubRole } from '#contract/clubs/clubs.ts'
import { fold } from '#language/fold.ts'
import { fragment, type Fragment, join, nothing, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'

/** Of a list. */
export interface Page {
  readonly after: string | undefined
  readonly limit: number
}

type Membership = NonNullable<Club['membership']>

/** What a person is to a club. */
export type State = 'invited' | 'requested' | 'member' | 'removed'

interface ClubRow extends Omit<Club, 'membership' | 'isRequested' | 'isClosed' | 'dateCreated' | 'picture'> {
  /** Of its row, when it has a picture. */
  pictureOf: number | null
  createdAt: number
  closedAt: number | null
  /** Null as those after it, of a user who is nothing to the club. */
  rowId: string | null
  state: State | null
  role: ClubRole
  since: number
  displayName: Membership['displayName']
  isListed: boolean
}

/** A club, and what it is to the user who asks. */
export interface SeenClub {
  readonly club: Club
  /** The user's stay; undefined when not a member. */
  readonly memberId: string | undefined
  readonly role: ClubRole | undefined
  readonly isRemoved: boolean
}

const isOwn = fragment`m.state in ('member', 'requested')`
/** Each but `invited` begins from an index: the user's own rows, or clubs that are public. */
const reaches = {
  mine: [fragment`join`, isOwn],
  public: [fragment`left join`, fragment`c.visible_to = 'public'`],
  both: [fragment`left join`, fragment`(c.visible_to = 'public' or ${isOwn})`],
  invited: [fragment`left join`, fragment`1 = 1`],
} as const
export type Reach = keyof typeof reaches

function seenBy(userId: string, reach: Reach): Fragment {
  const [joined, isSeen] = reaches[reach]
  return fragment`
    select c.id, c.handle, c.name, c.country, c.join_by as "join", c.visible_to as visible,
      c.description, c.website, case when c.picture is not null then c.updated_at end as "pictureOf",
      c.created_at as "createdAt", c.closed_at as "closedAt",
      (select count(*) from club_members a where a.club_id = c.id and a.state = 'member') as members,
      m.id as "rowId", m.state, m.role, m.since_at as since, m.shown_as as "displayName", m.is_listed as "isListed"
    from clubs c
    ${joined} club_members m on m.club_id = c.id and m.user_id = ${userId}
    where ${isSeen}`
}

function toSeen(row: ClubRow): SeenClub {
  const { rowId, state, role, since, displayName, isListed, createdAt, closedAt, pictureOf, ...club } = row
  const isMember = state === 'member'
  const membership = isMember ? { role, since: new Date(since).toISOString(), displayName, isListed } : null
  const picture = pictureOf === null ? null : `/clubs/${club.id}/picture?of=${pictureOf}`
  const times = { dateCreated: new Date(createdAt).toISOString(), isClosed: closedAt !== null }
  return {
    club: { ...club, ...times, picture, membership, isRequested: state === 'requested' },
    memberId: isMember ? rowId! : undefined,
    role: isMember ? role : undefined,
    isRemoved: state === 'removed',
  }
}

export async function findClub(
  sql: Sql,
  userId: string,
  id: string,
  reach: Reach = 'both',
): Promise<SeenClub | undefined> {
  const [row] = await sql<ClubRow>`${seenBy(userId, reach)} and c.id = ${id}`
  return row && toSeen(row)
}

/** By name. The place of `after` is told only of a club that the user sees. */
export async function listClubs(
  sql: Sql,
  userId: string,
  { mine = false, q = '', country, handle }: ClubListQuery,
  { after, limit }: Page,
): Promise<Club[]> {
  const words = fold(q).trim()
  const reach = mine ? 'mine' : handle === undefined ? 'public' : 'both'
  const conditions = [
    handle === undefined ? nothing : fragment`and c.handle = ${handle}`,
    country === undefined ? nothing : fragment`and c.country = ${country}`,
    words === '' ? nothing : fragment`and c.folded_name like ${`%${escapeLike(words)}%`} escape '!'`,
    after === undefined
      ? nothing
      : fragment`and (c.folded_name, c.id) > (select a.folded_name, a.id from clubs a where a.id = ${after} and
          (a.visible_to = 'public' or exists (select 1 from club_members b
            where b.club_id = a.id and b.user_id = ${userId} and b.state in ('member', 'requested'))))`,
  ]
  const rows = await sql<ClubRow>`
    ${seenBy(userId, reach)} ${join(conditions, ' ')} order by c.folded_name, c.id limit ${limit}`
  return rows.map((row) => toSeen(row).club)
}

const escapeLike = (text: string) => text.replaceAll(/[!%_]/g, '!$&')

/** Throws a unique violation when another club has the handle. */
export async function insertClub(
  sql: Sql,
  nowMs: number,
  userId: string,
  club: ClubRegistration,
): Promise<string> {
  const id = createId(nowMs)
  await sql`
    insert into clubs (id, handle, name, folded_name, country, join_by, visible_to, description, website, created_by,
      created_at, updated_at)
    values (${id}, ${club.handle}, ${club.name}, ${fold(club.name)}, ${club.country}, ${club.join},
      ${club.visible}, ${club.description || null}, ${club.website ?? null}, ${userId}, ${nowMs}, ${nowMs})`
  return id
}

/** Throws a unique violation when another club has the handle. */
export async function updateClub(sql: Sql, nowMs: number, club: Club): Promise<void> {
  await sql`
    update clubs set handle = ${club.handle}, name = ${club.name}, folded_name = ${fold(club.name)},
      country = ${club.country}, join_by = ${club.join}, visible_to = ${club.visible},
      description = ${club.description || null}, website = ${club.website}, updated_at = ${nowMs}
    where id = ${club.id}`
}

/** All changes of a club and of those who belong to it wait for each other. */
export async function holdClub(sql: Sql, id: string): Promise<void> {
  await sql`select id from clubs where id = ${id} ${sql.forUpdate}`
}

/** Before the club, by everything that takes both; false when the account is gone or going. */
export async function holdUser(sql: Sql, userId: string): Promise<boolean> {
  const rows = await sql`select id from users where id = ${userId} and erased_at is null ${sql.forUpdate}`
  return rows.length > 0
}

/** By its handle; undefined when it is open. */
export async function holdClosed(sql: Sql, handle: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }>`
    select id from clubs where handle = ${handle} and closed_at is not null ${sql.forUpdate}`
  return row?.id
}

export async function setClosed(sql: Sql, nowMs: number, id: string, at: number | null): Promise<void> {
  await sql`update clubs set closed_at = ${at}, updated_at = ${nowMs} where id = ${id}`
}

/** A square WebP; null takes it away. */
export async function setPicture(
  sql: Sql,
  nowMs: number,
  id: string,
  bytes: Uint8Array | null,
): Promise<void> {
  await sql`update clubs set picture = ${bytes}, updated_at = ${nowMs} where id = ${id}`
}

export async function findPicture(sql: Sql, id: string): Promise<Uint8Array | undefined> {
  const [row] = await sql<{ picture: Uint8Array | null }>`select picture from clubs where id = ${id}`
  return row?.picture ?? undefined
}
