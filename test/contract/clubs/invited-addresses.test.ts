// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { ask, foundClub } from '#test/support/access/clubs.ts'
import { unlimited } from '#test/support/flights.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

suite('a list of addresses', async () => {
  const mail = await startMailServer({ after })
  const environment = { ...unlimited, SMTP_URL: mail.url }
  const server = await startServer({ after }, { environment, work: true })

  test('is invited by one email each, and answered the same with an account and without', async () => {
    const [owner, known] = [await createSignedInUser(server), await createSignedInUser(server)]
    await server.services.db.sql`update users set language = 'de' where id = ${known.user.id}`
    const club = await foundClub(server, owner, { join: 'invitation', visible: 'members' })
    const send = (addresses: string[]) =>
      ask(server, owner, 'POST', `/clubs/${club.id}/invited-addresses`, { addresses })
    const first = await send([known.user.email, 'Bert', known.user.email.toUpperCase()])
    const second = await send(['new@example.org', 'Bert'])
    assert.equal(first.status, 202)
    assert.deepEqual(first.body, second.body)
    assert.deepEqual(first.body.data, {
      sent: 1,
      leftOut: [{ address: 'bert', problem: 'This is not an email address.' }],
    })
    const german = await mail.take(known.user.email)
    assert.match(
      german.text,
      new RegExp(`${owner.user.email} lädt dich ein, auf Cloudstreet dem Verein „${club.name}“`),
    )
    assert.match((await mail.take('new@example.org')).text, /invites you to join the club/)
    const seen = await ask(server, known, 'GET', `/clubs/${club.id}`)
    assert.equal(seen.status, 404, 'a member only after a yes')
    const [, token] = /\/app\/clubs\/join\/(\w+)/.exec(german.text) ?? []
    const accepted = await ask(server, known, 'POST', '/clubs/invitations/accept', { token })
    assert.equal(accepted.body.data.membership.role, 'member')
    const late = await createSignedInUser(server)
    const again = await ask(server, late, 'POST', '/clubs/invitations/accept', { token })
    assert.equal(again.status, 404, 'it works once')
  })

  test('is limited for the account, the club and each address, and to those whose own address is confirmed', async () => {
    const owner = await createSignedInUser(server)
    const { sql } = server.services.db
    const clubs = await Promise.all(Array.from({ length: 5 }, () => foundClub(server, owner)))
    const [club] = clubs
    const send = (addresses: string[], { id } = club!) =>
      ask(server, owner, 'POST', `/clubs/${id}/invited-addresses`, { addresses })
    const list = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `p${from + index}@example.org`)

    assert.equal((await send(list(0, 15))).body.data.sent, 15)
    const again = await send(list(13, 4))
    assert.equal(again.body.data.sent, 2)
    assert.deepEqual(again.body.data.leftOut[1], {
      address: 'p14@example.org',
      problem: 'This address was invited within the last 14 days.',
    })
    assert.match(
      (await send(list(20, 4))).body.error_description,
      /first week may invite 20 addresses a day; 3 are left\. No email was sent/,
    )
    await sql`update clubs set created_at = 0 where created_by = ${owner.user.id}`
    assert.match((await send(list(20, 184))).body.error_description, /200 addresses a day; 183 are left/)

    const answers = await Promise.all(clubs.map((each) => send(['often@example.org'], each)))
    assert.ok(
      answers.every(({ body }) => body.data.sent === 1),
      'the answer tells nothing of other clubs',
    )
    const letters = await sql`select id from club_members where email = 'often@example.org'`
    assert.equal(letters.length, 5)
    await waitUntil(
      'the emails are sent',
      async () => (await sql`select id from queue where kind = 'emails'`).length === 0,
    )
    const received = mail.received.filter(({ to }) => to === 'often@example.org')
    assert.equal(received.length, 3)
    assert.match(received[0]!.text, new RegExp(owner.user.email))

    await sql`update users set email_verified = ${false} where id = ${owner.user.id}`
    assert.match((await send(list(30, 1))).body.error_description, /Confirm your own email address/)
  })
})
