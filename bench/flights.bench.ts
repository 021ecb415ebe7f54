// Uploads with the share of each part, and the list and statistics at 1,000, 10,000 and 100,000 flights of one pilot, in CPU
// time of the server's process. `reads` compares reads with a bare route.
// `npm run bench -- flights` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to throw away).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deleteAllFlights, insertFlight } from '#server/flights/record/store.ts'
import { makeChange, toChange } from '#server/flights/record/change.ts'
import { countNewFlight } from '#server/flights/record/change-numbers.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type BuiltServices, buildServices } from '#server/services.ts'
import { createPilot, makeFlight, type Pilot } from '#test/support/flights.ts'
import { type BuiltFlight, buildFlight, keepInside, varyFlight } from '#test/support/memory/new-flight.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { loadFiles, vary } from './support/files.ts'
import { call, closeConnections, inParallel, percentile } from './support/load.ts'

const SIZES = [1000, 10_000, 100_000]
const READS = 300
const UPLOADS = 150
const RESULTS = join(import.meta.dirname, 'results')

const { folder, url, environment } = await createBenchEnvironment()

/** Flights as the upload stores them, on days of twenty years. */
async function seedFlights(
  services: BuiltServices,
  pilot: Pilot,
  count: number,
  model: BuiltFlight,
): Promise<void> {
  const day = 86_400_000
  for (let at = 0; at < count; at += 1000) {
    await makeChange(services, pilot.user.id, async (change) => {
      for (let index = at; index < Math.min(count, at + 1000); index++) {
        const date = new Date(Date.UTC(2006, 0, 1) + ((index * 7919) % 7300) * day).toISOString().slice(0, 10)
        const { flight, file } = varyFlight(model, `${pilot.user.id}-${index}`, date)
        const counted = await countNewFlight(change.sql, pilot.user.id, file.byteLength)
        await insertFlight(change, counted!, flight, file)
      }
    })
  }
}

async function makeModel(services: BuiltServices): Promise<BuiltFlight> {
  const { flight, file } = await buildFlight(services, 'bench', makeFlight(1))
  // Small: the list does not read it, and the bench should not fill a disk.
  return { flight, file: { ...file, byteLength: 1000, ...keepInside(file.compressed.slice(0, 200)) } }
}

async function readMetrics(): Promise<{ cpuSeconds: number; parts: Record<string, number> }> {
  const { body } = await call({ url: new URL('/metrics', url), headers: { authorization: 'Bearer bench' } })
  const text = body.toString()
  const parts: Record<string, number> = {}
  for (const [, part = '', value] of text.matchAll(
    /^cloudstreet_upload_seconds_total\{part="(\w+)"\} (\S+)/gm,
  ))
    parts[part] = Number(value)
  return { cpuSeconds: Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]), parts }
}

/** CPU milliseconds of the server for one such request, and its latency. */
async function costOf(
  path: string,
  headers: Record<string, string>,
): Promise<{ cpuMs: number; p50Ms: number; bytes: number }> {
  const target = { url: new URL(path, url), headers }
  let bytes = 0
  await inParallel(4, 100, async () => {
    const answer = await call(target)
    if (answer.status >= 300)
      throw new Error(`${path}: ${answer.status} ${answer.body.toString().slice(0, 200)}`)
    bytes = answer.body.length
  })
  const before = await readMetrics()
  const times: number[] = []
  await inParallel(4, READS, async () => {
    times.push((await call(target)).ms)
  })
  const after = await readMetrics()
  return {
    cpuMs: ((after.cpuSeconds - before.cpuSeconds) * 1000) / READS,
    p50Ms: percentile(times, 0.5),
    bytes,
  }
}

async function benchUploads(pilot: Pilot, files: Buffer[]): Promise<object> {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const target = { url: new URL('/api/v1/flights/upload', url), method: 'POST', headers }
  await inParallel(4, 40, async (index) => void (await call({ ...target, body: makeFlight(index) })))
  const before = await readMetrics()
  const statuses: Record<number, number> = {}
  const began = performance.now()
  await inParallel(4, UPLOADS, async (index) => {
    const body = vary(files[index % files.length]!, 1 + Math.floor(index / files.length))
    const { status } = await call({ ...target, body })
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  const seconds = (performance.now() - began) / 1000
  const after = await readMetrics()
  const stored = statuses[201] ?? 0
  const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / UPLOADS
  const parts = Object.fromEntries(
    Object.entries(after.parts).map(([part, value]) => [
      part,
      round(((value - (before.parts[part] ?? 0)) * 1000) / stored),
    ]),
  )
  return {
    uploads: UPLOADS,
    statuses,
    perSecond: round(UPLOADS / seconds),
    cpuMsPerUpload: round(cpuMs),
    msByPart: parts,
  }
}

const round = (value: number) => Math.round(value * 100) / 100

const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const model = await makeModel(services)
const pilots: Pilot[] = []
for (const size of SIZES) {
  const pilot = await createPilot({ services } as TestServer)
  await seedFlights(services, pilot, size, model)
  pilots.push(pilot)
}
const uploader = await createPilot({ services } as TestServer)
const server = startProcess('server/main.ts', [], environment)
try {
  await waitForAnswer(url, server)
  const report: Record<string, unknown> = { engine: services.db.engine, node: process.version }

  // Until the threads are warm and the routes compiled.
  for (const path of ['/api/v1/flights', '/api/v1/flights?page=20', '/api/v1/flights/statistics'])
    await inParallel(4, 1000, async () => {
      await call({ url: new URL(path, url), headers: pilots[0]!.headers })
    })
  const lists: Record<string, unknown>[] = []
  for (const [index, size] of SIZES.entries()) {
    const { headers } = pilots[index]!
    const row: Record<string, unknown> = { flights: size }
    for (const [name, page] of [
      ['first', 1],
      ['middle', size / 50],
      ['last', size / 25],
    ] as const) {
      const { cpuMs, p50Ms } = await costOf(`/api/v1/flights?page=${page}`, headers)
      row[`${name} page, CPU ms`] = round(cpuMs)
      row[`${name} page, p50 ms`] = round(p50Ms)
    }
    row['statistics, CPU ms'] = round((await costOf('/api/v1/flights/statistics', headers)).cpuMs)
    lists.push(row)
  }
  console.log('The list, 25 flights a page, and statistics')
  console.table(lists)
  report.lists = lists
  const largest = lists.at(-1)!
  const smallest = lists[0]!
  const ratios: Record<string, number> = {}
  for (const name of ['first page', 'middle page', 'last page', 'statistics']) {
    ratios[name] = round(Number(largest[`${name}, CPU ms`]) / Number(smallest[`${name}, CPU ms`]))
    console.log(`${name}: at 100,000 flights ${ratios[name]} times what it costs at 1,000`)
  }
  report.ratios = ratios

  const files = loadFiles()
  report.uploads = await benchUploads(uploader, files)
  console.log('Uploads, 4 concurrent', report.uploads)

  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(join(RESULTS, 'flights.json'), `${JSON.stringify(report, null, 2)}\n`)
} finally {
  closeConnections()
  await server.kill('SIGTERM')
  for (const pilot of pilots)
    if (services.db.engine === 'postgres')
      await deleteAllFlights(toChange(services, services.db.sql, pilot.user.id))
  await services.close()
  rmSync(folder, { recursive: true, force: true })
}
