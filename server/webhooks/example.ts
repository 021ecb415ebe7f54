import type {
  ConnectionEnded,
  FlightEnvelope,
  FlightUploaded,
  ForwardEnvelope,
  RankingEnvelope,
} from '#contract/events.ts'
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

/** Of a season that does not exist. */
export function createExampleOfSeason(
  event: RankingEnvelope['event'],
  nowMs: number,
  userId: string,
): RankingEnvelope {
  const zeros = { id: '0'.repeat(24) }
  const envelope = {
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: userId },
    test: true,
    season: { ...zeros, clubId: null },
  } as const
  return {
    'entry.decided': { event, ...envelope, entry: { flightId: zeros.id, state: 'review', by: 'service' } },
    'season.closed': { event, ...envelope },
  }[event] as RankingEnvelope
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

/** Its flight and destination do not exist: ids of zeros. */
export function createExampleForward(
  event: ForwardEnvelope['event'],
  nowMs: number,
  userId: string,
): ForwardEnvelope {
  const zeros = '0'.repeat(24)
  const names = { id: zeros, flightId: zeros, destinationId: zeros, kind: 'webdav' as const }
  const result =
    event === 'forward.delivered'
      ? { state: 'delivered' as const, foreignId: null, link: null, words: null }
      : { state: 'refused' as const, foreignId: null, link: null, words: 'No space left on the server' }
  return {
    event,
    occurredAt: new Date(nowMs).toISOString(),
    user: { id: userId },
    forward: { ...names, ...result },
  }
}
