// run: all
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ListedSeason } from '#contract/clubs/api.ts'
import { createApp } from '#server/app.ts'
import { demoFlights } from '#server/demo/flights.ts'
import { openDemo } from '#server/demo/demo.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { lookAtChanged } from '#server/rankings/jobs.ts'
import { withRankable } from '#server/work.ts'
import { bearer, createUser } from '#test/support/people.ts'
import { shareServer, startServer } from '#test/support/server.ts'

test('the demo stays out of a database that has users', async () => {
  const server = await shareServer()
  await createUser(server)
  await assert.rejects(
    openDemo(server.services, createApp, () => assert.fail('nothing is made')),
    /This database already has users, so the demo is not added to it/,
  )
})

test('the key of the demo uploads, and is the same at the next start', async (context) => {
  const server = await startServer(context)
  const first = await openDemo(server.services, createApp, () => {})
  assert.deepEqual(await openDemo(server.services, createApp, () => assert.fail('nothing is made')), first)
  assert.equal((await countEmails(server.services.db.sql)).queued, 0, 'its pilots have no mailbox')
  const body = readFileSync(join(import.meta.dirname, '../../examples/flight.igc'))
  const headers = { ...bearer(first.key), 'content-type': 'application/octet-stream' }
  const answer = await server.fetch('/api/v1/flights/upload', { method: 'POST', headers, body })
  assert.equal(answer.status, 201)
  const { data } = (await answer.json()) as { data: { scoring: object } }
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
  assert.ok(readme.includes(`"scoring":${JSON.stringify(data.scoring)}`), 'as the README says')
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

test('the club of the demo has a season that is over, one that runs, three rankings of each, and something to review', async (context) => {
  const server = await startServer(context)
  await openDemo(server.services, createApp, () => undefined)
  const visit = async (path: string) => (await (await server.fetch(`/visit${path}`)).json()).data
  const [club] = await visit('/clubs?q=Bergwind')
  assert.equal(club.members, 12)
  const seasons = await visit(`/seasons?clubId=${club.id}`)
  assert.deepEqual(
    seasons.map((season: ListedSeason) => [season.closedAt !== null, season.rankings.length]).toSorted(),
    [
      [false, 3],
      [true, 3],
    ],
  )
  for (const season of seasons) {
    const rows = await visit(`/rankings/${season.rankings[0].id}/rows`)
    assert.ok(rows.length > 5, `${rows.length} places`)
  }
  await lookAtChanged(withRankable(server.services))
  const waiting = await server.services.db.sql`select file from entry_decisions where state = 'review'`
  assert.equal(waiting.length, 2)
})
