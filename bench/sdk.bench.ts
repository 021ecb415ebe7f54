// Uploads through `cloudstreet upload` beside prepared requests to the same server, in turns: their ratio is what the
// program and its SDK cost. `npm run bench -- sdk`; UPLOADS=20 for a first look.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, type Pilot } from '#test/support/flights.ts'
import { startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { loadFiles, vary } from './support/files.ts'
import { call, closeConnections, inParallel, percentile } from './support/load.ts'

const UPLOADS = Number(process.env.UPLOADS ?? 200)
const ROUNDS = 3
const PARALLEL = 4
const { folder, url, environment } = await createBenchEnvironment()

const services = await buildServices(readConfig(environment), { now: Date.now, log: createLog('error') })
const pilots: Pilot[] = []
for (let made = 0; made < 2 * ROUNDS + 1; made++) pilots.push(await createPilot({ services } as TestServer))
await services.close()

const files = loadFiles()
const source = join(folder, 'flights')
mkdirSync(source)
const flights = Array.from({ length: UPLOADS }, (_, index) =>
  vary(files[index % files.length]!, 1 + Math.floor(index / files.length)),
)
flights.forEach((bytes, index) => writeFileSync(join(source, `${index}.igc`), bytes))

const server = startProcess('server/main.ts', [], environment)
await waitForAnswer(url, server)

/** Uploads in a second, from the first answer to the last: to start the program is no part of its rate. */
function toRate(answeredAt: readonly number[]): number {
  return ((answeredAt.length - 1) * 1000) / (answeredAt.at(-1)! - answeredAt[0]!)
}

async function sendPrepared(pilot: Pilot): Promise<number> {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const answeredAt: number[] = []
  let next = 0
  await inParallel(PARALLEL, UPLOADS, async () => {
    const body = flights[next++]!
    await call({ url: new URL('/api/v1/flights/upload', url), method: 'POST', headers, body })
    answeredAt.push(performance.now())
  })
  return toRate(answeredAt)
}

async function sendByProgram(pilot: Pilot): Promise<number> {
  const program = join(import.meta.dirname, '../cli/main.ts')
  const args = [program, 'upload', source, '--json', '--parallel', String(PARALLEL)]
  const env = { PATH: process.env.PATH, HOME: folder, CLOUDSTREET_URL: url, CLOUDSTREET_KEY: pilot.token }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const answeredAt: number[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = chunk.toString().split('\n').length - 1
    for (let line = 0; line < lines; line++) answeredAt.push(performance.now())
  })
  await once(child, 'close')
  if (answeredAt.length !== UPLOADS) throw new Error(`${answeredAt.length} of ${UPLOADS} files were answered`)
  return toRate(answeredAt)
}

await sendPrepared(pilots[0]!)
const ratios: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const prepared = await sendPrepared(pilots[1 + 2 * round]!)
  const program = await sendByProgram(pilots[2 + 2 * round]!)
  ratios.push(program / prepared)
  console.log(
    `prepared ${prepared.toFixed(1)}/s, cloudstreet upload ${program.toFixed(1)}/s, ratio ${ratios.at(-1)!.toFixed(2)}`,
  )
}
console.log(`ratio, median of ${ROUNDS}: ${percentile(ratios, 0.5).toFixed(2)} (bar 0.9)`)
closeConnections()
await server.kill('SIGTERM')
rmSync(folder, { recursive: true, force: true })
