// The security log for the dashboard, the export and the operator, and when it forgets.
import type { FastifyRequest } from 'fastify'
import { type SecurityEventKind, securityEventKinds, type SecurityLogPage } from '#dashboard/security.ts'
import { findOption, type Options } from '#server/platform/options.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import {
  type By,
  type ByProved,
  listAudit,
  listSecurityEvents,
  type NewSecurityEvent,
  recordSecurityEvent,
} from './store.ts'
import { requireProved } from '../proof.ts'
import { describeUserAgent } from './user-agent.ts'

const PAGE_SIZE = 50
const MAX_EXPORTED = 10_000
const MAX_AUDIT_ROWS = 1_000

/** The request's hints at its maker. */
export function describeRequest(request: FastifyRequest): Pick<NewSecurityEvent, 'address' | 'browser'> {
  return { address: request.ip, browser: request.headers['user-agent'] }
}

export function byUser(request: FastifyRequest): By {
  return { actor: 'user', ...describeRequest(request) }
}

/** An act of the user who makes the request. */
export function recordByUser(
  sql: Sql,
  nowMs: number,
  request: FastifyRequest,
  userId: string,
  kind: SecurityEventKind,
  subject?: string,
): Promise<void> {
  return recordSecurityEvent(sql, nowMs, { ...byUser(request), userId, kind, subject })
}

/** Throws where the operation asks for no proof. */
export function byProvedUser(request: FastifyRequest): ByProved {
  return { ...byUser(request), proved: requireProved(request) }
}

export function byApplication(request: FastifyRequest): By {
  return { actor: 'application', ...describeRequest(request) }
}

/** A key is the user's own; a token is an application's. */
export function byCaller(request: FastifyRequest): By {
  return request.credential?.kind === 'access_token' ? byApplication(request) : byUser(request)
}

export async function listSecurityLog(
  { db }: Pick<Services, 'db'>,
  userId: string,
  before: string | undefined,
): Promise<SecurityLogPage> {
  const events = await listSecurityEvents(db.sql, userId, before, PAGE_SIZE)
  const items = events.map((event) => ({ ...event, browser: describeUserAgent(event.browser) }))
  return { items, next: items.length === PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}

/** The log's part in the export; at the end of an account it goes with the user's row. */
export function createSecurityLogPart({ db }: Pick<Services, 'db'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const events = await listSecurityEvents(db.sql, id, undefined, MAX_EXPORTED)
      yield { path: 'security.json', content: Buffer.from(JSON.stringify(events, null, 2)) }
    },
  }
}

/** `audit`: what happened, for the operator. */
export async function showAudit({ db, now }: Services, options: Options): Promise<object> {
  const kind = findOption(options, 'kind')
  if (kind !== undefined && !securityEventKinds.includes(kind as SecurityEventKind)) {
    throw new Error(`--kind takes one of: ${securityEventKinds.join(', ')}.`)
  }
  const days = findOption(options, 'days') ?? '30'
  if (!/^\d{1,3}$/.test(days)) throw new Error('--days takes a whole number from 0 to 999.')
  const filter = {
    email: findOption(options, 'email')?.trim().toLowerCase(),
    kind,
    sinceMs: now() - Number(days) * DAY_MS,
  }
  const events = await listAudit(db.sql, filter, MAX_AUDIT_ROWS)
  return {
    events: events.map(({ occurredAt, ...event }) => ({ at: new Date(occurredAt).toISOString(), ...event })),
  }
}
