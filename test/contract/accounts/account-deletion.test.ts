// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import sharp from 'sharp'
import { listAccountParts } from '#server/account-parts.ts'
import { continueErasures } from '#server/accounts/erasure.ts'
import { countRows, send } from '#test/support/account.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { fillDeliveryLog, fillLogbook } from '#test/support/memory/logbook.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'
import { giveConsent, onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

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

  test('that fails in the end signs out at once, and is finished later by a job', async (context) => {
    const server = await startServer(context)
    const pilot = await createPilot(server)
    const person = { headers: await signIn(server, pilot.user) }
    await uploadNew(server, pilot, makeFlight(1))
    // A user who cannot be deleted: a row refers to the user and must not be null.
    await server.services.db.sql`
      create table blockers (user_id text not null references users (id) on delete set null)`
    await server.services.db.sql`insert into blockers (user_id) values (${pilot.user.id})`
    assert.equal((await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })).status, 202)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    assert.equal((await server.fetch('/api/v1/flights', { headers: pilot.headers })).status, 401)
    const { code, error } = await runAdmin(server, ['user', 'enable', '--email', pilot.user.email])
    assert.deepEqual(
      [code, error],
      [1, `${pilot.user.email} has deleted the account: it is gone in a moment.`],
    )

    await assert.rejects(continueErasures(server.services, listAccountParts(server.services)))
    await server.services.db.sql`delete from blockers`
    await Promise.all([1, 2].map(() => continueErasures(server.services, listAccountParts(server.services))))
    for (const [table, count] of Object.entries(await countRows(server, pilot.user.id)))
      assert.equal(count, 0, table)
    const events = await server.services.db.sql`select id from events where type = 'flight.deleted'`
    assert.equal(events.length, 1, 'each flight is announced once')
  })

  test('goes in small transactions, between which others have their turn', async (context) => {
    const server = await startServer(context, { environment: { ...unlimited, ...onLoopback } })
    const { services } = server
    const pilot = await createPilot(server)
    await fillLogbook(services, pilot.user.id, 250, { taskKm: 3, rateSeconds: 10 })
    await fillDeliveryLog(services, pilot.user.id)
    const other = await startReceiver(context)
    const application = await registerApplication(server)
    await createWebhook(services, { applicationId: application.id }, other.url)
    await giveConsent(server, pilot.user, application.id)
    const person = { headers: await signIn(server, pilot.user) }
    const left: number[] = []
    const transaction = services.db.transaction.bind(services.db)
    Object.assign(services.db, {
      transaction: async (work: Parameters<typeof transaction>[0]) => {
        const result = await transaction(work)
        const [row] = await services.db.sql<{ flights: number }>`
          select count(*) as flights from flights where owner_id = ${pilot.user.id}`
        if (row && row.flights !== left.at(-1)) left.push(row.flights)
        return result
      },
    })
    assert.equal((await send(server, person, 'DELETE', '/account', { password: TEST_PASSWORD })).status, 204)
    assert.deepEqual(left, [250, 225, 200, 175, 150, 125, 100, 75, 50, 25, 0])
    for (const [table, count] of Object.entries(await countRows(server, pilot.user.id)))
      assert.equal(count, 0, table)
    const { sql } = services.db
    for (const rows of [
      await sql`select 1 as one from flight_counters`,
      await sql`select 1 as one from takeoff_pilots`,
      await sql`select 1 as one from delivery_attempts`,
      await sql`select 1 as one from deliveries where payload like '%gliderType":"%'`,
      await sql`select 1 as one from events where type = 'flight.uploaded' and payload not like '%"score":null%'`,
    ])
      assert.deepEqual(rows, [])
    const events = await sql<{ audience: string }>`
      select audience from events where type = 'flight.deleted' and user_id = ${pilot.user.id}`
    assert.equal(events.length, 250)
    for (const { audience } of events) assert.deepEqual(JSON.parse(audience), [application.id])
  })
})
