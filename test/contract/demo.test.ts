// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '#server/app.ts'
import { demoFlights } from '#server/demo/flights.ts'
import { openDemo } from '#server/demo/demo.ts'
import { createUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

test('the demo stays out of a database that has users', async (context) => {
  const server = await shareServer()
  await createUser(server)
  const app = await createApp(server.services)
  context.after(() => app.close())
  await assert.rejects(
    openDemo(server.services, app, () => assert.fail('nothing is made')),
    /This database already has users, so the demo is not added to it/,
  )
})

test('the demo is 40 flights on different days of at least two seasons, the same whenever it is made on a day', () => {
  const now = Date.parse('2026-08-01T12:00:00Z')
  const flights = demoFlights(now)
  assert.equal(flights.length, 40)
  assert.equal(new Set(flights.map(({ date }) => date)).size, 40)
  const seasons = new Set(
    flights.map(({ date }) => Number(date.slice(0, 4)) + (date.slice(5) >= '10-01' ? 1 : 0)),
  )
  assert.ok(seasons.size >= 2)
  assert.ok(flights.every(({ date }) => Date.parse(date) < now))
  assert.deepEqual(demoFlights(now + 3600), flights)
})
