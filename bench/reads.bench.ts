// Reads of a warm service with the settings of production, as ratios to a warm bare Fastify route that sends the same
// bytes. `npm run bench -- reads` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to throw away).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { simulateFlight } from '#igc/simulate.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { call, closeConnections } from './support/load.ts'
import { type Candidate, compareCosts, type Cost } from './support/steady.ts'

const FLIGHTS = 60
const RESULTS = join(import.meta.dirname, 'results')
const { folder, url, environment } = await createBenchEnvironment()
// Limits are counted and lines are written, as in production; nobody reaches the limits.
const production = { RATE_LIMIT_REQUESTS: '1000000', RATE_LIMIT_UPLOADS: '1000000', LOG_LEVEL: 'info' }
const services = await buildServices(readConfig({ ...environment, ...production }), {
  log: createLog('silent'),
})
const pilot = await createPilot({ services } as TestServer)
await services.close()
const server = startProcess('server/main.ts', [], { ...environment, ...production })
const bareServers: ServerProcess[] = []

/** A process of its own for each: one that serves several is slower than a bare one. */
async function startBare(body: Buffer, route: 'json' | 'file'): Promise<Candidate> {
  const port = await findFreePort()
  const file = join(folder, `bare-${port}`)
  writeFileSync(file, body)
  const bare = startProcess('bench/support/bare-server.ts', [String(port), file], {})
  bareServers.push(bare)
  const target = { url: new URL(`http://127.0.0.1:${port}/${route}`) }
  while (!(await call(target).catch(() => undefined))) await sleep(50)
  return { name: 'bare', pid: bare.child.pid!, port, path: `/${route}` }
}

async function compareRead(
  name: string,
  path: string,
  headers: Record<string, string>,
  route: 'json' | 'file',
): Promise<Record<string, unknown>> {
  const whole = { ...headers }
  delete whole['if-none-match']
  const { body } = await call({ url: new URL(path, url), headers: whole })
  const bare = await startBare(body, route)
  const own = { name, pid: server.child.pid!, port: Number(new URL(url).port), path, headers }
  const [ours, theirs] = (await compareCosts([own, bare])) as [Cost, Cost]
  const us = (value: number) => Math.round(value)
  return {
    read: name,
    bytes: body.length,
    'first 1,000, µs': us(ours.first),
    'lowest, µs': us(ours.lowest),
    'median, µs': us(ours.median),
    'main thread, µs': us(ours.main),
    'bare, µs': us(theirs.lowest),
    ratio: Math.round((ours.lowest / theirs.lowest) * 10) / 10,
    'ratio of medians': Math.round((ours.median / theirs.median) * 10) / 10,
  }
}

try {
  await waitForAnswer(url, server)
  const upload = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const target = { url: new URL('/api/v1/flights/upload', url), method: 'POST', headers: upload }
  for (let index = 0; index < FLIGHTS; index++) await call({ ...target, body: makeFlight(index) })
  // The newest, and a usual one: 2 to 3 hours of a fix every second.
  await call({ ...target, body: simulateFlight({ seed: 77, date: '2026-11-01' }).bytes })
  const headers = pilot.headers
  const response = await fetch(new URL('/api/v1/flights', url), { headers })
  const { id } = ((await response.json()) as { data: { id: string }[] }).data[0]!
  const known = { ...headers, 'if-none-match': response.headers.get('etag') ?? '' }
  const zstd = { ...headers, 'accept-encoding': 'zstd' }
  const only = process.argv[3]
  const reads = [
    ['profile', '/api/v1/profile', headers, 'json'],
    ['detail', `/api/v1/flights/${id}`, headers, 'json'],
    ['list of 25', '/api/v1/flights', headers, 'json'],
    ['list of 25, unchanged (304)', '/api/v1/flights', known, 'json'],
    ['download', `/api/v1/flights/${id}/igc`, headers, 'file'],
    ['download, zstd', `/api/v1/flights/${id}/igc`, zstd, 'file'],
  ] as const
  const rows: Record<string, unknown>[] = []
  for (const [name, path, sent, route] of reads)
    if (!only || name.includes(only)) rows.push(await compareRead(name, path, sent, route))
  console.table(rows)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'reads.json'), `${JSON.stringify(rows, null, 2)}\n`)
} finally {
  closeConnections()
  await server.kill('SIGTERM')
  for (const bare of bareServers) await bare.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
