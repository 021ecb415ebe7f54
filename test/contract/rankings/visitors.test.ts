// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { RowDetails, Season } from '#contract/clubs/api.ts'
import { addEntrant, addRanking, ask, fly, foundLeague } from '#test/support/rankings/league.ts'
import { shareServer } from '#test/support/server.ts'

suite('rankings without a sign-in', () => {
  test('visitors read what every user may, and are asked to sign in for all else', async () => {
    const server = await shareServer()
    const [shown, hidden] = [await foundLeague(server), await foundLeague(server, { visible: 'members' })]
    const open = await addRanking(server, shown)
    const forMembers = await addRanking(server, shown, { audience: 'members' })
    const anna = await addEntrant(server, shown, 'Anna A')
    const flight = await fly(server, anna, 1)
    await fly(server, anna, 2, { visibility: 'private' })
    const visit = (path: string) => server.fetch(`/visit${path}`)
    const read = async (path: string) => (await visit(path)).json()

    const { data: season } = (await read(`/seasons/${shown.season.id}`)) as { data: Season }
    assert.deepEqual(
      season.rankings.map(({ id }) => id),
      [open],
    )
    assert.equal(season.entry, null)
    const { data, pagination } = await read(`/rankings/${open}/rows`)
    assert.deepEqual([data[0].name, pagination.totalCount], ['Anna A', 1])
    const row = await read(`/rankings/${open}/rows/${data[0].key}`)
    assert.deepEqual(
      row.data.flights.map(({ flightId, reason }: { flightId: unknown; reason: string }) => [
        flightId,
        reason,
      ]),
      [[flight, 'counts']],
    )
    assert.equal((await read(`/clubs/${shown.clubId}`)).data.membership, null)
    assert.equal((await visit('/account')).status, 204)
    const page = async ({ clubId }: typeof shown) => (await server.fetch(`/app/clubs/${clubId}`)).text()
    assert.match(
      await page(shown),
      /<meta name="description" content="[^"]+, its seasons and its rankings\.".*<title>[^<]+ · Cloudstreet/s,
    )
    assert.match(await page(hidden), /<title>Cloudstreet</)

    const refused = await Promise.all(
      [
        `/rankings/${forMembers}`,
        `/rankings/${'a'.repeat(24)}`,
        `/rankings/${open}/rows/me`,
        `/seasons/${hidden.season.id}`,
        `/clubs/${hidden.clubId}`,
        `/clubs/${shown.clubId}/members`,
        '/logbook?page=1',
      ].map(async (path) => {
        const answer = await visit(path)
        return `${answer.status} ${await answer.text()}`
      }),
    )
    assert.equal(new Set(refused).size, 1, refused.join('\n'))
    assert.match(refused[0]!, /^401 .*Sign in first/)
  })

  test('a day opens into the flights that count, with their pilots', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { group: { by: 'day', flights: 2 } })
    for (const [seed, name] of ['Anna A', 'Ben B', 'Cleo C'].entries())
      await fly(server, await addEntrant(server, league, name), seed + 1, { km: 6 + 6 * seed })
    const { body } = await ask(server, league.owner, 'GET', `/rankings/${id}/rows/2026-05-17`)
    const { row, flights } = body.data as RowDetails
    assert.deepEqual(
      flights.map(({ name }) => name),
      ['Cleo C', 'Ben B'],
    )
    assert.equal(row?.sum, Number(flights.reduce((sum, { value }) => sum + value!, 0).toFixed(2)))
    assert.deepEqual([row?.key, row?.flightCount], ['2026-05-17', 2])
    assert.equal((await ask(server, league.owner, 'GET', `/rankings/${id}/rows/2026-05-18`)).status, 404)
  })
})
