// The cost of requests to a service with production settings, each against a warm bare Fastify route that sends the
// same bytes.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type BuiltServices, buildServices } from '#server/services.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createBenchEnvironment } from './environment.ts'
import { call, closeConnections } from './load.ts'
import { type Candidate, compareCosts, type Cost, waitForRest } from './steady.ts'

export interface Read {
  name: string
  path: string
  headers?: Record<string, string>
  /** The answer of the bare route: text as JSON, or the bytes of a file. */
  route: 'json' | 'file'
}

export interface ReadCosts {
  url: string
  compare: (read: Read) => Promise<Record<string, unknown>>
  stop: () => Promise<void>
}

/** `prepare` writes to the database before the service starts. */
export async function measureReads<Prepared>(
  prepare: (services: BuiltServices) => Promise<Prepared>,
): Promise<ReadCosts & { prepared: Prepared }> {
  const { folder, url, environment } = await createBenchEnvironment()
  // Limits are counted and lines are written, as in production; the limits are out of reach.
  const production = { RATE_LIMIT_REQUESTS: '1000000', RATE_LIMIT_UPLOADS: '1000000', LOG_LEVEL: 'info' }
  const settings = { ...environment, ...production }
  const services = await buildServices(readConfig(settings), { log: createLog('silent') })
  const prepared = await prepare(services)
  await services.close()
  const server = startProcess('server/main.ts', [], settings)
  const bareServers: ServerProcess[] = []
  const compare = async ({ name, path, headers = {}, route }: Read) => {
    const { 'if-none-match': _, ...whole } = headers
    const { body } = await call({ url: new URL(path, url), headers: whole })
    const bare = await startBare(folder, body, route)
    bareServers.push(bare.process)
    const own = { name, pid: server.child.pid!, port: Number(new URL(url).port), path, headers }
    await waitForRest(own.pid)
    const [ours, theirs] = (await compareCosts([own, bare.candidate])) as [Cost, Cost]
    return summarise(body, ours, theirs)
  }
  const stop = async () => {
    closeConnections()
    await server.kill('SIGTERM')
    for (const bare of bareServers) await bare.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  await waitForAnswer(url, server)
  return { prepared, url, compare, stop }
}

/** A separate process for each: one that serves several is slower than a bare one. */
async function startBare(
  folder: string,
  body: Buffer,
  route: Read['route'],
): Promise<{ candidate: Candidate; process: ServerProcess }> {
  const port = await findFreePort()
  const file = join(folder, `bare-${port}`)
  writeFileSync(file, body)
  const bare = startProcess('bench/support/bare-server.ts', [String(port), file], {})
  const target = { url: new URL(`http://127.0.0.1:${port}/${route}`) }
  while (!(await call(target).catch(() => undefined))) await sleep(50)
  return { candidate: { name: 'bare', pid: bare.child.pid!, port, path: `/${route}` }, process: bare }
}

function summarise({ length: bytes }: Buffer, ours: Cost, bare: Cost): Record<string, unknown> {
  const oneDigit = (ratio: number) => Math.round(ratio * 10) / 10
  return {
    read: ours.name,
    bytes,
    'first 1,000, µs': Math.round(ours.first),
    'lowest, µs': Math.round(ours.lowest),
    'median, µs': Math.round(ours.median),
    'main thread, µs': Math.round(ours.main),
    'bare, µs': Math.round(bare.lowest),
    ratio: oneDigit(ours.lowest / bare.lowest),
    'ratio of medians': oneDigit(ours.median / bare.median),
  }
}
