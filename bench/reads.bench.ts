// Reads of a warm service with the settings of production, as ratios to a warm bare Fastify route that sends the same
// bytes. `npm run bench -- reads [part of a name]` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to
// throw away).
import { simulateFlight } from '#igc/simulate.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import type { TestServer } from '#test/support/server.ts'
import { call } from './support/load.ts'
import { measureReads, type Read } from './support/read-costs.ts'

const FLIGHTS = 60
const {
  prepared: { headers },
  url,
  compare,
  stop,
} = await measureReads((services) => createPilot({ services } as TestServer))

async function uploadFlights(): Promise<void> {
  const sent = { ...headers, 'content-type': 'application/octet-stream' }
  const target = { url: new URL('/api/v1/flights/upload', url), method: 'POST', headers: sent }
  for (let index = 0; index < FLIGHTS; index++) await call({ ...target, body: makeFlight(index) })
  // The newest, and a usual one: 2 to 3 hours of a fix every second.
  await call({ ...target, body: simulateFlight({ seed: 77, date: '2026-11-01' }).bytes })
}

async function listReads(): Promise<Read[]> {
  const response = await fetch(new URL('/api/v1/flights', url), { headers })
  const { id } = ((await response.json()) as { data: { id: string }[] }).data[0]!
  const known = { ...headers, 'if-none-match': response.headers.get('etag') ?? '' }
  const zstd = { ...headers, 'accept-encoding': 'zstd' }
  const file = { path: `/api/v1/flights/${id}/igc`, route: 'file' } as const
  const list = { path: '/api/v1/flights', route: 'json' } as const
  return [
    { name: 'profile', path: '/api/v1/profile', route: 'json', headers },
    { name: 'detail', path: `/api/v1/flights/${id}`, route: 'json', headers },
    { name: 'list of 25', ...list, headers },
    { name: 'list of 25, unchanged (304)', ...list, headers: known },
    { name: 'download', ...file, headers },
    { name: 'download, zstd', ...file, headers: zstd },
  ]
}

try {
  await uploadFlights()
  const only = process.argv[3] ?? ''
  const rows: Record<string, unknown>[] = []
  for (const read of await listReads()) if (read.name.includes(only)) rows.push(await compare(read))
  console.table(rows)
} finally {
  await stop()
}
