// Uploads that were refused, counted by account, day, user agent and reason.
import type { UploadFailure } from '#dashboard/access.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { matchesHash } from '../credentials.ts'
import { describeReason } from './reasons.ts'

/** How many different agents a day has; what comes after them is one. */
const MAX_AGENTS = 50
/** Of these, for those who have shown nothing but the name of an account: strangers do not crowd out its instruments. */
const MAX_STRANGE_AGENTS = 10
export const OTHER_AGENTS = 'other'
const MAX_LISTED = 200

/** All that is known of the sender of a refused upload: the first of these that leads to an account counts. */
export interface Sender {
  readonly userId?: string
  /** The one that acts: its owner is told, not the pilot. */
  readonly applicationId?: string
  /** Of a secret that is not valid, or not any more. */
  readonly secretHash?: string
  /** The email address of an account, or the login of a device. */
  readonly login?: string
}

export interface Failures {
  readonly sender: Sender
  /** UTC: 2026-05-17. */
  readonly day: string
  readonly agent: string
  readonly reason: string
  readonly count: number
  readonly lastAt: number
}

/** Failures of a sender who belongs to no account are not counted. */
export async function addFailures(sql: Sql, failures: Failures): Promise<void> {
  const owner = await findOwner(sql, failures.sender)
  if (!owner) return
  const { day, agent, reason, count, lastAt } = failures
  const maxAgents = owner.isProved ? MAX_AGENTS : MAX_STRANGE_AGENTS
  await sql`
    insert into upload_failures (user_id, day, agent, reason, count, last_at)
    select u.id, cast(${day} as text),
           case when exists (select 1 from upload_failures f
                             where f.user_id = u.id and f.day = ${day} and f.agent = ${agent})
                  or (select count(distinct f.agent) from upload_failures f
                      where f.user_id = u.id and f.day = ${day} and f.agent <> ${OTHER_AGENTS}) < ${maxAgents}
                then cast(${agent} as text) else cast(${OTHER_AGENTS} as text) end,
           cast(${reason} as text), cast(${count} as integer), cast(${lastAt} as bigint)
    from users u where u.id = ${owner.id}
    on conflict (user_id, day, agent, reason) do update set
      count = upload_failures.count + excluded.count,
      last_at = case when excluded.last_at > upload_failures.last_at
                     then excluded.last_at else upload_failures.last_at end`
}

interface Owner {
  readonly id: string
  /** By a credential, be it a revoked one; not by a name alone. */
  readonly isProved: boolean
}

async function findOwner(sql: Sql, sender: Sender): Promise<Owner | undefined> {
  const { userId, applicationId, secretHash, login } = sender
  if (applicationId !== undefined)
    return proved(
      await sql`
    select owner_id as id from applications where id = ${applicationId}`,
    )
  if (userId !== undefined) return { id: userId, isProved: true }
  const holder = secretHash === undefined ? undefined : proved(await findHolders(sql, secretHash))
  if (holder || login === undefined) return holder
  const named = await findNamed(sql, login)
  // Two devices may have the same login: then nothing tells whose it was.
  return named.length === 1 ? { id: named[0]!.id, isProved: false } : undefined
}

function proved([row]: { id?: string | null }[]): Owner | undefined {
  return row?.id ? { id: row.id, isProved: true } : undefined
}

/** Also of a secret that was revoked or has expired. */
function findHolders(sql: Sql, hash: string) {
  return sql<{ id: string | null }>`
    select case when c.application_id is null then c.user_id else a.owner_id end as id
    from credentials c left join applications a on a.id = c.application_id
    where ${matchesHash(hash)}`
}

function findNamed(sql: Sql, login: string) {
  const deviceLogin = login.toUpperCase().replace(/^D-/, 'd-')
  return sql<{ id: string }>`
    select id from users where email = ${login}
    union
    select user_id as id from credentials where login = ${deviceLogin}`
}

/** The last ones first. */
export async function listFailures(sql: Sql, userId: string, sinceDay: string): Promise<UploadFailure[]> {
  const rows = await sql<Omit<UploadFailure, 'words'>>`
    select agent, reason, cast(sum(count) as bigint) as count, max(last_at) as "lastAt"
    from upload_failures where user_id = ${userId} and day >= ${sinceDay}
    group by agent, reason order by max(last_at) desc, agent, reason limit ${MAX_LISTED}`
  return rows.map((row) => ({ ...row, words: describeReason(row.reason) }))
}
