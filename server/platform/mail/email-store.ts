// Emails in the queue.
import { countEntries } from '../background/queue.ts'
import type { Sql } from '../database/database.ts'
import { type Binding, reseal, type Secrets } from '../secrets.ts'

export const emailQueue = { name: 'emails' } as const

/** An email is sealed for its own row, under the name that its table once had: others would not open what waits. */
export const toEmailBinding = (id: string): Binding => ({ purpose: 'letters', id })

export interface EmailCounts {
  queued: number
  failed: number
  oldestQueuedAt: number | null
}

export async function countEmails(sql: Sql): Promise<EmailCounts> {
  const { waiting, running, failed, oldestAt } = await countEntries(sql, 0, emailQueue)
  return { queued: waiting + running, failed, oldestQueuedAt: oldestAt }
}

export interface EmailRow {
  id: string
  payload: Uint8Array
  created_at: number
  due_at: number
  attempts: number
  failed_at: number | null
  last_error: string | null
}

export async function listEmails(sql: Sql, max: number): Promise<EmailRow[]> {
  return sql<EmailRow>`
    select id, payload, created_at, due_at, attempts, failed_at, last_error
    from queue where kind = ${emailQueue.name} order by created_at desc, id desc limit ${max}`
}

/** Seals with the first of the secrets what is sealed otherwise; returns how many emails that were. */
export async function resealEmails(sql: Sql, secrets: Secrets): Promise<number> {
  const rows = await sql<{ id: string; payload: Uint8Array }>`
    select id, payload from queue where kind = ${emailQueue.name} order by id ${sql.forUpdate}`
  let count = 0
  for (const { id, payload } of rows) {
    const renewed = reseal(secrets, toEmailBinding(id), payload)
    if (!renewed) continue
    await sql`update queue set payload = ${renewed} where kind = ${emailQueue.name} and id = ${id}`
    count += 1
  }
  return count
}
