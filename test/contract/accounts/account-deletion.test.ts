import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { countRows, send } from '#test/support/account.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const picture = sharp({ create: { width: 10, height: 10, channels: 3, background: '#3388cc' } })

suite('deleting the account', () => {
  test('asks for the password, deletes everything and tells applications that had consent', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    const person = { headers: await signIn(server, pilot.user) }
    const flights = [
      await uploadNew(server, pilot, makeFlight(1)),
      await uploadNew(server, pilot, makeFlight(2)),
    ]
    const { sql } = server.services.db
    const developer = await createUser(server)
    const now = server.services.now()
    await sql`
      insert into applications (id, owner_id, name, type, grants, scopes, redirect_uris, created_at, updated_at)
      values ('aaaaaaaaaaaaaaaaaaaaaaaa', ${developer.id}, 'Tracker', 'public', '', 'flights:read', '', ${now}, ${now})`
    await sql`
      insert into consents (id, user_id, application_id, scopes, created_at, updated_at)
      values ('bbbbbbbbbbbbbbbbbbbbbbbb', ${pilot.user.id}, 'aaaaaaaaaaaaaaaaaaaaaaaa', 'flights:read', ${now}, ${now})`
    await server.fetch('/app/api/account/image', {
      method: 'POST',
      headers: { ...person.headers, 'content-type': 'image/png' },
      body: new Uint8Array(await picture.png().toBuffer()),
    })

    const wrong = await send(server, person, 'DELETE', '/account', { password: 'wrong wrong wrong' })
    assert.equal(wrong.status, 400)
    assert.equal((await countRows(server, pilot.user.id)).users, 1)
    const gone = await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })
    assert.equal(gone.status, 204)
    assert.match(gone.headers.getSetCookie().join(), /session_token=;.*Max-Age=0/)

    for (const [table, count] of Object.entries(await countRows(server, pilot.user.id)))
      assert.equal(count, 0, table)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    assert.equal((await server.fetch('/api/v1/flights', { headers: pilot.headers })).status, 401)
    const events = await sql<{ audience: string; payload: string }>`
      select audience, payload from events where type = 'flight.deleted' and user_id = ${pilot.user.id}`
    const told = events.map((event) => (JSON.parse(event.payload) as { flight: { id: string } }).flight.id)
    assert.deepEqual(told.sort(), flights.map((flight) => flight.id).sort())
    for (const event of events) assert.deepEqual(JSON.parse(event.audience), ['aaaaaaaaaaaaaaaaaaaaaaaa'])
  })

  test('changes nothing when a part of it fails', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    const person = { headers: await signIn(server, pilot.user) }
    await uploadNew(server, pilot, makeFlight(1))
    const before = await countRows(server, pilot.user.id)
    // A user who cannot be deleted: a row would lose what it must have.
    await server.services.db.sql`
      create table blockers (user_id text not null references users (id) on delete set null)`
    await server.services.db.sql`insert into blockers (user_id) values (${pilot.user.id})`
    assert.equal((await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })).status, 500)
    assert.deepEqual(await countRows(server, pilot.user.id), before)
    const events = await server.services.db.sql`select id from events where type = 'flight.deleted'`
    assert.equal(events.length, 0)
  })
})
