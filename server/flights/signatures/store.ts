// Pilots who agree that files are sent to the validation server, and what it has said.
import type { FileSignature } from '#contract/signature.ts'
import { fragment, type Sql } from '#server/platform/database/database.ts'
import { dropEntriesOf } from '#server/platform/background/queue.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import type { Metadata } from '../record/metadata.ts'
import type { Change } from '../record/change.ts'
import { holdCounter } from '../record/change-numbers.ts'
import { type ChangedFlight, changeFlight } from '../record/store.ts'

/** Flights whose files wait for the validation server. */
export const signatureQueue = { name: 'signatures', spacingMs: MINUTE_MS } as const

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
  await dropEntriesOf(sql, signatureQueue, ownerId)
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
