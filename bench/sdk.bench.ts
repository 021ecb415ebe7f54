// `cloudstreet upload FOLDER`, as it is built and as a pilot calls it, against prepared requests to the same server, in
// turns: their ratio is what the program and its SDK cost. The start of the program is shown, and is no part of its rate.
// `npm run bench -- sdk`; UPLOADS=20 for a first look.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCli } from '../scripts/cli/build.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, type Pilot } from '#test/support/flights.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { loadFiles, vary } from './support/files.ts'
import { call, closeConnections, inParallel, percentile } from './support/load.ts'
import { readTimes, TICK_MICROSECONDS } from './support/process-times.ts'

const UPLOADS = Number(process.env.UPLOADS ?? 600)
const ROUNDS = Number(process.env.ROUNDS ?? 7)
const PARALLEL = 4
const { folder, url, environment } = await createBenchEnvironment()

const services = await buildServices(readConfig(environment), { now: Date.now, log: createLog('error') })
const pilots: Pilot[] = []
for (let made = 0; made < 2 * ROUNDS + 2; made++) pilots.push(await createPilot({ services } as TestServer))
await services.close()

const files = loadFiles()
const candidates = Array.from({ length: UPLOADS }, (_, index) =>
  vary(files[index % files.length]!, 1 + Math.floor(index / files.length)),
)

const program = await buildCli()
const server = startProcess('server/main.ts', [], environment)
await waitForAnswer(url, server)

async function send(body: Buffer, pilot: Pilot): Promise<number> {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  return (await call({ url: new URL('/api/v1/flights/upload', url), method: 'POST', headers, body })).status
}

const [warm, idle, ...others] = pilots as [Pilot, Pilot, ...Pilot[]]
// Some real files are refused, and some are there twice.
const flights: Buffer[] = []
for (const body of candidates) if ((await send(body, warm)) === 201) flights.push(body)
const [source, empty] = [join(folder, 'flights'), join(folder, 'empty')]
for (const path of [source, empty]) mkdirSync(path)
for (const [index, bytes] of flights.entries()) writeFileSync(join(source, `${index}.igc`), bytes)

interface Cost {
  seconds: number
  /** CPU of the server and its client. */
  processorSeconds: number
}

function readProcessorSeconds(): number {
  const [own, serving] = [readTimes(process.pid), readTimes(server.child.pid ?? 0)]
  const ticks = (own?.own ?? 0) + (own?.ended ?? 0) + (serving?.own ?? 0)
  return (ticks * TICK_MICROSECONDS) / 1e6
}

async function measure(work: () => Promise<void>): Promise<Cost> {
  const [began, used] = [performance.now(), readProcessorSeconds()]
  await work()
  return { seconds: (performance.now() - began) / 1000, processorSeconds: readProcessorSeconds() - used }
}

async function sendPrepared(pilot: Pilot): Promise<void> {
  await inParallel(PARALLEL, flights.length, async (index) => {
    const status = await send(flights[index]!, pilot)
    if (status !== 201) throw new Error(`${status} instead of 201`)
  })
}

async function sendByProgram({ token }: Pilot, path: string, expected: string): Promise<void> {
  const env = { PATH: process.env.PATH, HOME: folder, CLOUDSTREET_URL: url, CLOUDSTREET_KEY: token }
  const child = spawn(process.execPath, [program, 'upload', path], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await once(child, 'close')
  if (!out.endsWith(expected)) throw new Error(out)
}

const costs = { prepared: [] as Cost[], program: [] as Cost[], start: [] as Cost[] }
for (let round = 0; round < ROUNDS; round++) {
  const turns = {
    prepared: () => sendPrepared(others[2 * round]!),
    program: () => sendByProgram(others[2 * round + 1]!, source, `\n${flights.length} new\n`),
  }
  costs.start.push(await measure(() => sendByProgram(idle, empty, 'No flights found.\n')))
  // The second one finds a larger database: they take turns at that, too.
  const order = round % 2 === 0 ? (['prepared', 'program'] as const) : (['program', 'prepared'] as const)
  for (const name of order) costs[name].push(await measure(turns[name]))
}

/** Prints uploads in a second, without the start of the program. */
function report(title: string, read: (cost: Cost) => number): void {
  const median = (values: readonly number[]) => percentile(values, 0.5)
  const start = median(costs.start.map(read))
  const prepared = costs.prepared.map((cost) => flights.length / read(cost))
  const program = costs.program.map((cost) => flights.length / (read(cost) - start))
  const ratios = program.map((rate, round) => rate / prepared[round]!)
  const text = (rates: number[]) => rates.map((rate) => rate.toFixed(1)).join(' ')
  console.log(`${title}: prepared ${text(prepared)}; cloudstreet upload ${text(program)}`)
  console.log(
    `  medians ${median(prepared).toFixed(1)} and ${median(program).toFixed(1)}, ` +
      `ratio ${(median(program) / median(prepared)).toFixed(2)} (bar 0.9); ` +
      `of pairs: lowest ${Math.min(...ratios).toFixed(2)}, median ${median(ratios).toFixed(2)}; ` +
      `to start the program took ${(start * 1000).toFixed(0)} ms`,
  )
}

console.log(`${flights.length} flights, ${ROUNDS} pairs in turns`)
report('uploads in a second', ({ seconds }) => seconds)
// Other load on the machine stretches the clock, and not this.
report('uploads in a second of processor time, server and client', ({ processorSeconds }) => processorSeconds)
closeConnections()
await server.kill('SIGTERM')
rmSync(folder, { recursive: true, force: true })
