// Reads a feed again and again, and hands each event over; goes on whatever becomes of the service or the receiver.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  ConnectionError,
  CursorExpiredError,
  RateLimitedError,
  ServerError,
} from '../../sdk/index.ts'
import type { Feed, FeedEvent } from './feed.ts'
import type { Position } from './position.ts'

const MAX_BACK_OFF_MS = 60_000

export interface Listener {
  feed: Feed
  position: Position
  /** Between two looks. */
  lookMs: number
  signal: AbortSignal
  say: (line: string) => void
  isWanted: (event: FeedEvent) => boolean
  /** Returns when it was taken or given up. */
  take: (event: FeedEvent & { sequence: number }) => Promise<void>
}

/** Until the signal. */
export async function listenTo(listener: Listener): Promise<void> {
  const { signal, say } = listener
  let failures = 0
  let isLost = false
  for (;;) {
    try {
      if (isLost) await listener.position.moveTo(await listener.feed.findEnd(signal))
      isLost = false
      await readOn(listener)
      if (failures > 0) say('The service answers again.')
      failures = 0
      await sleep(listener.lookMs, undefined, { signal })
    } catch (error) {
      if (signal.aborted) return
      isLost ||= error instanceof CursorExpiredError
      failures += 1
      const waitMs = endure(listener, error, failures)
      await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    }
  }
}

async function readOn({ feed, position, signal, isWanted, take }: Listener): Promise<void> {
  for await (const { events, cursor } of feed.read(position.cursor, signal)) {
    for (const event of events) {
      if (!isWanted(event) || position.isAnswered(event.id)) continue
      const sequence = event.sequence ?? (await position.giveNumber(event.id))
      await take({ ...event, sequence })
      await position.noteAnswer(event.id)
    }
    await position.moveTo(cursor)
  }
}

/** How long to wait; throws what waiting does not fix. */
function endure({ say }: Listener, error: unknown, failures: number): number {
  if (error instanceof CursorExpiredError) {
    say('What happened since the last time is no longer kept. Going on from now: events were missed.')
    return 0
  }
  const isPassing =
    error instanceof ConnectionError || error instanceof RateLimitedError || error instanceof ServerError
  if (!isPassing) throw error
  if (failures === 1 || error instanceof RateLimitedError) say(`${error.message} Trying again.`)
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  return asked ?? Math.min(MAX_BACK_OFF_MS, 500 * 2 ** failures) * (0.5 + Math.random() / 2)
}
