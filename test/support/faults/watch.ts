// A fault as a client sees it, and how long it lasts.
import assert from 'node:assert/strict'
import pg from 'pg'
import type { TestServer } from '../server.ts'
import { startTcpProxy } from './tcp-proxy.ts'

export interface Seen {
  status: number
  /** When it was asked and answered, from the start of the watch. */
  askedMs: number
  answeredMs: number
}

export interface Watch {
  readonly seen: Seen[]
  stop(): Promise<void>
}

const HUNG_MS = 60_000

/** Asks again and again, so many at once; what is not 200 must be a clean 503. */
export function watch(
  server: Pick<TestServer, 'fetch'>,
  path: string,
  headers: Record<string, string> = {},
  clients = 1,
): Watch {
  const seen: Seen[] = []
  const startedAt = performance.now()
  let isOver = false
  const ask = async () => {
    const askedMs = performance.now() - startedAt
    const response = await server.fetch(path, { headers, signal: AbortSignal.timeout(HUNG_MS) })
    const text = await response.text()
    if (response.status !== 200) requireClean(response, text)
    seen.push({ status: response.status, askedMs, answeredMs: performance.now() - startedAt })
  }
  const running = Array.from({ length: clients }, async () => {
    while (!isOver) {
      await ask()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })
  return {
    seen,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

export function requireClean(response: Response, text: string): void {
  assert.equal(response.status, 503, text)
  assert.match(text, /temporarily_unavailable/)
  assert.doesNotMatch(text, /postgres|timeout|password|\block/i)
  assert.ok(Number(response.headers.get('retry-after')) > 0)
}

export const slowestMs = (seen: readonly Seen[]) =>
  Math.max(0, ...seen.map(({ askedMs, answeredMs }) => answeredMs - askedMs))

/** When the last refusal was answered; 0 when there was none. */
export const lastRefusalMs = (seen: readonly Seen[]) =>
  Math.max(0, ...seen.filter(({ status }) => status !== 200).map(({ answeredMs }) => answeredMs))

export async function connectTo(
  context: { after: (close: () => Promise<void>) => void },
  url: string,
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  context.after(() => client.end())
  return client
}

/** The database's address by way of a proxy, which a test can disturb. */
export async function startDatabaseProxy(
  context: { after: (close: () => void) => void },
  databaseUrl: string,
) {
  const url = new URL(databaseUrl)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  context.after(() => proxy.close())
  url.port = String(proxy.port)
  return { proxy, url: url.href }
}
