import type { ConnectionEnded, FlightEnvelope } from '#contract/events.ts'
import { toDay } from '#server/platform/time.ts'

/** The envelope of a test event: its flight does not exist, and can be recognised by a hash of zeros. */
export function createExampleEnvelope(
  event: FlightEnvelope['event'],
  nowMs: number,
  userId: string,
): FlightEnvelope {
  const envelope = { occurredAt: new Date(nowMs).toISOString(), user: { id: userId } }
  const names = { id: '0'.repeat(24), hash: '0'.repeat(64) }
  if (event === 'flight.deleted') return { event, ...envelope, flight: names }
  const flight = {
    ...names,
    date: toDay(nowMs),
    distance: 103.42,
    score: 165.47,
    type: 'Closed FAI Triangle',
    gliderType: 'Example Glider 4',
    durationSeconds: 16_740,
  }
  return event === 'flight.uploaded' ? { event, ...envelope, flight } : { event, ...envelope, flight }
}

/** Its user does not exist: an id of zeros. */
export function createExampleEnd(nowMs: number, userId: string, applicationId: string): ConnectionEnded {
  return {
    event: 'connection.ended',
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: userId },
    connection: { applicationId, reason: 'withdrawn' },
  }
}
