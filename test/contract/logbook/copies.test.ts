// run: all
// However many copies of a flight a logbook holds, no request judges all of them: they follow in the background.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { judgeNextCopies } from '#server/flights/record/copies.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { fillWithCopies } from '#test/support/memory/copies.ts'
import { startServer } from '#test/support/server.ts'
import { countStatements } from '#test/support/statements/count.ts'

const COPIES = 150
/** Of any request; one of a flight without copies runs some 20. */
const MAX_STATEMENTS = 90

suite('a logbook full of copies of one flight', () => {
  test('is judged a few flights at a time, and counts one of them in the end', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    const { db } = server.services
    const pilot = await createPilot(server)
    const track = makeFlight(1, { taskKm: 12 })
    const [first = '', second] = await fillWithCopies(server.services, pilot, track, COPIES)
    const counted = countStatements()
    const countRuns = () => [...counted.values()].reduce((sum, runs) => sum + runs, 0)
    const requireFew = async (what: string, work: () => Promise<unknown>) => {
      const before = countRuns()
      await work()
      const runs = countRuns() - before
      assert.ok(runs <= MAX_STATEMENTS, `${what}: ${runs} statements`)
    }
    const listCounted = async () => {
      const response = await server.fetch('/api/v1/flights?counting=counted', { headers: pilot.headers })
      const { data } = (await response.json()) as { data: { id: string }[] }
      return data.map(({ id }) => id)
    }
    const change = (method: string, id: string, body?: object) => async () => {
      const response = await server.fetch(`/api/v1/flights/${id}`, {
        method,
        headers: { ...pilot.headers, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(response.status < 300, await response.text())
    }
    const judgeAll = async () => {
      for (let hasMore = true; hasMore;)
        await requireFew('a transaction of the job', async () => {
          hasMore = await judgeNextCopies(server.services)
        })
      await requireRightCounts(db.sql)
    }

    await judgeAll()
    assert.deepEqual(await listCounted(), [first])
    await requireFew('an upload', async () => {
      await readUploaded(await upload(server, pilot, makeFlight(1, { taskKm: 12, date: '2026-05-17' })))
    })
    await judgeAll()
    assert.deepEqual(await listCounted(), [first])
    await requireFew('a correction', change('PATCH', first, { isCounted: false }))
    await judgeAll()
    assert.deepEqual(await listCounted(), [second])
    await requireFew('a correction', change('PATCH', first, { isCounted: null }))
    await judgeAll()
    assert.deepEqual(await listCounted(), [first])
    await requireFew('a deletion', change('DELETE', first))
    await judgeAll()
    assert.deepEqual(await listCounted(), [second])
    await db.sql`delete from flights where owner_id = ${pilot.user.id}`
  })
})
