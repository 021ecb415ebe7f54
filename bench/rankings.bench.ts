// The cost of rankings at 500 pilots, 20,000 flights and 20 rankings, in CPU time of the process, on SQLite: of one pilot's
// flight, of a rebuild of all, of a page against a list of 25 flights, and of an upload by a pilot who has entered against
// one by a pilot who has not. `npm run bench -- rankings`.
import { simulateFlight } from '#igc/simulate.ts'
import { rebuildRanking } from '#server/rankings/rerank.ts'
import { findSeason, listRankings } from '#server/rankings/store.ts'
import { unlimited } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import { insertPilot, simulate } from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'
import { checkAims } from './support/aims.ts'
import { vary } from './support/files.ts'
import { percentile } from './support/load.ts'

const PILOTS = 500
const FLIGHTS = 40
const EVENTS = 300
const READS = 200
const ROUNDS = 7
const UPLOADS = 60

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
const { services, pilots, random, settle, upload } = simulation
for (const pilot of pilots) for (let at = 0; at < FLIGHTS; at++) await upload(pilot)
console.log(
  `ranked for the first time: ${Math.round(await measure(1, settle))} ms for ${PILOTS} pilots with ${FLIGHTS} flights each`,
)

let eventMs = 0
for (let event = 0; event < EVENTS; event++) {
  await upload(random.pick(pilots))
  eventMs += (await measure(1, settle)) / EVENTS
}

const season = (await findSeason(services.db.sql, simulation.seasonId))!
const rankings = await listRankings(services.db.sql, season.id)
const rebuildMs = await measure(1, async () => {
  for (const ranking of rankings) await services.db.transaction((sql) => rebuildRanking(sql, season, ranking))
})

/** Requests of this process are in it, for both alike: what they cost is measured by the smallest answer. */
async function compareReads(): Promise<number> {
  const user = { id: pilots[0]!, email: '' }
  const headers = bearer(await createKey(server, user, ['clubs:read', 'flights:read', 'profile:read']))
  const read = (path: string) => async () => {
    const answer = await server.fetch(`/api/v1${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const paths = { page: `/rankings/${rankings[0]!.id}`, list: '/flights?pageSize=25' }
  const least = async () => void (await (await server.fetch('/healthz')).arrayBuffer())
  const costs = { page: [] as number[], list: [] as number[], least: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    costs.page.push(await measure(READS, read(paths.page)))
    costs.list.push(await measure(READS, read(paths.list)))
    costs.least.push(await measure(READS, least))
  }
  const [page, list, bare] = [costs.page, costs.list, costs.least].map((each) => Math.min(...each))
  console.log({ 'page, ms': page, 'list of 25, ms': list, 'client and an empty answer, ms': bare })
  return (page! - bare!) / (list! - bare!)
}

/** In turns, with the same file under another day; ranking comes after the answer and is told apart. */
async function compareUploads(): Promise<{ ratio: number; withRanking: number }> {
  const file = Buffer.from(simulateFlight({ seed: 5, taskKm: 60 }).bytes)
  // With as many flights: an upload is compared with those of its pilot.
  const other = await insertPilot(services)
  for (let at = 0; at < FLIGHTS; at++) await upload(other)
  const [stranger, entered] = await Promise.all(
    [other, pilots[1]!].map(async (id) =>
      bearer(await createKey(server, { id, email: '' }, ['flights:write'])),
    ),
  )
  const send = async (headers: Record<string, string>, round: number) => {
    const sent = { ...headers, 'content-type': 'application/octet-stream' }
    const answer = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(vary(file, round)),
    })
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const costs = { without: [] as number[], with: [] as number[], ranked: [] as number[] }
  for (let round = 1; round <= UPLOADS; round++) {
    const [without, withRankings] = [
      () => measure(1, () => send(stranger!, round)).then((ms) => costs.without.push(ms)),
      () => measure(1, () => send(entered!, round)).then((ms) => costs.with.push(ms)),
    ]
    await (round % 2 === 0 ? without() : withRankings())
    await (round % 2 === 0 ? withRankings() : without())
    costs.ranked.push(await measure(1, settle))
  }
  const [without, entering, ranked] = [costs.without, costs.with, costs.ranked].map((each) =>
    percentile(each.slice(UPLOADS / 3), 0.25),
  )
  console.log({ 'upload without, ms': without, 'with, ms': entering, 'ranking after it, ms': ranked })
  return { ratio: entering! / without!, withRanking: (entering! + ranked!) / without! }
}

const page = await compareReads()
const uploads = await compareUploads()
console.log(`an upload with the ranking that follows it: ${uploads.withRanking.toFixed(3)} of one without`)
checkAims([
  { name: 'a flight’s event, ms of CPU', measured: eventMs, atMost: 5 },
  { name: 'a rebuild, s of CPU', measured: rebuildMs / 1000, atMost: 10 },
  { name: 'a page of a ranking, against a list of 25 flights', measured: page, atMost: 3 },
  {
    name: 'an upload by a pilot who has entered, against one who has not',
    measured: uploads.ratio,
    atMost: 1.03,
  },
])
for (const close of closing) await close()
process.exit()
