// The first upload after a restart against warm ones, on a host whose cores are all busy: a loop for each core takes what it
// can get, with the priority of the service. `npm run bench -- restart [rounds]`; 5 rounds unless said otherwise.
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { usualFlight } from '#test/support/memory/logbook.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { checkAims } from './support/aims.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { call, closeConnections, percentile } from './support/load.ts'

const ROUNDS = Number(process.argv[3] ?? 5)
const WARM_UPS = 10
const WARM = 20

const { folder, url, environment } = await createBenchEnvironment()
// As a node has it that is not told otherwise.
const settings = { ...environment, SCORING_WARM_UP_AFTER_SECONDS: '1' }
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const pilot = await createPilot({ services } as TestServer)
await services.close()

let number = 1
/** A pilot seldom flies twice on a day. */
const dayOf = (count: number) => new Date(Date.UTC(2020, 0, count)).toISOString().slice(0, 10)
async function measureUpload(): Promise<number> {
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  const body = makeFlight(number, { ...usualFlight, date: dayOf(number++) })
  const target = new URL('/api/v1/flights/upload', url)
  const { status, ms, body: answer } = await call({ url: target, method: 'POST', headers, body })
  if (status !== 201) throw new Error(`${status} ${answer.toString()}`)
  return ms
}

/** A load balancer sends it when the node is ready. */
async function restart() {
  const server = startProcess(SERVER, [], settings)
  try {
    const beganAt = performance.now()
    await waitForAnswer(url, server)
    await waitUntil('it is ready', async () => (await fetch(`${url}/readyz`)).ok)
    const readyMs = performance.now() - beganAt
    // On the connection by which it has asked.
    await call({ url: new URL('/readyz', url) })
    const first = await measureUpload()
    for (let count = 0; count < WARM_UPS; count++) await measureUpload()
    const warm: number[] = []
    for (let count = 0; count < WARM; count++) warm.push(await measureUpload())
    return { 'ready, ms': readyMs, 'first, ms': first, 'warm, ms': percentile(warm, 0.5) }
  } finally {
    closeConnections()
    await server.kill('SIGTERM')
  }
}

const loops: ChildProcess[] = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
)
try {
  const rows: Awaited<ReturnType<typeof restart>>[] = []
  for (let round = 0; round < ROUNDS; round++) rows.push(await restart())
  console.table(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, ms]) => [key, Math.round(ms)]))),
  )
  const first = rows.map((row) => row['first, ms'])
  checkAims([
    { name: 'the first upload after a restart, ms', measured: percentile(first, 0.5), atMost: 1200 },
  ])
} finally {
  for (const loop of loops) loop.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
