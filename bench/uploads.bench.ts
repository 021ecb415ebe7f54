// An upload of a warm service in CPU time of all its threads, against reading and scoring the same files in this process:
// what is beyond 1 is the request, the analysis, compressing, the place, and the transaction. In turns, one line for
// simulated flights that differ and one for a single track that comes back on other days.
// `npm run bench -- uploads [--logbook 30000]` on SQLite; with DATABASE_URL set on that PostgreSQL (a database to throw
// away). With a logbook each line is measured for a pilot who has so many flights, all of them copies of that track, too.
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createReadBuffer, readIgc } from '#igc/read.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { XCONTEST } from '#scoring/score.ts'
import { scoreFile } from '#scoring/score-file.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, type Pilot } from '#test/support/flights.ts'
import { fillWithCopies } from '#test/support/memory/copies.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { checkAims } from './support/aims.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { vary } from './support/files.ts'
import { call, closeConnections, inParallel, percentile } from './support/load.ts'
import { readThreads } from './support/steady.ts'

const AT_ONCE = 4
const WARM_UPS = 4
const ROUNDS = 9
const PER_ROUND = 20
const MAX_RATIO = 3
/** Of a copy to a flight of its own, and of a full logbook to an empty one. */
const MAX_TIMES_OWN = 2

const { values } = parseArgs({ args: process.argv.slice(3), options: { logbook: { type: 'string' } } })
const logbook = Number(values.logbook ?? 0)
const { folder, url, environment } = await createBenchEnvironment()
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const track = Buffer.from(fly(0, 2020))
const pilots = [await createPilot({ services } as TestServer)]
if (logbook > 0) {
  const pilot = await createPilot({ services } as TestServer)
  await fillWithCopies(services, pilot, track, logbook)
  pilots.push(pilot)
}
await services.close()
const server = startProcess('server/main.ts', [], environment)
const buffer = createReadBuffer()

const lines = pilots.flatMap((pilot, at) => {
  const into = at === 0 ? '' : `, into ${logbook} flights`
  return [
    { name: `flights of their own${into}`, pilot, file: flyOnDay, costs: [] as number[] },
    { name: `copies of one track${into}`, pilot, file: copyToDay, costs: [] as number[] },
  ]
})

function fly(seed: number, year: number): Uint8Array {
  const date = new Date(Date.UTC(year, 0, 1 + seed)).toISOString().slice(0, 10)
  return simulateFlight({ seed, taskKm: 20 + 2 * (seed % 20), date }).bytes
}

function flyOnDay(at: number): Uint8Array {
  return fly(at + 1, 2022)
}

function copyToDay(at: number): Uint8Array {
  return vary(track, at + 1)
}

/** Microseconds of CPU for a file. */
async function measureUploads({ headers }: Pilot, files: readonly Uint8Array[]): Promise<number> {
  const sent = { ...headers, 'content-type': 'application/octet-stream' }
  const target = { url: new URL('/api/v1/flights/upload', url), method: 'POST', headers: sent }
  const before = readThreads(server.child.pid!).all
  await inParallel(AT_ONCE, files.length, async (index) => {
    const { status, body } = await call({ ...target, body: files[index]! })
    if (status !== 201) throw new Error(`${status} ${body.toString().slice(0, 200)}`)
  })
  // Jobs go on with what an upload leaves them.
  await sleep(500)
  return (readThreads(server.child.pid!).all - before) / files.length
}

function measureScoring(files: readonly Uint8Array[]): number {
  const before = process.cpuUsage()
  for (const file of files) scoreFile(readIgc(file, { buffer }), { rules: XCONTEST, deadlineMs: 60_000 })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / files.length
}

const toMs = (microseconds: number) => Math.round(microseconds / 10) / 100
const summarise = (costs: readonly number[]) => ({
  'lowest, ms': toMs(Math.min(...costs)),
  'median, ms': toMs(percentile(costs, 0.5)),
  'first, ms': toMs(costs[0]!),
  'last, ms': toMs(costs.at(-1)!),
})

try {
  await waitForAnswer(url, server)
  const scorings: number[] = []
  for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
    for (const { pilot, file, costs } of lines) {
      const files = Array.from({ length: PER_ROUND }, (_, index) => file(round * PER_ROUND + index))
      const cost = await measureUploads(pilot, files)
      if (round >= WARM_UPS) costs.push(cost)
    }
    const scoring = measureScoring(
      Array.from({ length: PER_ROUND }, (_, index) => flyOnDay(round * PER_ROUND + index)),
    )
    if (round >= WARM_UPS) scorings.push(scoring)
  }
  console.table({
    ...Object.fromEntries(lines.map(({ name, costs }) => [name, summarise(costs)])),
    'reading and scoring': summarise(scorings),
  })
  const [own, ...others] = lines
  checkAims([
    {
      name: 'reading and scoring, times',
      measured: Math.min(...own!.costs) / Math.min(...scorings),
      atMost: MAX_RATIO,
    },
    ...others.map(({ name, costs }) => ({
      name: `${name}, times one of its own`,
      measured: percentile(costs, 0.5) / percentile(own!.costs, 0.5),
      atMost: MAX_TIMES_OWN,
    })),
  ])
} finally {
  closeConnections()
  await server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
