// How much memory the service takes, as `npm start` runs it: at rest, with its first map, under a mixed load, and for an
// archive. `npm run bench -- memory`; CGROUP names the folder of a control group to run it in, such as one of 512 MB.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { importZip, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { usualFlight } from '#test/support/memory/logbook.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { loadFiles, vary } from './support/files.ts'
import { readLaunched } from './support/launched.ts'
import { call, closeConnections, inParallel } from './support/load.ts'

const AT_ONCE = 8
const UPLOADS = 300
const READS = 2000
const ROUNDS = 3
const ARCHIVE = 300
/** V8 shrinks the heap of a process that does nothing after a minute or two. */
const REST_MS = 120_000
const { CGROUP } = process.env

const settings = readLaunched()

const { folder, url, environment } = await createBenchEnvironment()
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const pilot = await createPilot({ services } as TestServer)
await services.close()

const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
const ask = async (path: string, body?: Uint8Array) => {
  const sent = body && { method: 'POST', body }
  const answer = await call({ url: new URL(path, url), headers, ...sent })
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`)
  return answer
}

async function upload(): Promise<string[]> {
  const files = loadFiles()
  const ids: string[] = []
  await inParallel(AT_ONCE, UPLOADS, async (index) => {
    const file = vary(files[index % files.length]!, 1 + Math.floor(index / files.length))
    const { status, body } = await ask('/api/v1/flights/upload', file)
    // Some of the real files hold no flight.
    if (status < 300) ids.push((JSON.parse(String(body)) as { data: { id: string } }).data.id)
  })
  return ids
}

async function read(ids: readonly string[]): Promise<void> {
  await inParallel(AT_ONCE, READS, async (index) => {
    const id = ids[index % ids.length]
    const paths = ['', `/${id}`, `/${id}/igc`, `/${id}/track`]
    const path = paths[index % (paths.length + 1)]
    await ask(path === undefined ? '/api/v1/profile' : `/api/v1/flights${path}`)
  })
}

/** A view of 2° around the Alps, each time another. */
async function viewMap(index: number): Promise<void> {
  const west = 5 + (index % 10)
  const south = 44 + (index % 4)
  await ask(`/app/api/map?west=${west}&south=${south}&east=${west + 2}&north=${south + 2}&zoom=9`)
}

async function importArchive(): Promise<void> {
  const target = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) } as TestServer
  const files = Array.from(
    { length: ARCHIVE },
    (_, index) => [`${index}.igc`, makeFlight(index + 1000, usualFlight)] as const,
  )
  const { id } = await readImport(await importZip(target, pilot, files))
  const { entries } = await waitForImport(target, pilot, id)
  const failed = entries.filter(({ status }) => status !== 'new')
  if (failed.length > 0) throw new Error(`${failed.length} flights: ${JSON.stringify(failed[0])}`)
}

type Measure = <Made>(work: string, run: () => Promise<Made>) => Promise<Made>

/** Starts a new service: none finds memory that another kind of work has left. */
async function serve(run: (measure: Measure) => Promise<void>): Promise<object[]> {
  const server = startProcess(SERVER, [], { ...settings, ...environment })
  const place = `/proc/${server.child.pid}`
  if (CGROUP) writeFileSync(join(CGROUP, 'cgroup.procs'), String(server.child.pid))
  const readMb = (name: string) => {
    const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`${place}/status`, 'utf8'))
    return Math.round(Number(kilobytes?.[1]) / 1024)
  }
  const rows: object[] = []
  try {
    await waitForAnswer(url, server)
    await run(async (work, run) => {
      // Forgets the peak so far.
      writeFileSync(`${place}/clear_refs`, '5')
      const beganAt = performance.now()
      const made = await run()
      const seconds = Math.round((performance.now() - beganAt) / 100) / 10
      rows.push({ work, seconds, 'peak, MB': readMb('VmHWM'), 'then, MB': readMb('VmRSS') })
      return made
    })
  } finally {
    await server.kill('SIGTERM')
  }
  return rows
}

const rest = () => sleep(REST_MS)

try {
  const maps = await serve(async (measure) => {
    await measure('rest, with warm threads', rest)
    await measure('the first view of a map', () => viewMap(0))
    await measure('100 views of maps', () => inParallel(AT_ONCE, 100, viewMap))
  })
  const load = await serve(async (measure) => {
    await measure('rest, with warm threads', rest)
    const ids = await measure(`${UPLOADS} uploads`, upload)
    for (let round = 1; round <= ROUNDS; round++) await measure(`${READS} reads`, () => read(ids))
    await measure(`an archive of ${ARCHIVE} flights`, importArchive)
    await measure('10 views of maps', () => inParallel(AT_ONCE, 10, viewMap))
    await measure('rest', rest)
  })
  console.table([...maps, ...load])
} finally {
  closeConnections()
  rmSync(folder, { recursive: true, force: true })
}
