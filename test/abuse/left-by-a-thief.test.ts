// run: all
// A thief had the session of an account for an hour, and leaves a passkey and a webhook. The owner takes the account back.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { deliverDue } from '#server/webhooks/delivery/deliver.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { ask, type Clubber, foundClub, invite } from '#test/support/access/clubs.ts'
import { send } from '#test/support/account.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { bearer, createKey, createSignedInUser, signIn } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { PASSKEYS, usePasskey } from '#test/support/second-factor.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { enter, PASSWORD } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { onLoopback } from '#test/support/webhooks.ts'

const DAY_MS = 86_400_000

async function start(context: TestContext) {
  const mail = await startMailServer(context)
  const environment = { ...unlimited, ...onLoopback, SMTP_URL: mail.url, RATE_LIMIT_SIGN_IN: '0' }
  const server = await startServer(context, { environment })
  const person = await createSignedInUser(server)
  const recover = async () => {
    const owner = createVisitor(server)
    await owner.open('/forgot-password')
    await owner.submit('/forgot-password', { email: person.user.email })
    let letter = await mail.take(person.user.email)
    while (!/password/i.test(letter.subject)) letter = await mail.take(person.user.email)
    await owner.open(readLink(letter))
    await owner.submit('/reset-password', { password: PASSWORD })
    await enter(owner, person.user.email)
    return owner
  }
  return { server, person, recover }
}

async function deliver({ services }: TestServer): Promise<void> {
  await fanOut(services)
  await deliverDue(services)
}

suite('what a thief has left', () => {
  test('is no passkey: a registration that was begun before the recovery is not finished after it', async (context) => {
    const { server, person, recover } = await start(context)
    const thief = createAuthenticator(server.url)
    const asked = await send(server, person, 'POST', `${PASSKEYS}/options`, {})
    const options = (await asked.json()) as { challenge: string; user: { id: string } }
    const owner = await recover()
    const response = thief.register(options)
    const late = await send(server, person, 'POST', PASSKEYS, { name: 'Thief', response })
    assert.equal(late.status, 401, 'the session has ended')
    const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const theirs = { headers: { cookie, origin: server.url } }
    const crossed = await send(server, theirs, 'POST', PASSKEYS, { name: 'Thief', response })
    assert.ok(crossed.status >= 400, 'nor in the session of another browser of the account')
    assert.equal((await usePasskey(server, createVisitor(server), thief)).status, 401)
  })

  test('is no webhook: nothing is sent after the review, neither new nor waiting nor replayed', async (context) => {
    const { server, person, recover } = await start(context)
    const receiver = await startReceiver(context)
    const key = bearer(
      await createKey(server, person.user, ['webhooks:manage', 'flights:read', 'flights:write']),
    )
    const made = await send(server, person, 'POST', '/webhooks', { url: receiver.url })
    assert.equal(made.status, 201, await made.clone().text())
    const { data } = (await made.json()) as { data: { id: string } }
    receiver.behave((response) => void response.writeHead(503).end())
    await readUploaded(await upload(server, { headers: key }, makeFlight(1)))
    await deliver(server)
    assert.equal(receiver.received.length, 1, 'it was refused, and waits for its next try')

    receiver.behave((response) => void response.end('ok'))
    const owner = await recover()
    await owner.open('/review-access')
    await owner.submit('/review-access', {})
    const before = receiver.received.length
    server.advance(DAY_MS)
    await deliver(server)
    const mine = bearer(await createKey(server, person.user, ['flights:write']))
    await readUploaded(await upload(server, { headers: mine }, makeFlight(2)))
    await deliver(server)
    for (const path of [`${data.id}/test`, `${data.id}/replay`, `${data.id}/rotate-secret`]) {
      const init = { method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: '{}' }
      assert.equal((await server.fetch(`/api/v1/webhooks/${path}`, init)).status, 401, path)
    }
    await deliver(server)
    assert.equal(receiver.received.length, before)
  })

  test('is no webhook even before the review', async (context) => {
    const { server, person, recover } = await start(context)
    const receiver = await startReceiver(context)
    const mine = bearer(await createKey(server, person.user, ['flights:write']))
    server.advance(8 * DAY_MS)
    const thief = { headers: await signIn(server, person.user) }
    const made = await send(server, thief, 'POST', '/webhooks', { url: receiver.url })
    assert.equal(made.status, 201, await made.text())
    await recover()
    await readUploaded(await upload(server, { headers: mine }, makeFlight(2)))
    await deliver(server)
    assert.equal(receiver.received.length, 0)
  })

  test('is no invitation to a club of the account: those of before still work', async (context) => {
    const { server, person, recover } = await start(context)
    const club = await foundClub(server, person, { join: 'invitation', visible: 'members' })
    const before = await invite(server, person, club)
    server.advance(8 * DAY_MS)
    const thief = { ...person, headers: await signIn(server, person.user) }
    const links = [await invite(server, thief, club), await invite(server, thief, club)]
    server.advance(DAY_MS)
    const owner = await recover()
    const { text } = await owner.open('/review-access')
    assert.match(text, new RegExp(`${club.name}.*made .*ago`, 's'))
    assert.match((await owner.submit('/review-access', {})).text, /Your choices are saved/)
    const accept = async ({ token }: { token: string }) => {
      const pilot: Clubber = await createSignedInUser(server)
      return (await ask(server, pilot, 'POST', '/clubs/invitations/accept', { token })).status
    }
    for (const link of links) assert.equal(await accept(link), 404)
    assert.equal(await accept(before), 200)
  })
})
