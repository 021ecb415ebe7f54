// run: all
// A member's private flight changes no byte of what others are told, at any door of clubs, seasons and rankings: those that
// are declared are asked, so a new one is asked, too.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { App } from '#server/platform/http/http.ts'
import { createPilot } from '#test/support/flights.ts'
import { signIn } from '#test/support/people.ts'
import {
  addEntrant,
  addRanking,
  fly,
  foundLeague,
  listRows,
  settle,
  show,
} from '#test/support/rankings/league.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const isAsked = (path: string) => /\/(?:clubs|seasons|rankings|ranking-presets)(?:\/|$)/.test(path)
/** To those who manage a club or review; others are refused. */
const managed = ['/clubs/:id/invitations', '/seasons/:id/reviews', '/seasons/:id/reviews/:flightId']
/** For the pilot of the flight. */
const owned = ['/flights/:id/rankings']
/** The club has none. */
const absent = ['/clubs/:id/picture']

interface World {
  server: TestServer
  /** Of a pilot outside the club, by the door. */
  headersAt: (path: string) => Record<string, string>
  routes: App['declared']
  ids: Record<'clubs' | 'seasons' | 'rankings' | 'flights' | 'key', string>
}

/** Each answer by the address that was asked. */
async function readAll({ server, headersAt, routes, ids }: World): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  const asked = routes.filter(({ method, url }) => method === 'GET' && isAsked(url))
  for (const { url: path } of asked) {
    const [, of] = /\/(clubs|seasons|rankings|flights)\/:/.exec(path) ?? []
    const filled = path
      .replace(/:id/, of ? ids[of as keyof typeof ids] : '')
      .replace(/:key/, ids.key)
      .replace(/:flightId/, ids.flights)
    const isRows = path.endsWith('/rankings/:id/rows')
    const queries = isRows ? ['', '?format=csv', `?clubId=${ids.clubs}`] : ['']
    for (const query of queries) {
      const answer = await server.fetch(filled + query, { headers: headersAt(path) })
      assert.equal(
        answer.ok,
        ![...managed, ...owned, ...absent].some((end) => path.endsWith(end)),
        `${filled}${query}: ${answer.status}`,
      )
      answers[filled + query] = await answer.text()
    }
  }
  return answers
}

suite('a private flight of a member', () => {
  test('changes no byte of a public answer, and a public one does', async (context) => {
    let routes: App['declared'] = []
    const server = await startServer(context, {
      isClockStill: true,
      addRoutes: (app) => void (routes = app.declared),
    })
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    await addRanking(server, league, { audience: 'members' })
    await addRanking(server, league, { group: { by: 'club' } })
    const anna = await addEntrant(server, league, 'Anna A')
    const reader = await createPilot(server, 'Sam Stranger')
    const flights = await fly(server, anna, 1)
    await settle(server)
    const [row] = (await listRows(server, reader, id)).data
    const ids = { clubs: league.clubId, seasons: league.season.id, rankings: id, flights, key: row!.key }
    const session: Record<string, string> = await signIn(server, reader.user)
    const headersAt = (path: string) =>
      path.startsWith('/app/') ? session : path.startsWith('/api/') ? reader.headers : {}
    const world = { server, headersAt, routes, ids }
    const before = await readAll(world)
    assert.ok(Object.keys(before).length >= 12, Object.keys(before).join('\n'))
    const secret = await fly(server, anna, 2, { km: 12, visibility: 'private' })
    await settle(server)
    assert.deepEqual(await readAll(world), before)
    await show(server, anna, secret, 'public')
    await settle(server)
    const after = await readAll(world)
    const changed = Object.keys(before).filter((address) => after[address] !== before[address])
    assert.ok(changed.length >= 5, changed.join('\n'))
  })
})
