// run: all
// on: sqlite, postgres
// Rows of the large tables that endpoints read. By default 4,000 flights; --sweeps: 1,000,000 flights of 20,000 pilots.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { listFlights } from '#server/flights/read/list-store.ts'
import { readTotals } from '#server/flights/sums/statistics.ts'
import { unlimited } from '#test/support/flights.ts'
import { countRowsRead, recordReads } from '#test/support/plans/rows-read.ts'
import { BUSIEST, seedPilots, TAKEOFF, WEBHOOK } from '#test/support/plans/seed.ts'
import { startServer } from '#test/support/server.ts'
import { issueCredential } from '#test/support/access/issuing.ts'

const size = process.env.SWEEPS ? { pilots: 20_000, flights: 1_000_000 } : { pilots: 50, flights: 4_000 }
const MAX_RATIO = 5
// Looking up a credential or a webhook reads a row of each.
const MARGIN = 5
const largeTables = new Set([
  'flights',
  'flight_files',
  'photo_files',
  'flight_analyses',
  'deleted_flights',
  'deliveries',
  'delivery_attempts',
  'events',
])

const lists: Record<string, string> = {
  'the first page': '/flights?pageSize=20',
  'the third page': '/flights?pageSize=20&page=3',
  'a season': '/flights?pageSize=20&season=2015',
  'a page by cursor': '/flights?limit=20',
  'a page by cursor from a day on': '/flights?limit=20&from=2015-01-01',
  'the best': '/flights?limit=20&sort=score',
  'the longest, shortest first': '/flights?limit=20&sort=distance&order=asc',
  'the longest in the air': '/flights?limit=20&sort=duration',
  'of one type': '/flights?limit=20&type=FAI+Triangle',
  'of one type, by pages': '/flights?pageSize=20&type=FAI+Triangle',
  'from one place': `/flights?limit=20&takeoffId=${TAKEOFF}107`,
  'from one place, by pages': `/flights?pageSize=20&takeoffId=${TAKEOFF}107`,
  'from one country': '/flights?limit=20&country=CH',
  'above a score': '/flights?limit=20&minScore=290&sort=score',
  'changed since': '/flights?limit=20&updatedSince=2024-12-01T00:00:00Z',
  'changed since, by pages': '/flights?pageSize=20&updatedSince=2024-12-01T00:00:00Z',
  'the changes of a copy': '/flights/changes?limit=20',
  deliveries: `/webhooks/${WEBHOOK}/deliveries?limit=20`,
  'deliveries that failed': `/webhooks/${WEBHOOK}/deliveries?limit=20&status=failed`,
  'deliveries that wait': `/webhooks/${WEBHOOK}/deliveries?limit=20&status=pending`,
}

suite('with many flights', async () => {
  const environment = { ...unlimited, DATABASE_STATEMENT_TIMEOUT_MS: '600000' }
  const server = await startServer({ after }, { environment })
  const { db, now } = server.services
  await seedPilots(db, size)
  const scopes = ['flights:read', 'webhooks:manage'] as const
  const key = { kind: 'key' as const, userId: BUSIEST, scopes: [...scopes], name: 'scale' }
  const authorization = `Bearer ${(await issueCredential(db.sql, now(), key)).secret}`
  const read = async (path: string): Promise<unknown[]> => {
    const response = await server.fetch(`/api/v1${path}`, { headers: { authorization } })
    const body = (await response.json()) as { data: unknown[] }
    assert.equal(response.status, 200, JSON.stringify(body))
    return body.data
  }

  test('every list has rows', async () => {
    for (const [name, path] of Object.entries(lists)) assert.ok((await read(path)).length > 0, name)
  })

  if (process.env.TEST_ENGINE === 'postgres') {
    test('no list reads more than five times the rows it returns', async () => {
      const client = new pg.Client({ connectionString: server.environment.DATABASE_URL })
      await client.connect()
      await client.query('vacuum analyze')
      const tooMany: string[] = []
      for (const [name, path] of Object.entries(lists)) {
        let returned = 0
        const statements = await recordReads(async () => {
          returned = (await read(path)).length
        })
        let rows = 0
        for (const statement of statements) rows += await countRowsRead(client, statement, largeTables)
        if (process.env.SWEEPS) console.log(`${name}: ${rows} read, ${returned} returned`)
        if (rows > MAX_RATIO * returned + MARGIN) tooMany.push(`${name}: ${rows} read, ${returned} returned`)
      }
      await client.end()
      assert.deepEqual(tooMany, [])
    })

    test('a list is planned for its values however often it was read', async () => {
      const generic = await server.services.db.transaction(async (sql) => {
        for (let time = 0; time < 10; time++) await listFlights(sql, BUSIEST, {}, { page: 1, pageSize: 20 })
        return sql`
          select statement from pg_prepared_statements
          where generic_plans > 0 and statement like '%from flights f join takeoffs%' and statement not like '%pg_prepared%'`
      })
      assert.deepEqual(generic, [])
    })
  }

  test('statistics are the sums of all flights', async () => {
    const statistics = await readTotals(server.services.db.sql, BUSIEST)
    assert.equal(statistics.flights, Math.min(size.flights / 10, 5_000))
    assert.equal(statistics.seasons.length, 16)
    const [row] = await server.services.db.sql<{ flights: number; seconds: number }>`
      select count(*) as flights, sum(duration_seconds) as seconds from flights where owner_id = ${BUSIEST}`
    assert.deepEqual(row, { flights: statistics.flights, seconds: statistics.seconds })
  })
})
