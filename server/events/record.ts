// The outbox where flights and webhooks meet: an event is written in the transaction of the change it announces.
import type {
  ConnectionEnd,
  ConnectionEnded,
  Envelope,
  EventForward,
  FlightEnvelope,
  RankingEnvelope,
} from '#contract/events.ts'
import { isDelivered } from '#contract/forwards/words.ts'
import { type Scope, splitScopes } from '#contract/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'

/**
 * The audience is fixed now, not when the event is sent: an application hears of what happened while it had the
 * pilot's consent and was registered for it, even when the account is deleted in this very transaction. An application
 * that has uploaded the flight on its own account (`uploaderId`) hears of it too, from then on.
 */
export async function recordEvent(
  { eventSignal }: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  envelope: FlightEnvelope,
  uploaderId: string | null = null,
  origin?: RequestOrigin,
): Promise<void> {
  const audience = await listAudience(sql, envelope.user.id)
  await insertEvent(sql, nowMs, envelope, addTo(audience, uploaderId), origin)
  eventSignal.notify()
}

/** Told to a pilot, or to a user who manages the season, and to their applications that read clubs. */
export async function recordRankingEvent(
  { eventSignal }: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  envelope: RankingEnvelope,
): Promise<void> {
  await insertEvent(sql, nowMs, envelope, await listAudience(sql, envelope.user.id, 'clubs:read'))
  eventSignal.notify()
}

/** The same for many flights of one user that were deleted together. */
export async function recordDeletions(
  { eventSignal }: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  userId: string,
  flights: readonly { id: string; hash: string; uploaded_by: string | null }[],
): Promise<void> {
  const audience = await listAudience(sql, userId)
  const occurredAt = new Date(nowMs).toISOString()
  for (const { id, hash, uploaded_by: uploaderId } of flights) {
    const envelope = {
      event: 'flight.deleted',
      occurredAt,
      user: { id: userId },
      flight: { id, hash },
    } as const
    await insertEvent(sql, nowMs, envelope, addTo(audience, uploaderId))
  }
  eventSignal.notify()
}

/** Applications that may read the user's flights, or the clubs. */
async function listAudience(sql: Sql, userId: string, scope: Scope = 'flights:read'): Promise<string[]> {
  const consents = await sql<{ application_id: string; scopes: string; registered: string }>`
    select c.application_id, c.scopes, a.scopes as registered
    from consents c join applications a on a.id = c.application_id
    where c.user_id = ${userId} and c.revoked_at is null`
  return consents
    .filter(({ scopes, registered }) =>
      [scopes, registered].every((text) => splitScopes(text).includes(scope)),
    )
    .map((consent) => consent.application_id)
}

const addTo = (audience: readonly string[], uploaderId: string | null): readonly string[] =>
  uploaderId === null || audience.includes(uploaderId) ? audience : [...audience, uploaderId]

interface EndedConnection {
  userId: string
  applicationId: string
  reason: ConnectionEnd
  origin?: RequestOrigin
}

/** Told only to the application, whatever it was allowed to see. */
export async function recordConnectionEnd(
  { eventSignal }: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  { userId, applicationId, reason, origin }: EndedConnection,
): Promise<void> {
  const envelope: ConnectionEnded = {
    event: 'connection.ended',
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: userId },
    connection: { applicationId, reason },
  }
  await insertEvent(sql, nowMs, envelope, [applicationId], origin)
  eventSignal.notify()
}

/** For webhooks of the pilot alone. */
export async function recordForwardEvent(
  { eventSignal }: Pick<Services, 'eventSignal'>,
  sql: Sql,
  nowMs: number,
  userId: string,
  forward: EventForward,
): Promise<void> {
  const event = isDelivered(forward.state) ? 'forward.delivered' : 'forward.failed'
  const envelope = {
    event,
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: userId },
    forward,
  } as const
  await insertEvent(sql, nowMs, envelope, [])
  eventSignal.notify()
}

async function insertEvent(
  sql: Sql,
  nowMs: number,
  envelope: Envelope,
  audience: readonly string[],
  origin?: RequestOrigin,
): Promise<void> {
  await sql`
    insert into events (id, type, user_id, audience, payload, occurred_at, request_id, traceparent)
    values (${createId(nowMs)}, ${envelope.event}, ${envelope.user.id}, ${JSON.stringify(audience)},
            ${JSON.stringify(envelope)}, ${nowMs}, ${origin?.requestId ?? null}, ${origin?.traceparent ?? null})`
}
