// The cost of rankings at 500 pilots, 20,000 flights and 20 rankings: of one pilot's flight, and of a rebuild of all. CPU time
// of the process, on SQLite in memory of the system; flights are rows of memory, so reading them is not in it.
// `npm run bench -- rankings`.
import { rebuildRanking } from '#server/rankings/rerank.ts'
import { findSeason, listRankings } from '#server/rankings/store.ts'
import { createUser } from '#test/support/people.ts'
import { createRandom } from '#test/support/rankings/entries.ts'
import { makeSourceFlight, simulate } from '#test/support/rankings/simulation.ts'
import { startServer } from '#test/support/server.ts'
import { checkAims } from './support/aims.ts'

const PILOTS = 500
const FLIGHTS = 40
const EVENTS = 300

const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const closing: (() => Promise<void>)[] = []
const server = await startServer({ after: (close) => void closing.push(close) })
const owner = await createUser(server)
const simulation = await simulate(server.services, PILOTS, owner.id)
const { services, pilots, flights, touch, settle } = simulation
const random = createRandom(1)
for (const pilot of pilots) {
  const number = await touch(pilot)
  flights.set(
    pilot,
    Array.from({ length: FLIGHTS }, () => makeSourceFlight(random, Date.now(), number)),
  )
}
const first = cpuMs()
await settle()
console.log(`ranked for the first time: ${Math.round(cpuMs() - first)} ms for ${PILOTS} pilots`)

let spent = 0
for (let event = 0; event < EVENTS; event++) {
  const pilot = random.pick(pilots)
  const number = await touch(pilot)
  flights.set(pilot, [...flights.get(pilot)!, makeSourceFlight(random, Date.now(), number)])
  const before = cpuMs()
  await settle()
  spent += cpuMs() - before
}

const season = (await findSeason(services.db.sql, simulation.seasonId))!
const before = cpuMs()
for (const ranking of await listRankings(services.db.sql, season.id))
  await services.db.transaction((sql) => rebuildRanking(sql, season, ranking))
const rebuildSeconds = (cpuMs() - before) / 1000

checkAims([
  { name: 'a flight’s event, ms of CPU', measured: spent / EVENTS, atMost: 5 },
  { name: 'a rebuild, s of CPU', measured: rebuildSeconds, atMost: 10 },
])
for (const close of closing) await close()
process.exit()
