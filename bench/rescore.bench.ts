// Uploads while 20,000 flights of a pilot are scored again, against uploads without, in turns of half a minute in the same run:
// whatever else the machine does, both see it. `npm run bench -- rescore [--minutes 60] [--flights 20000]`; CGROUP names the
// folder of a control group for the service and the command together, such as one of 512 MB.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setPaused } from '#server/platform/background/store.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, makeFlight } from '#test/support/flights.ts'
import { fillLogbook, usualFlight } from '#test/support/memory/logbook.ts'
import { SERVER, type ServerProcess, startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { checkAims } from './support/aims.ts'
import { createBenchEnvironment } from './support/environment.ts'
import { readLaunched } from './support/launched.ts'
import { call, closeConnections, percentile } from './support/load.ts'

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { minutes: { type: 'string', default: '60' }, flights: { type: 'string', default: '20000' } },
})
const MINUTES = Number(values.minutes)
const FLIGHTS = Number(values.flights)
const TURN_MS = 30_000
/** Nodes follow a pause within two seconds, and a batch is finished. */
const SETTLE_MS = 5_000
const UPLOADERS = 2
const REST_MS = 100
const { CGROUP } = process.env
const settings = readLaunched()

const { folder, url, environment } = await createBenchEnvironment()
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const { sql } = services.db
const owner = await createPilot({ services } as TestServer)
const other = await createPilot({ services } as TestServer)
await fillLogbook(services, owner.user.id, FLIGHTS)
await outdate()
console.log(`${FLIGHTS} flights are stored.`)

/** Each comes out other than it is stored, so it is changed and told of. */
async function outdate(): Promise<void> {
  await sql`
    update flights set scored_by = 'an old solver', score = score + 1,
      metadata = replace(metadata, '"scoring":{', '"scoring":{"was":1,')
    where owner_id = ${owner.user.id}`
}

function begin(file: string, args: string[]): ServerProcess {
  const process = startProcess(file, args, { ...settings, ...environment })
  if (CGROUP) writeFileSync(join(CGROUP, 'cgroup.procs'), String(process.child.pid))
  return process
}

interface Upload {
  isBeside: boolean
  status: number
  ms: number
}

let phase: boolean | undefined
let isOver = false
const uploads: Upload[] = []

/** One pilot's flights are those that are scored again: both want the pilot's turn. */
async function keepUploading(uploader: number): Promise<void> {
  const pilot = [owner, other][uploader % 2]!
  const headers = { ...pilot.headers, 'content-type': 'application/octet-stream' }
  for (let number = 0; !isOver; number++) {
    const body = makeFlight(1_000_000 * (uploader + 1) + number, usualFlight)
    const isBeside = phase
    const { status, ms } = await call({
      url: new URL('/api/v1/flights/upload', url),
      method: 'POST',
      headers,
      body,
    })
    if (isBeside !== undefined && isBeside === phase) uploads.push({ isBeside, status, ms })
    else if (status >= 400) uploads.push({ isBeside: true, status, ms })
    await sleep(REST_MS)
  }
}

/** The command again and again, with all flights to do when it has done them. */
let rescored = 0
async function keepRescoring(): Promise<void> {
  while (!isOver) {
    const command = begin('server/admin.ts', ['rescore'])
    const ended = new Promise((resolve) => command.child.once('close', resolve))
    while (command.child.exitCode === null && command.child.signalCode === null) {
      await Promise.race([ended, sleep(1000)])
      if (isOver) await command.kill('SIGTERM')
    }
    rescored += Number(/.*again: (\d+)/s.exec(command.output())?.[1] ?? 0)
    if (!isOver && command.child.exitCode !== 0) throw new Error(command.output())
    if (!isOver) await outdate()
  }
}

async function takeTurns(): Promise<void> {
  const endsAt = performance.now() + MINUTES * 60_000
  for (let isBeside = true; performance.now() < endsAt; isBeside = !isBeside) {
    phase = undefined
    await setPaused(sql, 'rescoring', isBeside ? null : Date.now())
    await sleep(SETTLE_MS)
    phase = isBeside
    await sleep(TURN_MS)
  }
  isOver = true
  await setPaused(sql, 'rescoring', null)
}

function summarise(isBeside: boolean) {
  const times = uploads.filter((upload) => upload.isBeside === isBeside).map(({ ms }) => ms)
  const at = (share: number) => Math.round(percentile(times, share))
  return { uploads: times.length, 'p50, ms': at(0.5), 'p99, ms': at(0.99), 'longest, ms': at(1) }
}

const server = begin(SERVER, [])
try {
  await waitForAnswer(url, server)
  const uploading = Array.from({ length: UPLOADERS }, (_, uploader) => keepUploading(uploader))
  await sleep(10_000)
  await Promise.all([takeTurns(), keepRescoring(), ...uploading])
  const [beside, without] = [summarise(true), summarise(false)]
  console.table({ 'beside rescoring': beside, without })
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]
  console.log(
    `${rescored} flights were scored again; the service took ${Math.round(Number(peak) / 1024)} MB at most.`,
  )
  checkAims([
    {
      name: 'uploads that were refused',
      measured: uploads.filter(({ status }) => status >= 400).length,
      atMost: 0,
    },
    {
      name: 'p99 beside rescoring, in those without',
      measured: beside['p99, ms'] / without['p99, ms'],
      atMost: 2,
    },
  ])
} finally {
  isOver = true
  closeConnections()
  await server.kill('SIGTERM')
  await services.close()
  rmSync(folder, { recursive: true, force: true })
}
