// How long the event loop is held up at most while something is done to a whole logbook, and how long that takes.
// `npm run bench -- stalls [flights [work,work…]]`: 10,000 flights of one pilot unless said otherwise, on SQLite; with DATABASE_URL
// set on that PostgreSQL (a database to throw away). The first row does nothing: it shows the share of the machine itself.
// Judged is the time on a processor; beyond that the disk and other programs take theirs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { importZip, makeFlights, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { createPilot } from '#test/support/flights.ts'
import { fillLogbook } from '#test/support/memory/logbook.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { runToEnd, startProcess, waitForAnswer } from '#test/support/process.ts'
import type { TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { createBenchEnvironment } from './support/environment.ts'

const MAX_STALL_MS = 50
const FLIGHTS = Number(process.argv[3] ?? 10_000)
const ONLY = (process.argv[4] ?? '').split(',')
/** An archive has no more. */
const IMPORTED = 500
/** Scoring is no work of the event loop: these show what storing the results does to it. */
const RESCORED = 1000
const READS = 20

const { folder, url, environment } = await createBenchEnvironment()
const services = await buildServices(readConfig(environment), { log: createLog('silent') })
const { db } = services
const STALL_FILE = join(folder, 'stalls')
const NODE_OPTIONS = `--import=${join(import.meta.dirname, 'support/stall-watch.ts')}`

const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(url + path, init)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

interface Size {
  flights: number
  imported: number
  rescored: number
}

type Works = Record<string, () => Promise<unknown>>

/** Operations on the logbook of a new pilot with so many flights. */
async function prepareWorks({ flights, imported, rescored }: Size): Promise<Works> {
  const pilot = await createPilot({ services } as TestServer)
  const { id: ownerId } = pilot.user
  await fillLogbook(services, ownerId, flights)
  const session = await signIn({ services, url } as TestServer, pilot.user)
  const send = (method: string, path: string, body: object) =>
    ask(path, {
      method,
      headers: { ...session, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const readOften = (path: string) => async () => {
    for (let count = 0; count < READS; count++) await (await ask(path, { headers: session })).arrayBuffer()
  }
  return {
    nothing: () => sleep(5000),
    [`statistics, ${READS} times`]: readOften('/app/api/logbook/statistics'),
    [`records, ${READS} times`]: readOften('/app/api/flights/records'),
    [`map of all tracks, ${READS} times`]: readOften('/app/api/flights/tracks'),
    'logbook as CSV': async () => {
      await (await ask('/api/v1/flights/export', { headers: pilot.headers })).arrayBuffer()
    },
    export: async () => {
      const { body } = await ask('/app/api/account/export', { headers: session })
      await body?.pipeTo(new WritableStream())
    },
    import: async () => {
      const target = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) } as TestServer
      const files = makeFlights(Array.from({ length: imported }, (_, index) => index + 2))
      const { id } = await readImport(await importZip(target, pilot, files))
      await waitForImport(target, pilot, id)
    },
    rescore: async () => {
      await db.sql`
        update flights set scored_by = 'an old solver', score = score + 1
        where id in (select id from flights where owner_id = ${ownerId} order by hash limit ${rescored})`
      const { code, output } = await runToEnd('server/admin.ts', ['rescore'], environment)
      if (code !== 0) throw new Error(output)
    },
    'a glider for all flights': async () => {
      const added = await send('POST', '/app/api/gliders', { name: 'Bench', class: 'A' })
      const { data } = (await added.json()) as { data: { id: string } }
      await send('POST', `/app/api/gliders/${data.id}/flights`, {})
    },
    'a name for the take-off of all flights': async () => {
      const [flight] = await db.sql<{ id: string }>`
        select id from flights where owner_id = ${ownerId} order by hash limit 1`
      await send('PUT', `/app/api/flights/${flight?.id}/takeoff`, { name: 'Bench', isForNearby: true })
    },
    'visibility of all flights': () => send('POST', '/app/api/flights/visibility', { visibility: 'public' }),
    'visibility that all flights have': () =>
      send('POST', '/app/api/flights/visibility', { visibility: 'public' }),
    'deletion of the account': async () => {
      await send('DELETE', '/app/api/account', { password: TEST_PASSWORD })
      await waitUntil(
        'the account is gone',
        async () => (await db.sql`select id from users where id = ${ownerId}`).length === 0,
      )
    },
  }
}

async function measure(work: () => Promise<unknown>) {
  writeFileSync(STALL_FILE, '')
  const beganAt = performance.now()
  await work()
  const seconds = Math.round((performance.now() - beganAt) / 10) / 100
  const stalls = readFileSync(STALL_FILE, 'utf8').trim().split('\n')
  const longest = (column: number) =>
    Math.round(Math.max(0, ...stalls.map((line) => Number(line.split(' ')[column] ?? 0))))
  return { seconds, 'longest stall, ms': longest(0), 'on a processor, ms': longest(1) }
}

// The large one first: what needs a recent sign-in is refused when filling a logbook has taken long.
const works = await prepareWorks({ flights: FLIGHTS, imported: IMPORTED, rescored: RESCORED })
const first = await prepareWorks({ flights: 20, imported: 20, rescored: 20 })
const server = startProcess('server/main.ts', [], { ...environment, STALL_FILE, NODE_OPTIONS })
try {
  await waitForAnswer(url, server)
  const rows = []
  for (const [name, work] of Object.entries(works)) {
    if (!ONLY.some((part) => name.includes(part))) continue
    // Routes are compiled with their first request.
    await first[name]?.()
    const row = { work: name, ...(await measure(work)) }
    rows.push(row)
    console.log(JSON.stringify(row))
  }
  const longest = Math.max(...rows.map((row) => row['on a processor, ms']))
  console.table(rows)
  console.log(
    `${db.engine}, ${FLIGHTS} flights: the longest stall is ${longest} ms, the limit is ${MAX_STALL_MS}: ` +
      (longest <= MAX_STALL_MS ? 'met' : 'MISSED'),
  )
  const results = join(import.meta.dirname, 'results')
  mkdirSync(results, { recursive: true })
  writeFileSync(join(results, 'stalls.json'), JSON.stringify({ engine: db.engine, FLIGHTS, rows }, null, 2))
} finally {
  await server.kill('SIGTERM')
  await services.close()
  rmSync(folder, { recursive: true, force: true })
}
