// An upload of a warm service in CPU time of all its threads, against reading and scoring the same files in this process:
// what is beyond 1 is the request, the analysis, compressing, the place, and the transaction. In turns.
// `npm run bench -- uploads` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to throw away).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReadBuffer, readIgc } from '#igc/read.ts'
import { XCONTEST } from '#scoring/score.ts'
import { scoreFile } from '#scoring/score-file.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot } from '#test/support/flights.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { loadFiles, vary } from './support/files.ts'
import { call, closeConnections, inParallel, percentile } from './support/load.ts'
import { readThreads } from './support/steady.ts'

const AT_ONCE = 4
const WARM_UPS = 4
const ROUNDS = 9
const MAX_RATIO = 1.9

const { folder, url, environment } = await createBenchEnvironment()
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const pilot = await createPilot({ services } as TestServer)
await services.close()
const server = startProcess('server/main.ts', [], environment)
const buffer = createReadBuffer()
const scoring = { rules: XCONTEST, deadlineMs: 60_000 }
/** Refused files are left out: an upload of them ends with reading. */
const files = loadFiles().filter((file) => scoreFile(readIgc(file, { buffer }), scoring) !== undefined)

/** Microseconds of CPU for a file. */
async function measureUploads(round: number): Promise<number> {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const target = { url: new URL('/api/v1/flights/upload', url), method: 'POST', headers }
  const before = readThreads(server.child.pid!).all
  await inParallel(AT_ONCE, files.length, async (index) => {
    const { status, body } = await call({ ...target, body: vary(files[index]!, round) })
    if (status !== 201 && status !== 200) throw new Error(`${status} ${body.toString().slice(0, 200)}`)
  })
  return (readThreads(server.child.pid!).all - before) / files.length
}

function measureScoring(round: number): number {
  const before = process.cpuUsage()
  for (const file of files) scoreFile(readIgc(vary(file, round), { buffer }), scoring)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / files.length
}

try {
  await waitForAnswer(url, server)
  for (let round = 0; round < WARM_UPS; round++) {
    await measureUploads(round)
    measureScoring(round)
  }
  const uploads: number[] = []
  const scorings: number[] = []
  for (let round = WARM_UPS; round < WARM_UPS + ROUNDS; round++) {
    uploads.push(await measureUploads(round))
    scorings.push(measureScoring(round))
  }
  const toMs = (microseconds: number) => Math.round(microseconds / 10) / 100
  const summarise = (costs: number[]) => ({
    'lowest, ms': toMs(Math.min(...costs)),
    'median, ms': toMs(percentile(costs, 0.5)),
  })
  console.table({ upload: summarise(uploads), 'reading and scoring': summarise(scorings) })
  const ratio = Math.round((100 * Math.min(...uploads)) / Math.min(...scorings)) / 100
  console.log(
    `${files.length} files a round: an upload costs ${ratio} times reading and scoring its file; the limit is ` +
      `${MAX_RATIO}: ${ratio <= MAX_RATIO ? 'met' : 'MISSED'}`,
  )
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'uploads.json'), JSON.stringify({ ratio, uploads, scorings }, null, 2))
} finally {
  closeConnections()
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
