import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { ask, foundClub } from '#test/support/access/clubs.ts'
import { unlimited } from '#test/support/flights.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('a list of addresses', async () => {
  const mail = await startMailServer({ after })
  const environment = { ...unlimited, SMTP_URL: mail.url }
  const server = await startServer({ after }, { environment, work: true })

  test('is invited by one email each, and answered the same with an account and without', async () => {
    const [owner, known] = [await createSignedInUser(server), await createSignedInUser(server)]
    await server.services.db.sql`update users set language = 'de' where id = ${known.user.id}`
    const club = await foundClub(server, owner, { join: 'invitation', visible: 'members' })
    const send = (csv: string) => ask(server, owner, 'POST', `/clubs/${club.id}/invited-addresses`, { csv })
    const first = await send(`email\n${known.user.email}\nBert\n`)
    const second = await send('email\nnew@example.org\nBert\n')
    assert.equal(first.status, 202)
    assert.deepEqual(first.body, second.body)
    assert.deepEqual(first.body.data, {
      sent: 1,
      problems: [{ line: 3, problem: 'There is no email address in this line.' }],
    })
    const german = await mail.take(known.user.email)
    assert.match(german.text, new RegExp(`Der Verein „${club.name}“ lädt dich ein`))
    assert.match((await mail.take('new@example.org')).text, new RegExp(`The club "${club.name}" invites you`))
    const seen = await ask(server, known, 'GET', `/clubs/${club.id}`)
    assert.equal(seen.status, 404, 'a member only after a yes')
    const [, token] = /\/app\/clubs\/join\/(\w+)/.exec(german.text) ?? []
    const accepted = await ask(server, known, 'POST', '/clubs/invitations/accept', { token })
    assert.equal(accepted.body.data.membership.role, 'member')
    const late = await createSignedInUser(server)
    const again = await ask(server, late, 'POST', '/clubs/invitations/accept', { token })
    assert.equal(again.status, 404, 'it works once')
  })

  test('is limited to 200 a day, all or none, and to those whose own address is confirmed', async () => {
    const owner = await createSignedInUser(server)
    const club = await foundClub(server, owner)
    const send = (count: number) => {
      const csv = Array.from({ length: count }, (_, index) => `p${index}@example.org`).join('\n')
      return ask(server, owner, 'POST', `/clubs/${club.id}/invited-addresses`, { csv })
    }
    assert.equal((await send(75)).status, 202)
    assert.equal((await send(75)).status, 202, 'to the same addresses again')
    const { data } = (await ask(server, owner, 'GET', `/clubs/${club.id}/invitations?limit=100`)).body
    assert.equal(data.length, 75, 'the last one works')
    await ask(server, owner, 'DELETE', `/clubs/${club.id}/invitations/${data[0].id}`)
    const refused = await send(51)
    assert.equal(refused.status, 409)
    assert.match(refused.body.error_description, /200 addresses a day; 50 are left\. No email was sent/)
    await server.services.db.sql`update users set email_verified = ${false} where id = ${owner.user.id}`
    assert.match((await send(1)).body.error_description, /Confirm your own email address/)
  })
})
