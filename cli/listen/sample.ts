// An event for tests, as the service makes its own: nothing in it exists, and its ids are zeros.
import { randomBytes } from 'node:crypto'
import type { EventName } from '../../contract/event-names.ts'
import type { CloudstreetEvent } from '../../sdk/index.ts'
import type { FeedEvent } from './feed.ts'

export function createSample(name: EventName): FeedEvent & { sequence: number } {
  // 0: it belongs to no webhook, whose numbers begin at 1.
  return { id: randomBytes(12).toString('hex'), sequence: 0, isTest: true, body: createBody(name) }
}

function createBody(event: EventName): CloudstreetEvent {
  const now = new Date().toISOString()
  const zeros = '0'.repeat(24)
  const envelope = { occurredAt: now, user: { id: zeros } }
  if (event === 'connection.ended')
    return { event, ...envelope, connection: { applicationId: zeros, reason: 'withdrawn' } }
  const season = { id: zeros, clubId: null }
  const told = { ...envelope, test: true, season } as const
  if (event === 'entry.decided')
    return { event, ...told, entry: { flightId: zeros, state: 'review', by: 'service' } }
  if (event === 'season.closed') return { event, ...told }
  if (event === 'forward.delivered' || event === 'forward.failed') {
    const state = event === 'forward.delivered' ? 'delivered' : 'refused'
    const forward = { id: zeros, flightId: zeros, destinationId: zeros, kind: 'webdav', state } as const
    return { event, ...envelope, forward: { ...forward, foreignId: null, link: null, words: null } }
  }
  const names = { id: zeros, hash: '0'.repeat(64) }
  if (event === 'flight.deleted') return { event, ...envelope, flight: names }
  const flight = {
    ...names,
    date: now.slice(0, 10),
    distance: 103.42,
    score: 165.47,
    type: 'Closed FAI Triangle',
    gliderType: 'Example Glider 4',
    durationSeconds: 16_740,
  }
  return { event, ...envelope, flight }
}
