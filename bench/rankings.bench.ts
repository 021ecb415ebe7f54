// The cost of rankings at 500 pilots, 20,000 flights and 20 rankings, on SQLite: of the first reading after a change, of 1,000
// flights and of 20,000, and how long other requests wait meanwhile; of a reading from memory against a list of 25 flights; of
// an upload by a pilot who has entered against one by a pilot who has not; and the memory of 20 rankings.
// `npm run bench -- rankings`.
import { setTimeout as sleep } from 'node:timers/promises'
import { simulateFlight } from '#igc/simulate.ts'
import { listRankings } from '#server/rankings/store.ts'
import { unlimited } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import { insertPilot, simulate } from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'
import { checkAims } from './support/aims.ts'
import { vary } from './support/files.ts'
import { percentile } from './support/load.ts'

const PILOTS = 500
const FEW = 25
const FLIGHTS = 40
const READS = 200
const ROUNDS = 7
const UPLOADS = 60
const CHANGES = 5

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function measure(times: number, work: (at: number) => Promise<unknown>): Promise<number> {
  const before = cpuMs()
  for (let at = 0; at < times; at++) await work(at)
  return (cpuMs() - before) / times
}

const closing: (() => Promise<void>)[] = []
const server = await startServer(
  { after: (close) => void closing.push(close) },
  { environment: { ...unlimited, RATE_LIMIT_REQUESTS: '1000000' } },
)
const owner = await createUser(server)
const simulation = await simulate(server, PILOTS, owner.id, createRandom(1))
const { services, pilots, random, upload } = simulation
const rankings = await listRankings(services.db.sql, [simulation.seasonId])
const user = { id: pilots[0]!, email: '' }
const headers = bearer(await createKey(server, user, ['clubs:read', 'flights:read', 'profile:read']))
const read = (path: string) => async () => {
  const answer = await server.fetch(`/api/v1${path}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}
const rowsOf = (index: number) => read(`/rankings/${rankings[index]!.id}/rows?limit=25`)

/** With the thread already there. */
for (const pilot of pilots.slice(0, FEW)) for (let at = 0; at < FLIGHTS; at++) await upload(pilot)
await rowsOf(1)()
const few = await measure(1, rowsOf(0))
for (const pilot of pilots.slice(FEW)) for (let at = 0; at < FLIGHTS; at++) await upload(pilot)

/** The longest that a small request takes while the work runs. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const asking = (async () => {
    while (!isDone) {
      const begun = performance.now()
      await (await server.fetch('/healthz')).arrayBuffer()
      longest = Math.max(longest, performance.now() - begun)
      await sleep(2)
    }
  })()
  await work()
  isDone = true
  await asking
  return longest
}

const quiet = await longestWait(() => sleep(2000))
let begun = performance.now()
const waited = await longestWait(rowsOf(0))
const first = performance.now() - begun
const changed: number[] = []
for (let at = 0; at < CHANGES; at++) {
  await upload(random.pick(pilots))
  begun = performance.now()
  await rowsOf(0)()
  changed.push(performance.now() - begun)
}
console.log({ 'first reading of 20,000, ms': first, 'after a change, ms': percentile(changed, 0.5) })

global.gc?.()
const before = process.memoryUsage().rss
for (let at = 0; at < 20; at++) await rowsOf(at)()
global.gc?.()
console.log(`memory of 20 rankings: ${Math.round((process.memoryUsage().rss - before) / 1e6)} MB`)

/** Requests of this process are in it, for both alike: what they cost is measured by the smallest answer. */
async function compareReads(): Promise<number> {
  const least = async () => void (await (await server.fetch('/healthz')).arrayBuffer())
  const costs = { rows: [] as number[], list: [] as number[], least: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    costs.rows.push(await measure(READS, rowsOf(0)))
    costs.list.push(await measure(READS, read('/flights?pageSize=25')))
    costs.least.push(await measure(READS, least))
  }
  const [rows, list, bare] = [costs.rows, costs.list, costs.least].map((each) => Math.min(...each))
  console.log({ 'rows, ms': rows, 'list of 25, ms': list, 'client and an empty answer, ms': bare })
  return (rows! - bare!) / (list! - bare!)
}

/** In turns, with the same file under another day. */
async function compareUploads(): Promise<number> {
  const file = Buffer.from(simulateFlight({ seed: 5, taskKm: 60 }).bytes)
  // With as many flights: an upload is compared with those of its pilot.
  const other = await insertPilot(services)
  for (let at = 0; at < FLIGHTS; at++) await upload(other)
  const [stranger, entered] = await Promise.all(
    [other, pilots[1]!].map(async (id) =>
      bearer(await createKey(server, { id, email: '' }, ['flights:write'])),
    ),
  )
  const send = async (by: Record<string, string>, round: number) => {
    const answer = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: { ...by, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(vary(file, round)),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const costs = { without: [] as number[], with: [] as number[] }
  for (let round = 1; round <= UPLOADS; round++) {
    const without = () => measure(1, () => send(stranger!, round)).then((ms) => costs.without.push(ms))
    const withRankings = () => measure(1, () => send(entered!, round)).then((ms) => costs.with.push(ms))
    await (round % 2 === 0 ? without() : withRankings())
    await (round % 2 === 0 ? withRankings() : without())
  }
  const [without, entering] = [costs.without, costs.with].map((each) =>
    percentile(each.slice(UPLOADS / 3), 0.25),
  )
  console.log({ 'upload without, ms': without, 'with, ms': entering })
  return entering! / without!
}

checkAims([
  { name: 'a stale ranking of 1,000 flights, s of CPU', measured: few / 1000, atMost: 0.3 },
  { name: 'a stale ranking of 20,000 flights, s', measured: first / 1000, atMost: 1.5 },
  { name: 'how much longer other requests wait, ms', measured: waited - quiet, atMost: 50 },
  { name: 'rows from memory, against a list of 25 flights', measured: await compareReads(), atMost: 2 },
  {
    name: 'an upload by a pilot who has entered, against one who has not',
    measured: await compareUploads(),
    atMost: 1.03,
  },
])
for (const close of closing) await close()
process.exit()
