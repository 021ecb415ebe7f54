// run: all
// What a stranger, a member or a former admin could once read, hold up or change.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import {
  addEntrant,
  addRanking,
  ask,
  fly,
  foundLeague,
  listRows,
  show,
  terms,
} from '#test/support/rankings/league.ts'
import { shareServer, startServer } from '#test/support/server.ts'

suite('rankings keep to what is public', () => {
  test('a members’ ranking that is closed and then shown to all tells of no private flight', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { audience: 'members' })
    const anna = await addEntrant(server, league, 'Anna A')
    const secret = await fly(server, anna, 1, { visibility: 'private' })
    await fly(server, anna, 2)
    const close = (how: string) => ask(server, league.owner, 'POST', `/seasons/${league.season.id}/${how}`)
    const publish = async () => {
      const { rule } = (await ask(server, anna, 'GET', `/rankings/${id}`)).body.data
      return ask(server, league.owner, 'PATCH', `/rankings/${id}`, { rule: { ...rule, audience: 'public' } })
    }
    await close('close')
    assert.equal((await publish()).status, 409, 'closed is closed')
    assert.equal((await server.fetch(`/rankings/${id}/proof.json`)).status, 404)
    await close('reopen')
    assert.equal((await publish()).status, 200)
    await close('close')
    const text = await (await server.fetch(`/rankings/${id}/proof.json`)).text()
    assert.equal(JSON.parse(text).proof.flights.length, 1)
    assert.ok(!text.includes(secret))
  })

  test('a flight that became private does not show while the places without it are computed', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await fly(server, anna, 1)
    const proof = async () => (await server.fetch(`/rankings/${id}/proof.json`)).text()
    assert.ok((await proof()).includes(flight))
    await show(server, anna, flight, 'private')
    // The first computes; the others come at all moments of that.
    const readings = Array.from({ length: 100 }, async (_, turn) => {
      for (let waited = 0; waited < turn; waited++) await nextTurn()
      return proof()
    })
    assert.equal((await Promise.all(readings)).filter((text) => text.includes(flight)).length, 0)
  })

  test('a document is read by those for whom it was made, whatever the club shows later', async () => {
    const server = await shareServer()
    const league = await foundLeague(server, { visible: 'members' })
    const id = await addRanking(server, league)
    await ask(server, league.owner, 'PUT', `/seasons/${league.season.id}/entry`, { displayName: 'full' })
    await fly(server, league.owner, 1)
    await ask(server, league.owner, 'POST', `/seasons/${league.season.id}/close`)
    await ask(server, league.owner, 'PATCH', `/clubs/${league.clubId}`, { visible: 'public' })
    const stranger = await createPilot(server)
    for (const path of ['/rows', '/proof', `/rows/${'0'.repeat(24)}`])
      assert.equal((await ask(server, stranger, 'GET', `/rankings/${id}${path}`)).status, 404, path)
    for (const path of ['proof.json', 'embed', 'feed.json'])
      assert.equal((await server.fetch(`/rankings/${id}/${path}`)).status, 404, path)
    assert.equal((await ask(server, league.owner, 'GET', `/rankings/${id}/proof`)).status, 200)
  })

  test('closed is closed: entering, uploading, deciding and another rule change nothing', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const flight = await fly(server, anna, 1)
    const ben = await createPilot(server, 'Ben B')
    await ask(server, ben, 'PUT', `/clubs/${league.clubId}/membership`, {})
    await fly(server, ben, 2, { km: 20 })
    const path = `/seasons/${league.season.id}`
    await ask(server, league.owner, 'POST', `${path}/close`)
    const before = [
      await listRows(server, anna, id),
      await (await server.fetch(`/rankings/${id}/proof.json`)).text(),
    ]
    const decision = { flightIds: [flight], state: 'rejected', reason: 'X.' }
    const refused = [
      await ask(server, ben, 'PUT', `${path}/entry`, { displayName: 'full' }),
      await ask(server, league.owner, 'PATCH', path, { name: 'Other' }),
      await ask(server, league.owner, 'PATCH', `/rankings/${id}`, { name: 'Other' }),
      await ask(server, league.owner, 'DELETE', `/rankings/${id}`),
      await ask(server, league.owner, 'POST', `${path}/decisions`, decision),
    ]
    assert.deepEqual(
      refused.map(({ status }) => status),
      [409, 409, 409, 409, 409],
    )
    await fly(server, anna, 3, { km: 20 })
    assert.deepEqual(
      [await listRows(server, anna, id), await (await server.fetch(`/rankings/${id}/proof.json`)).text()],
      before,
    )
    assert.equal((await ask(server, anna, 'POST', `${path}/reopen`)).status, 403)
    assert.equal((await ask(server, league.owner, 'POST', `${path}/reopen`)).status, 200)
    assert.equal((await listRows(server, anna, id)).data[0]!.flightCount, 2)
  })

  test('a pilot who was removed, or for whom the club is hidden, ends the entry', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league)
    const [anna, ben] = [
      await addEntrant(server, league, 'Anna A'),
      await addEntrant(server, league, 'Ben B'),
    ]
    for (const pilot of [anna, ben]) await fly(server, pilot, 1)
    await ask(server, league.owner, 'PATCH', `/clubs/${league.clubId}`, { visible: 'members' })
    const { sql } = server.services.db
    const [member] = await sql<{ id: string }>`
      select id from club_members where user_id = ${anna.user.id} and club_id = ${league.clubId}`
    const removed = await ask(server, league.owner, 'DELETE', `/clubs/${league.clubId}/members/${member!.id}`)
    assert.ok(removed.status < 300, removed.text)
    assert.equal((await listRows(server, ben, id)).pagination.totalCount, 1, 'removal ends the entry')
    await sql`update club_members set state = 'removed' where user_id = ${ben.user.id}`
    const path = `/seasons/${league.season.id}/entry`
    assert.equal((await ask(server, ben, 'DELETE', path)).status, 204, 'whatever the club shows')
    assert.equal((await ask(server, ben, 'DELETE', path)).status, 404)
    assert.equal((await listRows(server, league.owner, id)).pagination.totalCount, 0)
  })

  test('a stranger’s seasons come last, forty of a club, and are listed in four statements', async (context) => {
    const server = await startServer(context)
    const [league, spam] = [await foundLeague(server), await foundLeague(server)]
    await addRanking(server, league)
    const anna = await addEntrant(server, league, 'Anna A')
    const create = (name: string, from: string, to: string) =>
      ask(server, spam.owner, 'POST', '/seasons', {
        clubId: spam.clubId,
        name,
        terms: { ...terms, from, to },
      })
    for (let made = 0; made < 39; made++)
      assert.equal((await create(`!${made}`, '2030-01-01', '2030-12-31')).status, 201)
    assert.equal((await create('one more', '2030-01-01', '2030-12-31')).status, 409)
    const read = async (query = '') => (await ask(server, anna, 'GET', `/seasons${query}`)).body
    const first = await read()
    assert.equal(first.data[0].id, league.season.id)
    assert.deepEqual(Object.keys(first.data[0].rankings[0]).sort(), ['audience', 'id', 'name'], 'no rules')
    const second = await read(`?after=${first.pagination.next}`)
    const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id)
    assert.deepEqual([ids.length, new Set(ids).size, second.pagination.next], [41, 41, null])
  })

  test('days of a season are within ten years, 400 at most', async () => {
    const server = await shareServer()
    const { owner, clubId } = await foundLeague(server)
    for (const [from, to, sentence] of [
      ['1066-01-01', '1066-12-31', /within 10 years of today/],
      ['2026-01-01', '2027-12-31', /400 days at most/],
    ] as const) {
      const { status, body } = await ask(server, owner, 'POST', '/seasons', {
        clubId,
        name: 'Long',
        terms: { ...terms, from, to },
      })
      assert.equal(status, 400)
      assert.match(body.error_description, sentence)
    }
  })

  test('a hidden club is in no row, name or filter that others read', async () => {
    const server = await shareServer()
    const [home, hidden] = [await foundLeague(server), await foundLeague(server, { visible: 'members' })]
    const byClub = await addRanking(server, home, { group: { by: 'club' } })
    const overall = await addRanking(server, home)
    const anna = await addEntrant(server, home, 'Anna A')
    const { sql } = server.services.db
    await sql`update club_members set club_id = ${hidden.clubId} where user_id = ${anna.user.id}`
    await sql`
      update ranking_entries set club_id = ${hidden.clubId}, club_since = '2026-01-01'
      where user_id = ${anna.user.id}`
    await fly(server, anna, 1)
    const reader = await createPilot(server)
    assert.deepEqual((await listRows(server, reader, byClub)).data, [])
    const proof = (await ask(server, reader, 'GET', `/rankings/${byClub}/proof`)).text
    assert.ok(!proof.includes(hidden.clubId))
    assert.deepEqual((await listRows(server, reader, overall, `?clubId=${hidden.clubId}`)).data, [])
    assert.equal((await listRows(server, anna, overall, `?clubId=${hidden.clubId}`)).data.length, 1)
    // Shown for a while, and hidden again.
    const visible = (wanted: string) =>
      ask(server, hidden.owner, 'PATCH', `/clubs/${hidden.clubId}`, { visible: wanted })
    await visible('public')
    assert.equal((await listRows(server, reader, byClub)).data.length, 1)
    await visible('members')
    assert.deepEqual((await listRows(server, reader, byClub)).data, [])
  })

  test('launches are in a proof only where everyone may see them', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const id = await addRanking(server, league, { audience: 'members' })
    const anna = await addEntrant(server, league, 'Anna A')
    const { id: flight } = await uploadNew(server, anna, makeFlight(1, { date: '2026-05-17' }))
    const read = async () =>
      (await ask(server, league.owner, 'GET', `/rankings/${id}/proof`)).body.proof.flights
    assert.deepEqual(await read(), [])
    await show(server, anna, flight, 'unlisted')
    assert.deepEqual(await read(), [], 'a link is not for everyone')
    await show(server, anna, flight, 'public')
    assert.ok((await read())[0].takeoff)
    await show(server, anna, flight, 'private')
    assert.deepEqual(await read(), [])
  })

  test('every mistake of a rule is told at once, also of its shape', async () => {
    const server = await shareServer()
    const league = await foundLeague(server)
    const send = async (sent: unknown) => {
      const path = `/seasons/${league.season.id}/rankings`
      const { status, body } = await ask(server, league.owner, 'POST', path, sent)
      return `${status} ${body.error_description}`
    }
    const rule = {
      audience: 'all',
      measure: { kind: 'points', decimals: 9 },
      choice: {},
      group: { by: 'moon' },
    }
    const told = await send({ name: 'X', rule })
    for (const field of ['audience of the rule', 'measure.decimals of the rule', 'group.by of the rule'])
      assert.ok(told.startsWith('400 ') && told.includes(field), told)
    for (const sent of [null, [], 'rule', {}, { name: 7, rule: 7 }, { rule }])
      assert.match(await send(sent), /^400 \S.*\.$/)
    const malformed = await ask(server, league.owner, 'POST', '/seasons/x/rankings', {})
    assert.equal(malformed.status, 404)
  })
})
