// Three clients that keep a copy of a logbook, each by one of the ways the API offers. The server may be killed under
// them: what was not answered is asked again.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Envelope } from '#contract/events.ts'
import type { FlightChanges, FlightCursorList, FlightList } from '#contract/flight-list.ts'
import type { Flight } from '#contract/flight.ts'
import { startReceiver } from '#test/support/receiver.ts'

export type Copy = Map<string, Flight>
/** The status and the body of an answer; a server that is away is waited for. */
export type Ask = (path: string) => Promise<{ status: number; body: unknown }>

export function createAsk(url: string, headers: Record<string, string>): Ask {
  return async (path) => {
    const giveUpAt = Date.now() + 120_000
    for (;;) {
      try {
        const response = await fetch(`${url}/api/v1/flights${path}`, {
          headers,
          signal: AbortSignal.timeout(20_000),
        })
        const body: unknown = await response.json()
        if (response.status < 500) return { status: response.status, body }
      } catch (error) {
        if (Date.now() > giveUpAt) throw error
      }
      await sleep(50)
    }
  }
}

/** By the feed of changes: one cursor, kept with the copy. */
export function copyByChanges(ask: Ask) {
  const copy: Copy = new Map()
  let after = ''
  let entries = 0
  /** Until there is nothing more. */
  const catchUp = async (): Promise<void> => {
    for (let hasMore = true; hasMore;) {
      const { status, body } = await ask(`/changes?limit=50${after}`)
      assert.equal(status, 200, JSON.stringify(body))
      const { data, pagination } = body as FlightChanges
      for (const { id, flight } of data) {
        if (flight) copy.set(id, flight)
        else copy.delete(id)
      }
      entries += data.length
      after = `&after=${pagination.next}`
      hasMore = pagination.hasMore
    }
  }
  return { copy, catchUp, countEntries: () => entries }
}

/** By a walk over the list: each flight at most once, newest first. */
export async function copyByCursor(ask: Ask): Promise<Copy> {
  const copy: Copy = new Map()
  let last = ''
  for (let after: string | null = ''; after !== null;) {
    const { status, body } = await ask(`?limit=20${after}`)
    assert.equal(status, 200, JSON.stringify(body))
    const { data, pagination } = body as FlightCursorList
    for (const flight of data) {
      const place = `${flight.flight_date} ${flight.date_created} ${flight.id}`
      assert.ok(last === '' || place < last, 'the walk never goes back')
      last = place
      copy.set(flight.id, flight)
    }
    const { next } = pagination
    after = next === null ? null : `&after=${next}`
  }
  return copy
}

/** By events: each is kept and answered at once, then the flight it names is read. */
export async function copyByWebhook(context: TestContext, ask: Ask) {
  const copy: Copy = new Map()
  const queue: Envelope[] = []
  let isOver = false
  const receiver = await startReceiver(context, (response, _count, { body }) => {
    queue.push(JSON.parse(body) as Envelope)
    response.end()
  })
  const apply = async (envelope: Envelope): Promise<void> => {
    const { id } = (envelope as { flight: { id: string } }).flight
    const { status, body } = await ask(`/${id}`)
    if (status === 200) copy.set(id, (body as { data: Flight }).data)
    else copy.delete(id)
  }
  const applying = (async () => {
    while (!isOver) {
      const envelope = queue.shift()
      if (envelope) await apply(envelope)
      else await sleep(20)
    }
  })()
  return {
    copy,
    url: receiver.url,
    stop: async () => {
      isOver = true
      await applying
    },
  }
}

/** The server's flights, by page numbers; nothing may change meanwhile. */
export async function readAll(ask: Ask): Promise<Copy> {
  const all: Copy = new Map()
  for (let page = 1; ; page++) {
    const { body } = await ask(`?page=${page}&pageSize=100`)
    const { data, pagination } = body as FlightList
    for (const flight of data) all.set(flight.id, flight)
    if (page >= pagination.totalPages) return all
  }
}
