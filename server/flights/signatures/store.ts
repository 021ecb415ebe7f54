// Pilots who agree that files are sent to the validation server, flights that wait for it, and whose turn it is.
import type { FileSignature } from '#contract/signature.ts'
import { fragment, type Fragment, type Sql } from '#server/platform/database/database.ts'
import type { Backlog } from '#server/platform/background/figures.ts'
import type { Metadata } from '../record/metadata.ts'
import type { Change } from '../record/change.ts'
import { holdCounter } from '../record/change-numbers.ts'
import { type ChangedFlight, changeFlight } from '../record/store.ts'

/** Between the places of two files of one pilot in the queue: those of others come in between. */
const SPACING_MS = 60_000

export async function findConsent(sql: Sql, ownerId: string): Promise<number | undefined> {
  const [row] = await sql<{ agreedAt: number | null }>`
    select signatures_agreed_at as "agreedAt" from users where id = ${ownerId}`
  return row?.agreedAt ?? undefined
}

export async function giveConsent(sql: Sql, nowMs: number, ownerId: string): Promise<void> {
  await sql`
    update users set signatures_agreed_at = ${nowMs} where id = ${ownerId} and signatures_agreed_at is null`
}

/** Waiting files do not leave any more. */
export async function withdrawConsent(sql: Sql, ownerId: string): Promise<void> {
  await sql`update users set signatures_agreed_at = null where id = ${ownerId}`
  await sql`delete from signature_checks where owner_id = ${ownerId}`
}

/** In the transaction that stores the flight; nothing without the pilot's consent. */
export async function requestCheck({ sql, nowMs, ownerId }: Change, flightId: string): Promise<void> {
  const [last] = await sql<{ dueAt: number | null }>`
    select max(due_at) as "dueAt" from signature_checks where owner_id = ${ownerId} and attempts = 0`
  const dueAt = Math.max(nowMs, (last?.dueAt ?? 0) + SPACING_MS)
  await sql`
    insert into signature_checks (flight_id, owner_id, attempts, due_at)
    select ${flightId}, id, 0, ${dueAt} from users where id = ${ownerId} and signatures_agreed_at is not null
    on conflict do nothing`
}

export interface DueCheck {
  flightId: string
  ownerId: string
  attempts: number
  dueAt: number
}

const checkColumns: Fragment = fragment`
  flight_id as "flightId", owner_id as "ownerId", attempts, due_at as "dueAt"`

/** New ones need not wait for the moment of their place; those that have failed do. */
export async function findDueCheck(sql: Sql, nowMs: number): Promise<DueCheck | undefined> {
  const [fresh] = await sql<DueCheck>`
    select ${checkColumns} from signature_checks where attempts = 0 order by due_at limit 1`
  const [failed] = await sql<DueCheck>`
    select ${checkColumns} from signature_checks where attempts > 0 and due_at <= ${nowMs}
    order by attempts, due_at limit 1`
  return failed && (!fresh || failed.dueAt <= fresh.dueAt) ? failed : fresh
}

/** Failed are those that wait after a failure. */
export async function countChecks(sql: Sql): Promise<Backlog> {
  const [fresh] = await sql<{ count: number }>`
    select count(*) as count from signature_checks where attempts = 0`
  const [failed] = await sql<{ count: number }>`
    select count(*) as count from signature_checks where attempts > 0`
  return { waiting: fresh?.count ?? 0, failed: failed?.count ?? 0 }
}

/** How many checks are due now that had failed. */
export async function retryChecks(sql: Sql, nowMs: number): Promise<number> {
  const rows = await sql`
    update signature_checks set due_at = ${nowMs} where attempts > 0 and due_at > ${nowMs} returning flight_id`
  return rows.length
}

export async function finishCheck(sql: Sql, ownerId: string, flightId: string): Promise<void> {
  await sql`delete from signature_checks where owner_id = ${ownerId} and flight_id = ${flightId}`
}

export async function postponeCheck(
  sql: Sql,
  { ownerId, flightId, attempts }: DueCheck,
  dueAt: number,
): Promise<void> {
  await sql`
    update signature_checks set attempts = ${attempts + 1}, due_at = ${dueAt}
    where owner_id = ${ownerId} and flight_id = ${flightId}`
}

export type SignatureVerdict = Pick<FileSignature, 'status' | 'reason' | 'checkedBy'>

/** Undefined when the flight is gone, or its signature is known by now. */
export async function changeSignature(
  change: Change,
  flightId: string,
  verdict: SignatureVerdict,
): Promise<ChangedFlight | undefined> {
  const { sql, ownerId } = change
  await holdCounter(sql, ownerId)
  const [row] = await sql<{ metadata: string }>`
    select metadata from flights where owner_id = ${ownerId} and id = ${flightId}`
  if (!row) return undefined
  const metadata = JSON.parse(row.metadata) as Metadata
  const signature = metadata.signature as FileSignature | undefined
  if (signature?.status !== 'unknown') return undefined
  const changed = JSON.stringify({ ...metadata, signature: { ...signature, ...verdict } })
  return changeFlight(change, flightId, fragment`metadata = ${changed}`)
}
