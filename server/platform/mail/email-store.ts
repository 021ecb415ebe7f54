// The queue of emails. An email that is sent leaves it.
import { fragment, type Sql } from '../database/database.ts'
import { type Claim, createQueue } from '../database/leases.ts'
import type { Backlog } from '../background/figures.ts'
import { type Binding, reseal, type Secrets } from '../secrets.ts'

/** An email is sealed for its own row, under the name that its table once had: others would not open what waits. */
export const toEmailBinding = (id: string): Binding => ({ purpose: 'letters', id })

export interface NewEmail {
  id: string
  sealed: Uint8Array
  createdAt: number
  usefulUntil: number | undefined
}

export async function insertEmail(sql: Sql, email: NewEmail): Promise<void> {
  await sql`
    insert into emails (id, sealed, created_at, useful_until, due_at)
    values (${email.id}, ${email.sealed}, ${email.createdAt}, ${email.usefulUntil ?? null}, ${email.createdAt})`
}

export interface ClaimedEmail extends Claim {
  sealed: Uint8Array
  attempts: number
  created_at: number
}

export const emailQueue = createQueue(fragment`emails`)

/** Emails that are due, oldest first. */
export function claimEmails(
  sql: Sql,
  nowMs: number,
  { leaseMs, max }: { leaseMs: number; max: number },
): Promise<ClaimedEmail[]> {
  return emailQueue.claim<ClaimedEmail>(sql, nowMs, {
    where: (time) => fragment`
      due_at <= ${time} and failed_at is null and (useful_until is null or useful_until > ${time})`,
    orderBy: fragment`due_at, id`,
    max,
    leaseMs,
    set: fragment`, attempts = attempts + 1`,
    columns: fragment`, sealed, attempts, created_at`,
  })
}

/** No matter who has leased it by now: it need not be sent again. */
export async function deleteSentEmail(sql: Sql, emailId: string): Promise<void> {
  await sql`delete from emails where id = ${emailId}`
}

/** Tried again at `dueAt`; never, when that is undefined. */
export async function returnEmail(
  sql: Sql,
  nowMs: number,
  claim: Claim,
  { dueAt, error }: { dueAt: number | undefined; error: string },
): Promise<void> {
  await emailQueue.release(
    sql,
    claim,
    fragment`, last_error = ${error}, due_at = ${dueAt ?? nowMs}, failed_at = ${dueAt === undefined ? nowMs : null}`,
  )
}

export interface EmailCounts {
  queued: number
  failed: number
  oldestQueuedAt: number | null
}

export async function countEmails(sql: Sql): Promise<EmailCounts> {
  const [row] = await sql<{ queued: number; failed: number; oldest: number | null }>`
    select count(case when failed_at is null then 1 end) as queued,
      count(failed_at) as failed,
      min(case when failed_at is null then created_at end) as oldest
    from emails`
  return { queued: row?.queued ?? 0, failed: row?.failed ?? 0, oldestQueuedAt: row?.oldest ?? null }
}

export async function countEmailWork(sql: Sql, nowMs: number): Promise<Backlog> {
  const { queued, failed, oldestQueuedAt } = await countEmails(sql)
  const [leased] = await sql<{ count: number }>`
    select count(*) as count from emails where leased_until > ${nowMs} and failed_at is null`
  const running = leased?.count ?? 0
  return { waiting: queued - running, running, failed, oldestAt: oldestQueuedAt }
}

export interface EmailRow {
  id: string
  sealed: Uint8Array
  created_at: number
  due_at: number
  attempts: number
  failed_at: number | null
  last_error: string | null
}

export async function listEmails(sql: Sql, max: number): Promise<EmailRow[]> {
  return sql<EmailRow>`
    select id, sealed, created_at, due_at, attempts, failed_at, last_error
    from emails order by created_at desc, id desc limit ${max}`
}

/** Sends failed emails again: one, or all. */
export async function retryEmails(sql: Sql, nowMs: number, emailId: string | undefined): Promise<number> {
  const rows = await sql`
    update emails set failed_at = null, lease = null, leased_until = null, attempts = 0, due_at = ${nowMs}
    where failed_at is not null and (id = ${emailId ?? ''} or ${emailId === undefined}) returning id`
  return rows.length
}

/** Seals with the first of the secrets what is sealed otherwise; returns how many emails that were. */
export async function resealEmails(sql: Sql, secrets: Secrets): Promise<number> {
  const rows = await sql<{ id: string; sealed: Uint8Array }>`
    select id, sealed from emails order by id ${sql.forUpdate}`
  let count = 0
  for (const { id, sealed } of rows) {
    const renewed = reseal(secrets, toEmailBinding(id), sealed)
    if (!renewed) continue
    await sql`update emails set sealed = ${renewed} where id = ${id}`
    count += 1
  }
  return count
}
