import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  AuthenticationError,
  ConnectionError,
  CursorExpiredError,
  RateLimitedError,
  type Refusal,
} from '../../sdk/index.ts'
import type { Feed, FeedEvent, FeedPage } from './feed.ts'
import { listenTo } from './listener.ts'
import { openPosition } from './position.ts'

const refusal = (status: number, retryAfterMs?: number): Refusal => ({
  status,
  code: 'some_code',
  message: `It is ${status}.`,
  requestId: undefined,
  retryAfterMs,
})
const page = (cursor: string, ...ids: string[]): FeedPage => ({
  cursor,
  events: ids.map((id) => ({
    id,
    isTest: false,
    body: {
      event: 'flight.deleted' as const,
      occurredAt: '2026-05-17T16:04:05.000Z',
      user: { id: 'u' },
      flight: { id, hash: 'h' },
    },
  })),
})

/** Gives what it is told, one after the other, and then nothing. */
function scripted(...steps: (FeedPage | Error)[]): Feed & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    findEnd: async () => 'end',
    read: async function* (after) {
      asked.push(after)
      for (;;) {
        const step = steps.shift()
        if (step instanceof Error) throw step
        if (!step) return
        yield step
      }
    },
  }
}

function prepare(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-listen-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'position.json')
  const taken: string[] = []
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const run = async (feed: Feed, last: string, take?: (event: FeedEvent) => void) => {
    const stop = new AbortController()
    await listenTo({
      feed,
      position: await openPosition(path, undefined, async () => 'begin', say),
      lookMs: 10,
      signal: stop.signal,
      say,
      isWanted: ({ id }) => !id.startsWith('unwanted'),
      take: async (event) => {
        take?.(event)
        taken.push(`${event.sequence} ${event.id}`)
        if (event.id === last) setImmediate(() => stop.abort())
      },
    })
  }
  return { path, taken, said, run }
}

test('events are taken in order and numbered without gaps, and what is not wanted takes no number', async (context) => {
  const { taken, run, path } = prepare(context)
  const feed = scripted(page('1', 'a', 'unwanted'), page('2', 'b'))
  await run(feed, 'b')
  assert.deepEqual(taken, ['1 a', '2 b'])
  assert.deepEqual(feed.asked, ['begin'])
  assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), {
    cursor: '2',
    numbered: { id: 'b', sequence: 2 },
    answered: [],
  })
})

test('ended in the middle of a page, the next run goes on behind the last answer', async (context) => {
  const { taken, run } = prepare(context)
  const die = (event: FeedEvent) => {
    if (event.id === 'b') throw new AuthenticationError(refusal(401))
  }
  await assert.rejects(run(scripted(page('1', 'a', 'b', 'c')), 'c', die), AuthenticationError)
  const feed = scripted(page('1', 'a', 'b', 'c'), page('2', 'd'))
  await run(feed, 'd')
  assert.deepEqual(taken, ['1 a', '2 b', '3 c', '4 d'])
  assert.deepEqual(feed.asked, ['begin'])
})

test('a service that is away or asks to wait is waited for', async (context) => {
  const { taken, said, run } = prepare(context)
  const startedAt = performance.now()
  const feed = scripted(
    page('1', 'a'),
    new RateLimitedError(refusal(429, 300)),
    new ConnectionError('It is away.'),
    page('2', 'b'),
  )
  await run(feed, 'b')
  assert.deepEqual(taken, ['1 a', '2 b'])
  assert.deepEqual(feed.asked, ['begin', '1', '1'])
  assert.ok(performance.now() - startedAt >= 300, 'as long as it has asked')
  assert.deepEqual(said[0], 'It is 429. Trying again.')
})

test('a cursor that has expired is told, and it goes on from now', async (context) => {
  const { taken, said, run } = prepare(context)
  const feed = scripted(new CursorExpiredError(refusal(410)), page('3', 'c'))
  await run(feed, 'c')
  assert.deepEqual([taken, feed.asked], [['1 c'], ['begin', 'end']])
  assert.match(said[0] ?? '', /events were missed/)
})

test('a disk on which nothing can be noted is told, and holds up nothing', async (context) => {
  const { path, taken, said, run } = prepare(context)
  // A folder in the draft's place refuses every write, as a full disk does.
  mkdirSync(`${path}.new`)
  await run(scripted(page('1', 'a', 'b'), page('2', 'c')), 'c')
  assert.deepEqual(taken, ['1 a', '2 b', '3 c'])
  assert.match(said[0] ?? '', /How far it came cannot be kept/)
})
