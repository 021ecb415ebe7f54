// run: all
// No answer depends on what others keep to themselves: the same requests are sent to two services, one of which has a
// stranger in it who keeps everything private. Every operation is asked, by its own declaration, through each of its doors.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Doors } from '#server/access/operations/doors.ts'
import { addOperations, operation } from '#server/access/operations/operation.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { tools } from '#server/mcp/tools.ts'
import { inherent, refused } from '#test/support/isolation/exceptions.ts'
import { inputs, isOfOneFlight, isOperators, toolArguments } from '#test/support/isolation/inputs.ts'
import { addPasskey, goOn, settleStranger } from '#test/support/isolation/stranger.ts'
import { createSweep, hasInput, keyOf, nameOf } from '#test/support/isolation/sweep.ts'
import { place, record, startWorld } from '#test/support/isolation/world.ts'
import { settle } from '#test/support/rankings/league.ts'
import { signIn } from '#test/support/people.ts'

const UPLOADS = process.env.SWEEPS ? 50 : 12
const HOUR_MS = 3_600_000

/** In this order, the reads twice: what is made first is what the others name. */
const phases: readonly ((key: string, doors: Doors) => boolean)[] = [
  (key) => /^(?:POST|PUT|PATCH) [^:]*$/.test(key),
  (key) => /^(?:POST|PUT) .*:/.test(key),
  (key) => /^PATCH .*:/.test(key),
  (key) => key.startsWith('GET '),
  (key) => key.startsWith('DELETE '),
  // Pages of the site do not change with what was deleted.
  (key, { public: open }) => key.startsWith('GET ') && (open === undefined || key.includes(':')),
]
/** They end what the others need, each a session of its own. */
const last = [
  'DELETE /connection',
  'POST /api/oauth/revoke',
  'DELETE /sessions/:id',
  'POST /sessions/end-others',
  'POST /sign-out',
  'DELETE /account',
]

/** An operation as it must not be: how many flights there are. */
function addLeak(app: App, { db }: Pick<Services, 'db'>): void {
  const handle = async () => ({ data: await db.sql`select count(*) as flights from flights` })
  const doors = { api: 'flights:read', dashboard: 'session' } as const
  addOperations(app, [operation({ route: 'GET /leak', doors, handle })])
}

suite('non-interference', async () => {
  const worlds = [await startWorld({ after }, addLeak), await startWorld({ after }, addLeak)] as const
  const [alone, crowded] = worlds
  const stranger = await settleStranger(crowded.server)
  const refreshSessions = async () => {
    for (const { server, pilot } of worlds) pilot.session = await signIn(server, pilot.user)
  }
  for (const { server, pilot } of worlds) {
    // The address's budget, of which the stranger's requests have used some, begins again.
    server.advance(HOUR_MS)
    await addPasskey(server, pilot)
  }
  await refreshSessions()
  await refreshSessions()
  const sweep = createSweep(worlds, stranger)
  await sweep.refresh()
  const routes = alone.routes.filter(({ method }) => method !== 'HEAD')
  const requireRoute = (name: string) => {
    const found = routes.find((route) => nameOf(route) === name)
    assert.ok(found, name)
    return found
  }

  test('every operation has an input, and every input an operation', () => {
    const without = routes.filter((route) => !hasInput(route)).map(nameOf)
    assert.deepEqual(without, [], 'add them to the tables of test/support/isolation/inputs.ts')
    const keys = new Set(routes.map(keyOf))
    const stale = [...Object.keys(inputs), ...Object.keys(refused)].filter((key) => !keys.has(key))
    assert.deepEqual(stale, [])
    const withId = tools.filter(isOfOneFlight).map(({ name }) => name)
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !(name in toolArguments) && !withId.includes(name)),
      [],
    )
  })

  test(`${UPLOADS} uploads around a private launch are answered as if no one launched there`, async () => {
    const uploading = requireRoute('POST /api/v1/flights/upload')
    const validating = requireRoute('POST /api/v1/flights/validate')
    for (let at = 0; at < UPLOADS; at++) {
      const pair = Math.floor(at / 2)
      // Two by two on opposite sides, 0.6 to 3.8 km apart: which of them are one place is told, too.
      const bytes = record(
        200 + at,
        place(0.3 + (1.6 * pair) / (UPLOADS / 2 - 1), 37 * pair + (at % 2) * 180),
      )
      const headers = { 'content-type': 'application/octet-stream' }
      assert.equal(await sweep.compare(uploading, () => ({ bytes, headers })), undefined)
      if (at % 5 > 0) continue
      await goOn(crowded.server, stranger, at / 5)
      const another = record(400 + at, place(0.1 + at / 30, 53 * at))
      assert.equal(await sweep.compare(validating, () => ({ bytes: another, headers })), undefined)
    }
    const listing = requireRoute('GET /api/v1/flights')
    assert.equal(await sweep.compare(listing, () => ({ query: 'pageSize=100' })), undefined)
  })

  test('every operation answers as if there were no one else', async () => {
    for (const [phase, isOf] of phases.entries()) {
      // What zones leave of flights is ranked once it is scored.
      for (const { server } of worlds) await settle(server)
      await sweep.refresh()
      for (const route of routes.filter((one) => isOf(keyOf(one), one.doors) && !last.includes(keyOf(one)))) {
        await sweep.ask(route, 'pilot')
        if (phase < 4) await sweep.ask(route, 'visitor')
      }
    }
    await refreshSessions()
    for (const { route, sent, why } of inherent)
      assert.notEqual(await sweep.compare(requireRoute(route), sent), undefined, `${route}: ${why}`)
    await sweep.refresh()
    for (const route of last.flatMap((key) => routes.filter((one) => keyOf(one) === key))) {
      await refreshSessions()
      await sweep.ask(route, 'pilot')
    }
    const leaks = sweep.differences.filter((difference) => / \/(?:api\/v1|app\/api)\/leak /.test(difference))
    assert.equal(leaks.length, 4, 'an operation that tells something is found by being declared')
    const found = sweep.differences.filter((difference) => !leaks.includes(difference))
    assert.deepEqual(found, [], `of ${sweep.count} answers`)
  })

  test('every operation was asked, and with success where it can be', () => {
    const never = routes.filter((route) => !sweep.best.has(nameOf(route))).map(nameOf)
    assert.deepEqual(never, [])
    const failed = routes
      .filter((route) => sweep.best.get(nameOf(route))! >= 400)
      .map(keyOf)
      .filter(
        (key) =>
          !isOperators(key) &&
          !routes.some((one) => keyOf(one) === key && sweep.best.get(nameOf(one))! < 400),
      )
    assert.deepEqual([...new Set(failed)].toSorted(), Object.keys(refused).toSorted())
  })
})
