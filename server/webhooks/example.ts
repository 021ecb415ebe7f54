import type { EventName } from '#contract/event-names.ts'
import type { Envelope, FlightEnvelope, FlightUploaded } from '#contract/events.ts'
import { toDay } from '#server/platform/time.ts'

/** A flight as events tell of it, and its pilot. */
export interface EventFlight {
  ownerId: string
  told: FlightUploaded['flight']
}

/**
 * The envelope of a test event. Without a flight to tell of it has one that does not exist and can be recognised by a hash of
 * zeros.
 */
export function createExampleEnvelope(
  event: FlightEnvelope['event'],
  nowMs: number,
  userId: string,
  given?: EventFlight,
): FlightEnvelope {
  const mark = given && { test: true as const }
  const envelope = { occurredAt: new Date(nowMs).toISOString(), user: { id: userId }, ...mark }
  const { id, hash } = given?.told ?? { id: '0'.repeat(24), hash: '0'.repeat(64) }
  const names = { id, hash }
  if (event === 'flight.deleted') return { event, ...envelope, flight: names }
  const flight = given?.told ?? {
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

const ZEROS = '0'.repeat(24)

/** Of something that does not exist: its ids are zeros. */
export function createExampleOfOther(
  event: Exclude<EventName, FlightEnvelope['event']>,
  nowMs: number,
  userId: string,
  applicationId: string,
): Envelope {
  const about = { occurredAt: new Date(nowMs).toISOString(), user: { id: userId } }
  const season = { test: true, season: { id: ZEROS, clubId: null } } as const
  const names = { id: ZEROS, flightId: ZEROS, destinationId: ZEROS, kind: 'webdav' } as const
  const forward = { ...names, foreignId: null, link: null }
  switch (event) {
    case 'connection.ended':
      return { event, ...about, connection: { applicationId, reason: 'withdrawn' } }
    case 'forward.delivered':
      return { event, ...about, forward: { ...forward, state: 'delivered', words: null } }
    case 'forward.failed':
      return {
        event,
        ...about,
        forward: { ...forward, state: 'refused', words: 'No space left on the server' },
      }
    case 'entry.decided':
      return { event, ...about, ...season, entry: { flightId: ZEROS, state: 'review', by: 'service' } }
    case 'season.closed':
  }
  return { event, ...about, ...season }
}
