// The table of letters. Whoever sends one holds its lease: what is done under a lease that has passed on is refused.
import type { Sql } from '../database/database.ts'
import { type Binding, reseal, type Secrets } from '../secrets.ts'

/** A letter is sealed for its own row. */
export const toLetterBinding = (id: string): Binding => ({ purpose: 'letters', id })

export interface NewLetter {
  id: string
  sealed: Uint8Array
  createdAt: number
  usefulUntil: number | undefined
}

export async function insertLetter(sql: Sql, letter: NewLetter): Promise<void> {
  await sql`
    insert into letters (id, sealed, created_at, useful_until, due_at)
    values (${letter.id}, ${letter.sealed}, ${letter.createdAt}, ${letter.usefulUntil ?? null}, ${letter.createdAt})`
}

export interface ClaimedLetter {
  id: string
  sealed: Uint8Array
  attempts: number
  created_at: number
}

/** Letters that are due and in nobody's hands, oldest first. */
export async function claimLetters(
  sql: Sql,
  nowMs: number,
  lease: { id: string; untilMs: number },
  max: number,
): Promise<ClaimedLetter[]> {
  return sql<ClaimedLetter>`
    update letters set lease = ${lease.id}, leased_until = ${lease.untilMs}, attempts = attempts + 1
    where id in (
      select id from letters
      where due_at <= ${nowMs} and failed_at is null and handed_over_at is null
        and (useful_until is null or useful_until > ${nowMs})
        and (leased_until is null or leased_until <= ${nowMs})
      order by due_at, id limit ${max} ${sql.skipLocked})
    returning id, sealed, attempts, created_at`
}

/** False when another sender has it by now. */
export async function markHandedOver(
  sql: Sql,
  nowMs: number,
  letterId: string,
  leaseId: string,
): Promise<boolean> {
  const rows = await sql`
    update letters set handed_over_at = ${nowMs}
    where id = ${letterId} and lease = ${leaseId} and handed_over_at is null returning id`
  return rows.length > 0
}

export async function deleteSentLetter(sql: Sql, letterId: string, leaseId: string): Promise<void> {
  await sql`delete from letters where id = ${letterId} and lease = ${leaseId}`
}

/** Tried again at `dueAt`; never, when that is undefined. */
export async function returnLetter(
  sql: Sql,
  nowMs: number,
  letter: { id: string; leaseId: string; dueAt: number | undefined; error: string },
): Promise<void> {
  await sql`
    update letters set lease = null, leased_until = null, handed_over_at = null, last_error = ${letter.error},
      due_at = ${letter.dueAt ?? nowMs}, failed_at = ${letter.dueAt === undefined ? nowMs : null}
    where id = ${letter.id} and lease = ${letter.leaseId}`
}

export interface LetterInDoubt {
  id: string
  lease: string
  handed_over_at: number
}

/** Letters whose sender has not been heard of since it was about to hand them over. */
export async function listLettersInDoubt(sql: Sql, nowMs: number): Promise<LetterInDoubt[]> {
  return sql<LetterInDoubt>`
    select id, lease, handed_over_at from letters
    where failed_at is null and handed_over_at is not null and leased_until <= ${nowMs}`
}

/** Whether letters of this lease are still under way, or may be. */
export async function hasLetters(sql: Sql, leaseId: string): Promise<boolean> {
  return (await sql`select 1 from letters where lease = ${leaseId} and failed_at is null limit 1`).length > 0
}

/** What nobody has use for any more: late letters, and old failures. */
export async function deleteUselessLetters(sql: Sql, nowMs: number, keptMs: number): Promise<number> {
  const rows = await sql`
    delete from letters
    where (useful_until <= ${nowMs} and lease is null) or failed_at <= ${nowMs - keptMs} returning id`
  return rows.length
}

export interface LetterCounts {
  waiting: number
  failed: number
  oldestWaitingAt: number | null
}

export async function countLetters(sql: Sql): Promise<LetterCounts> {
  const [row] = await sql<{ waiting: number; failed: number; oldest: number | null }>`
    select count(case when failed_at is null then 1 end) as waiting,
      count(failed_at) as failed,
      min(case when failed_at is null then created_at end) as oldest
    from letters`
  return { waiting: row?.waiting ?? 0, failed: row?.failed ?? 0, oldestWaitingAt: row?.oldest ?? null }
}

export interface LetterRow {
  id: string
  sealed: Uint8Array
  created_at: number
  due_at: number
  attempts: number
  failed_at: number | null
  last_error: string | null
}

export async function listLetters(sql: Sql, max: number): Promise<LetterRow[]> {
  return sql<LetterRow>`
    select id, sealed, created_at, due_at, attempts, failed_at, last_error
    from letters order by created_at desc, id desc limit ${max}`
}

/** Sends given-up letters again: one, or all. */
export async function retryLetters(sql: Sql, nowMs: number, letterId: string | undefined): Promise<number> {
  const rows = await sql`
    update letters set failed_at = null, handed_over_at = null, lease = null, leased_until = null, attempts = 0,
      due_at = ${nowMs}
    where failed_at is not null and (id = ${letterId ?? ''} or ${letterId === undefined}) returning id`
  return rows.length
}

/** Seals with the first of the secrets what is sealed otherwise; returns how many letters that were. */
export async function resealLetters(sql: Sql, secrets: Secrets): Promise<number> {
  const rows = await sql<{ id: string; sealed: Uint8Array }>`
    select id, sealed from letters order by id ${sql.forUpdate}`
  let count = 0
  for (const { id, sealed } of rows) {
    const renewed = reseal(secrets, toLetterBinding(id), sealed)
    if (!renewed) continue
    await sql`update letters set sealed = ${renewed} where id = ${id}`
    count += 1
  }
  return count
}
