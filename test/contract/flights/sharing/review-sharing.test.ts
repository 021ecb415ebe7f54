// run: all
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { send } from '#test/support/account.ts'
import { makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { bearer, createKey, createUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const DAY_MS = 86_400_000

/** A pilot with a flight on each of as many days from 1 May 2026, all private. */
async function startWithFlights(context: TestContext, count: number) {
  const mail = await startMailServer(context)
  const environment = { SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0', ...unlimited }
  const server = await startServer(context, { environment })
  const user = await createUser(server)
  const key = bearer(await createKey(server, user, ['flights:read', 'flights:write']))
  const ids: string[] = []
  for (let day = 0; day < count; day++) {
    const date = new Date(Date.UTC(2026, 4, 1 + day)).toISOString().slice(0, 10)
    const answer = await upload(
      server,
      { headers: key },
      makeFlight(day, { date, taskKm: 8, rateSeconds: 20 }),
    )
    ids.push((await readUploaded(answer)).id)
  }
  // Otherwise it would be in the review as well.
  await server.services.db.sql`delete from credentials`
  const headers = await signIn(server, user)
  const share = async (id: string, visibility: string) => {
    const answer = await send(server, { headers }, 'PATCH', `/flights/${id}`, { visibility })
    assert.equal(answer.status, 200)
  }
  const readLinkOf = async (id: string) => {
    const answer = await send(server, { headers }, 'GET', `/flights/${id}/sharing`)
    return ((await answer.json()) as { data: { url: string } }).data.url.replace(server.url, '')
  }
  return { mail, server, user, headers, ids, share, readLinkOf }
}

type Started = Awaited<ReturnType<typeof startWithFlights>>

async function recover({ mail, server, user }: Started) {
  const visitor = createVisitor(server)
  await visitor.open('/forgot-password')
  await visitor.submit('/forgot-password', { email: user.email })
  await visitor.open(readLink(await mail.take(user.email)))
  await visitor.submit('/reset-password', { password: PASSWORD })
  assert.match((await mail.take(user.email)).text, /The password of your account was changed/)
  await enter(visitor, user.email)
  return visitor
}

const countShared = async ({ server }: Started) => {
  const { sql } = server.services.db
  const [row] = await sql<{
    count: number
  }>`select count(*) as count from flights where visibility <> 'private'`
  return row?.count
}

suite('the review after a recovery', () => {
  test('lists shared flights and ends their links, unless the pilot keeps them', async (context) => {
    const started = await startWithFlights(context, 3)
    const { server, ids, share, readLinkOf } = started
    const [first = '', second = ''] = ids
    await share(first, 'unlisted')
    await share(second, 'public')
    const link = await readLinkOf(first)
    assert.equal((await server.fetch(link)).status, 200)
    const visitor = await recover(started)
    const { text } = await visitor.open('/review-access')
    assert.match(text, /What others can see/)
    assert.match(text, /2 flights: .*\(2 May 2026\), .*\(1 May 2026\)/)
    assert.doesNotMatch(text, /3 May 2026/)

    const done = await visitor.submit('/review-access', {})
    assert.match(done.text, /Ended.*What others can see/s)
    assert.equal((await server.fetch(link)).status, 404)
    assert.equal((await server.fetch(`/f/${second}`)).status, 404)
    assert.equal(await countShared(started), 0)
    const log = await visitor.open('/app/api/security-log')
    assert.match(log.text, /"kind":"sharing_ended"[^}]*"subject":"2"/)
    const events = await server.services.db.sql`select id from events where type = 'flight.updated'`
    assert.equal(events.length, 4, 'two were shared, and two are private again')
    assert.match((await started.mail.take(started.user.email)).text, /- What others can see/)
  })

  test('keeps what was shared more than a week ago, and asks about what is shared meanwhile', async (context) => {
    const started = await startWithFlights(context, 2)
    const { server, ids, share } = started
    const [first = '', second = ''] = ids
    await share(first, 'public')
    server.advance(8 * DAY_MS)
    const visitor = await recover(started)
    await visitor.open('/review-access')
    await server.services.db.sql`
      update flights set visibility = 'public', updated_at = ${server.services.now()} where id = ${second}`
    const again = await visitor.submit('/review-access', {})
    assert.match(again.text, /Decide about what is left/)
    assert.equal(await countShared(started), 2)
    const [item = ''] = /sharing:\d+/.exec((await visitor.open('/review-access')).text) ?? []
    assert.match(
      (await visitor.submit('/review-access', { [item]: 'keep' })).text,
      /Kept.*What others can see/s,
    )
    assert.equal((await server.fetch(`/f/${first}`)).status, 200)
  })

  test('makes new flights private again, where somebody has changed what they are', async (context) => {
    const started = await startWithFlights(context, 0)
    const { server, headers } = started
    await send(server, { headers }, 'PATCH', '/sharing', { defaultVisibility: 'public' })
    await started.mail.take(started.user.email)
    const visitor = await recover(started)
    const { text } = await visitor.open('/review-access')
    assert.match(text, /new flights are seen by everyone/)
    await visitor.submit('/review-access', {})
    assert.match((await visitor.open('/app/api/sharing')).text, /"defaultVisibility":"private"/)
    assert.match((await visitor.open('/review-access')).text, /no flight is shared/)
  })

  test('ends more flights than one transaction is to change', async (context) => {
    const started = await startWithFlights(context, 103)
    await send(started.server, started, 'POST', '/flights/visibility', { visibility: 'public' })
    assert.equal(await countShared(started), 103)
    await started.mail.take(started.user.email)
    const visitor = await recover(started)
    assert.match((await visitor.open('/review-access')).text, /103 flights: .* and 98 more/)
    assert.match((await visitor.submit('/review-access', {})).text, /Ended.*What others can see/s)
    assert.equal(await countShared(started), 0)
  })
})
