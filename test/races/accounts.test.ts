// run: all
// on: sqlite, postgres
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { addPasskey, usePasskey } from '#test/support/second-factor.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const IS_FULL = process.env.SWEEPS === '1'
const ROUNDS = IS_FULL ? 50 : 2
const AT_ONCE = 8
const unlimited = { RATE_LIMIT_SIGN_IN: '0' }
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, index) => make(index))

suite('at the same time', () => {
  test('many sign-ups with one email create one account; one visitor is signed in', async (context) => {
    const server = await startServer(context, { hasRealPasswords: IS_FULL, environment: unlimited })
    const { sql } = server.services.db
    for (let round = 0; round < ROUNDS; round++) {
      const email = `racer-${round}@example.org`
      const visitors = times(AT_ONCE, () => createVisitor(server))
      await Promise.all(visitors.map((visitor) => visitor.open('/sign-up')))
      const answers = await Promise.all(
        visitors.map((visitor, index) =>
          visitor.submit('/sign-up', {
            // Emails that differ only in letter case are the same.
            email: index % 2 ? email : email.toUpperCase(),
            name: `Racer ${index}`,
            password: `racing pilot number ${index}`,
          }),
        ),
      )
      const statuses = answers.map((answer) => answer.status).sort()
      assert.deepEqual(statuses, [...times(AT_ONCE - 1, () => 200), 303])
      const users = await sql`select id from users where email = ${email} and password_hash is not null`
      assert.equal(users.length, 1)
    }
    const [all] = await sql<{ count: number }>`select count(*) as count from users`
    assert.equal(all?.count, ROUNDS)
  })

  test('many uses of one reset link set one password', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      hasRealPasswords: IS_FULL,
      environment: { ...unlimited, SMTP_URL: mail.url },
    })
    for (let round = 0; round < ROUNDS; round++) {
      const user = await createUser(server)
      await signIn(server, user)
      const asker = createVisitor(server)
      await asker.open('/forgot-password')
      await asker.submit('/forgot-password', { email: user.email })
      const link = readLink(await mail.take(user.email))
      const visitors = times(AT_ONCE, () => createVisitor(server))
      await Promise.all(visitors.map((visitor) => visitor.open(link)))
      const answers = await Promise.all(
        visitors.map((visitor, index) =>
          visitor.submit('/reset-password', { password: `racing pilot number ${index}` }),
        ),
      )
      const winners = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []))
      assert.equal(winners.length, 1)
      const outcomes = await Promise.all(
        times(AT_ONCE, async (index) => {
          const visitor = createVisitor(server)
          await visitor.open('/sign-in')
          return visitor.submit('/sign-in', { email: user.email, password: `racing pilot number ${index}` })
        }),
      )
      const accepted = outcomes.flatMap((answer, index) => (answer.status === 303 ? [index] : []))
      assert.deepEqual(accepted, winners)
    }
  })

  test('a sign-in by a young passkey during a password reset does not survive it', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { ...unlimited, SMTP_URL: mail.url } })
    for (let round = 0; round < ROUNDS; round++) {
      const person = await createSignedInUser(server)
      const { authenticator } = await addPasskey(server, person)
      await mail.take(person.user.email)
      const owner = createVisitor(server)
      await owner.open('/forgot-password')
      await owner.submit('/forgot-password', { email: person.user.email })
      await owner.open(readLink(await mail.take(person.user.email)))
      const thieves = times(AT_ONCE, () => createVisitor(server))
      const [reset] = await Promise.all([
        owner.submit('/reset-password', { password: 'racing pilot number one' }),
        ...thieves.map((thief) => usePasskey(server, thief, authenticator)),
      ])
      assert.equal(reset.status, 200)
      const { sql } = server.services.db
      assert.deepEqual(await sql`select id from sessions where user_id = ${person.user.id}`, [])
    }
  })

  test('a change of email asked for during a password reset is refused or ended with it', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      hasRealPasswords: IS_FULL,
      environment: { ...unlimited, SMTP_URL: mail.url },
    })
    for (let round = 0; round < ROUNDS; round++) {
      const { user, headers } = await createSignedInUser(server)
      const visitor = createVisitor(server)
      await visitor.open('/forgot-password')
      await visitor.submit('/forgot-password', { email: user.email })
      await visitor.open(readLink(await mail.take(user.email)))
      const changes = times(AT_ONCE, (index) =>
        server.fetch('/app/api/account/email', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email: `thief-${round}-${index}@example.com`, password: TEST_PASSWORD }),
        }),
      )
      const reset = await visitor.submit('/reset-password', { password: 'racing pilot recovered' })
      assert.equal(reset.status, 200)
      const statuses = (await Promise.all(changes)).map((answer) => answer.status)
      assert.ok(
        statuses.every((status) => [200, 400, 401].includes(status)),
        statuses.join(),
      )
      const pending = await server.services.db.sql`
        select hash from one_time_secrets where user_id = ${user.id} and purpose <> 'keep-email'`
      assert.deepEqual(pending, [], `round ${round}: ${statuses.join()}`)
    }
  })

  test('two accounts confirm the same new email: one gets it, the other is refused', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, {
      hasRealPasswords: IS_FULL,
      environment: { ...unlimited, SMTP_URL: mail.url },
    })
    for (let round = 0; round < ROUNDS; round++) {
      const email = `wanted-${round}@example.org`
      const people = [await createSignedInUser(server), await createSignedInUser(server)]
      for (const { headers } of people) {
        await server.fetch('/app/api/account/email', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: TEST_PASSWORD }),
        })
      }
      const links = [readLink(await mail.take(email)), readLink(await mail.take(email))]
      const visitors = links.map(() => createVisitor(server))
      await Promise.all(visitors.map((visitor, index) => visitor.open(links[index] ?? '')))
      const answers = await Promise.all(visitors.map((visitor) => visitor.submit('/verify-email', {})))
      assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400])
      const users = await server.services.db.sql`select id from users where email = ${email}`
      assert.equal(users.length, 1)
    }
  })

  test('an account is deleted several times during an upload: each flight is announced once, nothing is left', async (context) => {
    const server = await startServer(context, {
      hasRealPasswords: IS_FULL,
      environment: { ...unlimited, RATE_LIMIT_REQUESTS: '0' },
    })
    const { sql } = server.services.db
    for (let round = 0; round < ROUNDS; round++) {
      const pilot = await createPilot(server)
      const headers = { ...(await signIn(server, pilot.user)), 'content-type': 'application/json' }
      await uploadNew(server, pilot, makeFlight(round * 10))
      const deletions = times(3, () =>
        server.fetch('/app/api/account', {
          method: 'DELETE',
          headers,
          body: JSON.stringify({ password: TEST_PASSWORD }),
        }),
      )
      const upload = server.fetch('/api/v1/flights/upload', {
        method: 'POST',
        headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
        body: makeFlight(round * 10 + 1) as BodyInit,
      })
      const statuses = (await Promise.all(deletions)).map((answer) => answer.status)
      assert.equal(statuses.filter((status) => status === 204).length, 1, statuses.join())
      assert.ok(
        statuses.every((status) => [204, 400, 401, 404].includes(status)),
        statuses.join(),
      )
      assert.ok([201, 401].includes((await upload).status), String((await upload).status))
      const flights = await sql`select id from flights where owner_id = ${pilot.user.id}`
      assert.equal(flights.length, 0)
      const events = await sql<{ type: string }>`select type from events where user_id = ${pilot.user.id}`
      const count = (type: string) => events.filter((event) => event.type === type).length
      assert.equal(count('flight.deleted'), count('flight.uploaded'))
    }
  })
})
