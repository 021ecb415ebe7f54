import type { SecurityEvent, SecurityEventKind } from '#dashboard/security.ts'
import { fragment, join, type Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import { HOUR_MS } from '#server/platform/time.ts'
import { followProof, type Proved } from '../proof.ts'

/** The actor, and from where. */
export type By = Pick<NewSecurityEvent, 'actor' | 'address' | 'browser'>
/** An actor with a proof of identity, for what issues access. */
export type ByProved = By & { readonly proved: Proved }

export const byOperator: ByProved = { actor: 'operator', proved: followProof('operator') }
export const byService: By = { actor: 'service' }

export interface NewSecurityEvent {
  /** Undefined when it concerns no account that is still there. */
  userId: string | undefined
  kind: SecurityEventKind
  actor: SecurityEvent['actor']
  address?: string | undefined
  browser?: string | undefined
  subject?: string | undefined
}

const MAX_TEXT = 300

/**
 * Events that somebody other than the user can cause: so many entries an hour for an account, further ones are only
 * counted.
 */
const strangersKinds: readonly SecurityEventKind[] = [
  'sign_in_failed',
  'second_factor_failed',
  'confirmation_failed',
  'password_reset_requested',
  'token_replayed',
]
const MAX_STRANGERS_EVENTS = 10

/** In the transaction of the change it tells of: neither is there without the other. */
export async function recordSecurityEvent(sql: Sql, nowMs: number, event: NewSecurityEvent): Promise<void> {
  if (await isCountedOnly(sql, nowMs, event)) return
  await sql`
    insert into security_events (id, user_id, occurred_at, kind, actor, address, browser, subject)
    values (${createId(nowMs)}, ${event.userId ?? null}, ${nowMs}, ${event.kind}, ${event.actor},
      ${shorten(event.address)}, ${shorten(event.browser)}, ${shorten(event.subject)})`
}

async function isCountedOnly(sql: Sql, nowMs: number, { userId, kind }: NewSecurityEvent): Promise<boolean> {
  if (userId === undefined || !strangersKinds.includes(kind)) return false
  const rows = await sql<{ id: string }>`
    select id from security_events
    where user_id = ${userId} and kind = ${kind} and occurred_at > ${nowMs - HOUR_MS}
    order by id desc limit ${MAX_STRANGERS_EVENTS}`
  if (rows.length < MAX_STRANGERS_EVENTS) return false
  await sql`update security_events set times = times + 1 where id = ${rows[0]?.id ?? ''}`
  return true
}

function shorten(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.slice(0, MAX_TEXT).toWellFormed()
}

interface Row {
  id: string
  user_id: string | null
  occurred_at: number
  kind: SecurityEventKind
  actor: SecurityEvent['actor']
  address: string | null
  browser: string | null
  subject: string | null
  times: number
}

function toEvent(row: Row): SecurityEvent {
  const { id, kind, actor, address, browser, subject, times } = row
  return { id, kind, actor, address, browser, subject, times, occurredAt: row.occurred_at }
}

/** Newest first; those before one of them when it is named. */
export async function listSecurityEvents(
  sql: Sql,
  userId: string,
  before: string | undefined,
  max: number,
): Promise<SecurityEvent[]> {
  const rows = await sql<Row>`
    select id, user_id, occurred_at, kind, actor, address, browser, subject, times from security_events
    where user_id = ${userId} and id < ${before ?? 'g'}
    order by id desc limit ${max}`
  return rows.map(toEvent)
}

export async function hasSecurityEvent(sql: Sql, userId: string, kind: SecurityEventKind): Promise<boolean> {
  const rows = await sql`
    select id from security_events where user_id = ${userId} and kind = ${kind} limit 1`
  return rows.length > 0
}

export interface AuditFilter {
  email: string | undefined
  kind: string | undefined
  sinceMs: number
}

/** For the operator: of all accounts, newest first. */
export async function listAudit(
  sql: Sql,
  filter: AuditFilter,
  max: number,
): Promise<(SecurityEvent & { userId: string | null; email: string | null })[]> {
  const conditions = [
    fragment`e.occurred_at >= ${filter.sinceMs}`,
    ...(filter.email === undefined ? [] : [fragment`u.email = ${filter.email}`]),
    ...(filter.kind === undefined ? [] : [fragment`e.kind = ${filter.kind}`]),
  ]
  const rows = await sql<Row & { email: string | null }>`
    select e.id, e.user_id, e.occurred_at, e.kind, e.actor, e.address, e.browser, e.subject, e.times, u.email
    from security_events e left join users u on u.id = e.user_id
    where ${join(conditions, ' and ')} order by e.occurred_at desc, e.id desc limit ${max}`
  return rows.map((row) => ({ ...toEvent(row), userId: row.user_id, email: row.email }))
}

/** Ids of the accounts that were deleted since. */
export async function listErasures(sql: Sql, sinceMs: number): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    select subject as id from security_events where occurred_at >= ${sinceMs} and kind = 'account_deleted'`
  return rows.map(({ id }) => id)
}
