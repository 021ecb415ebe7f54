// on: sqlite, postgres
// A client uploads, repeats and deletes while the server is killed with -9 at random moments and started again.
// --sweeps: 100 rounds on SQLite, 30 on PostgreSQL.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, upload } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'

const isFull = process.env.SWEEPS === '1'
const ROUNDS = isFull ? (process.env.TEST_ENGINE === 'postgres' ? 30 : 100) : 2
const CLIENTS = 3

/** The client's knowledge of a flight it has sent. `asked` means no answer came: either state is right. */
interface Sent {
  bytes: Uint8Array
  hash: string
  state: 'asked' | 'uploaded' | 'asked to delete' | 'deleted'
}

const places = [
  { place: 'the database', rounds: ROUNDS, makeSettings: () => ({}) },
  {
    place: 'a folder',
    rounds: isFull ? 30 : 1,
    makeSettings: (dataDir: string) => ({ FILES_URL: pathToFileURL(join(dataDir, 'files')).href }),
  },
]

for (const { place, rounds, makeSettings } of places)
  test(
    `no acknowledged upload or delete is lost in ${rounds} kills, with files in ${place}`,
    { timeout: 3_600_000 },
    async (context) => {
      const { environment, remove } = await createEnvironment()
      context.after(remove)
      const port = await findFreePort()
      Object.assign(environment, unlimited, { PORT: String(port) }, makeSettings(environment.DATA_DIR ?? ''))
      const url = `http://localhost:${port}`
      const fetchFrom: TestServer['fetch'] = (path, init) =>
        fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(20_000) })
      const services = await buildServices(readConfig(environment), { log: createLog('silent') })
      context.after(() => services.close())
      const pilot = await createPilot({ services } as TestServer)

      const sent: Sent[] = []
      let seed = 1
      const counts = { uploaded: 0, repeated: 0, deleted: 0, cut: 0 }

      const answered = () => counts.uploaded + counts.repeated + counts.deleted

      const act = async (own: Sent[]): Promise<void> => {
        const dice = Math.random()
        const known = own.filter((one) => one.state === 'uploaded')
        const one = known[Math.floor(Math.random() * known.length)]
        if (one && dice < 0.2) {
          const response = await upload({ fetch: fetchFrom }, pilot, one.bytes)
          assert.equal(response.status, 200, 'an acknowledged flight is uploaded already')
          counts.repeated++
          return
        }
        if (one && dice < 0.35) {
          const id = await findId(fetchFrom, pilot, one.hash)
          one.state = 'asked to delete'
          const response = await fetchFrom(`/api/v1/flights/${id}`, {
            method: 'DELETE',
            headers: pilot.headers,
          })
          assert.equal(response.status, 204)
          one.state = 'deleted'
          counts.deleted++
          return
        }
        const bytes = makeFlight(seed++, { taskKm: 3 })
        const flight: Sent = { bytes, hash: createHash('sha256').update(bytes).digest('hex'), state: 'asked' }
        sent.push(flight)
        own.push(flight)
        const response = await upload({ fetch: fetchFrom }, pilot, bytes)
        assert.equal(response.status, 201, await response.text())
        flight.state = 'uploaded'
        counts.uploaded++
      }

      // A kill while no request is under way proves nothing and is repeated, as often as a busy machine needs it.
      for (let round = 0; round < rounds || counts.cut === 0; round++) {
        const server = startProcess(SERVER, [], environment)
        context.after(() => server.kill('SIGKILL'))
        await waitForAnswer(url, server)
        let isOver = false
        const clients = Array.from({ length: CLIENTS }, async () => {
          const own: Sent[] = []
          while (!isOver) {
            try {
              await act(own)
            } catch (error) {
              if (error instanceof assert.AssertionError && !isOver) throw error
              counts.cut++
            }
          }
        })
        // The moment is counted from the first answer: a busy machine may need a while until then.
        const before = answered()
        const moment = (async () => {
          while (answered() === before) await sleep(5)
          await sleep(Math.random() * 1500)
        })()
        await Promise.race([Promise.all(clients), moment]).finally(() => {
          isOver = true
        })
        await server.kill('SIGKILL')
        await Promise.all(clients)
      }

      const server = startProcess(SERVER, [], environment)
      context.after(() => server.kill('SIGKILL'))
      await waitForAnswer(url, server)
      const listed = await listAll(fetchFrom, pilot)
      for (const { hash, state, bytes } of sent) {
        const id = listed.get(hash)
        if (state === 'uploaded') assert.ok(id, 'an acknowledged flight is listed')
        if (state === 'deleted') assert.equal(id, undefined, 'an acknowledged delete holds')
        if (!id) continue
        const file = await fetchFrom(`/api/v1/flights/${id}/igc`, { headers: pilot.headers })
        assert.ok(
          Buffer.from(await file.arrayBuffer()).equals(bytes),
          'the file is byte for byte what was sent',
        )
      }
      await requireWhole(services.db.sql, sent, listed)
      const states = Object.groupBy(sent, (one) => one.state)
      context.diagnostic(JSON.stringify({ rounds, ...counts, unanswered: states.asked?.length ?? 0 }))
      assert.ok(counts.uploaded > 0 && counts.cut > 0)
    },
  )

/** Looked for again: when another client deletes a flight, one may move from a page not read yet to one read already. */
async function findId(fetchFrom: TestServer['fetch'], pilot: Pilot, hash: string): Promise<string> {
  let id: string | undefined
  for (let attempt = 0; attempt < 3 && !id; attempt++) id = (await listAll(fetchFrom, pilot)).get(hash)
  assert.ok(id, 'an acknowledged flight is listed')
  return id
}

async function listAll(fetchFrom: TestServer['fetch'], pilot: Pilot): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let page = 1; ; page++) {
    const { data, pagination } = await list({ fetch: fetchFrom }, pilot, `?pageSize=100&page=${page}`)
    for (const flight of data) found.set(flight.hash, flight.id)
    if (page >= pagination.totalPages) return found
  }
}

/** No flight without its file, none counted wrongly, each with exactly one event of its upload and of its end. */
async function requireWhole(
  sql: TestServer['services']['db']['sql'],
  sent: Sent[],
  listed: Map<string, string>,
): Promise<void> {
  const orphans = await sql`
    select f.id from flights f left join flight_files s on s.flight_id = f.id where s.flight_id is null
    union all
    select s.flight_id from flight_files s left join flights f on f.id = s.flight_id where f.id is null`
  assert.deepEqual(orphans, [])
  await requireRightCounts(sql)
  const rows = await sql<{ type: string; payload: string }>`select type, payload from events`
  const events = new Map<string, number>()
  for (const { type, payload } of rows) {
    const { hash } = (JSON.parse(payload) as { flight: { hash: string } }).flight
    events.set(`${type} ${hash}`, (events.get(`${type} ${hash}`) ?? 0) + 1)
  }
  for (const { hash, state } of sent) {
    const isListed = listed.has(hash)
    const uploads = events.get(`flight.uploaded ${hash}`) ?? 0
    const deletes = events.get(`flight.deleted ${hash}`) ?? 0
    assert.equal(uploads - deletes, isListed ? 1 : 0, `${state}: events say what the list says`)
    assert.ok(uploads <= 1 && deletes <= 1, 'each event is there once')
    if (state !== 'asked') assert.equal(uploads, 1)
    if (state === 'deleted') assert.equal(deletes, 1)
  }
}
