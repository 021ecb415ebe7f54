// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { SecurityLogPage } from '#dashboard/security.ts'
import type { SignedInSession } from '#dashboard/account.ts'
import { pruneRows } from '#server/prune.ts'
import { send } from '#test/support/account.ts'
import { createSignedInUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { shareServer, startServer, type TestServer } from '#test/support/server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const APPLICATION = {
  name: 'Logger',
  description: null,
  website: null,
  type: 'confidential',
  grants: ['client_credentials'],
  scopes: ['flights:read'],
  redirectUris: [],
}
const KEY = { name: 'laptop', scopes: ['flights:read'], days: null }

type Person = Awaited<ReturnType<typeof createSignedInUser>>

/** Operations that need a recent proof, each with the status that it gets with one. */
async function listGuarded(server: TestServer, person: Person) {
  const made = (await (await send(server, person, 'POST', '/applications', APPLICATION)).json()) as {
    id: string
  }
  const webhook = await send(server, person, 'POST', '/webhooks', { url: 'https://example.com/hook' })
  const { id } = ((await webhook.json()) as { data: { id: string } }).data
  return [
    ['POST', '/keys', 201, KEY],
    ['POST', '/applications', 201, APPLICATION],
    ['PATCH', `/applications/${made.id}`, 200, { redirectUris: ['https://evil.example.net/cb'] }],
    ['POST', `/applications/${made.id}/rotate-secret`, 200, undefined],
    ['POST', `/applications/${made.id}/enable`, 200, undefined],
    ['POST', '/webhooks', 201, { url: 'https://evil.example.net/hook' }],
    ['PATCH', `/webhooks/${id}`, 200, { url: 'https://evil.example.net/hook' }],
    ['POST', `/webhooks/${id}/rotate-secret`, 200, undefined],
    ['GET', '/account/export', 200, undefined],
    ['GET', '/account/proof', 204, undefined],
  ] as const
}

suite('what a stranger at an open browser must not do', () => {
  test('asks again for the password when the last proof is older than 15 minutes', async (context) => {
    const server = await startServer(context, { environment: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
    const person = await createSignedInUser(server)
    const guarded = await listGuarded(server, person)
    server.advance(15 * MINUTE_MS - 30_000)
    for (const [method, path, status, body] of guarded) {
      const answer = await send(server, person, method, path, body)
      assert.equal(answer.status, status, `${method} ${path} soon after the sign-in`)
      await answer.arrayBuffer()
    }
    server.advance(MINUTE_MS)
    for (const [method, path, , body] of guarded) {
      const answer = await send(server, person, method, path, body)
      assert.equal(answer.status, 403, `${method} ${path} without a recent proof`)
      assert.equal(((await answer.json()) as { error: string }).error, 'confirmation_required')
    }
    assert.equal((await send(server, person, 'GET', '/keys')).status, 200, 'reading goes on')

    assert.equal((await send(server, person, 'POST', '/account/confirm', { password: 'wrong' })).status, 400)
    assert.equal((await send(server, person, 'POST', '/keys', KEY)).status, 403)
    const proof = { password: TEST_PASSWORD }
    assert.equal((await send(server, person, 'POST', '/account/confirm', proof)).status, 204)
    for (const [method, path, status, body] of guarded) {
      const answer = await send(server, person, method, path, body)
      assert.equal(answer.status, status, `${method} ${path} after the proof`)
      await answer.arrayBuffer()
    }
    const log = (await (await send(server, person, 'GET', '/security-log')).json()) as SecurityLogPage
    assert.ok(log.items.some((item) => item.kind === 'identity_confirmed' && item.subject === 'password'))
  })

  test('includes pairing a device: the page asks to sign in again and comes back', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const open = (method: string, path: string) =>
      server.fetch(path, { method, headers: person.headers, redirect: 'manual' })
    assert.notEqual((await open('GET', '/activate?code=ABC234')).status, 303)
    server.advance(16 * MINUTE_MS)
    for (const method of ['GET', 'POST']) {
      const answer = await open(method, '/activate?code=ABC234')
      assert.equal(answer.status, 303, method)
      const target = `/sign-in?again=true&return_to=${encodeURIComponent('/activate?code=ABC234')}`
      assert.equal(answer.headers.get('location'), target)
    }
    assert.equal((await open('GET', '/activate')).status, 200, 'the page for the code needs no proof')
  })

  test('is confirmed only for one session, by a session, and from a page of this service', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const other = { headers: await signIn(server, person.user) }
    server.advance(16 * MINUTE_MS)
    const proof = { password: TEST_PASSWORD }
    const elsewhere = { headers: { ...person.headers, origin: 'https://evil.example' } }
    assert.equal((await send(server, elsewhere, 'POST', '/account/confirm', proof)).status, 403)
    const nobody = { headers: { cookie: '', origin: server.url } }
    assert.equal((await send(server, nobody, 'POST', '/account/confirm', proof)).status, 401)
    assert.equal((await send(server, person, 'POST', '/account/confirm', {})).status, 400)
    assert.equal((await send(server, person, 'POST', '/account/confirm', proof)).status, 204)
    assert.equal((await send(server, person, 'POST', '/keys', KEY)).status, 201)
    assert.equal((await send(server, other, 'POST', '/keys', KEY)).status, 403)
  })

  test('is not opened by guessing: proofs are limited like signing in', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_SIGN_IN: '3' } })
    const person = await createSignedInUser(server)
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt++)
      statuses.push((await send(server, person, 'POST', '/account/confirm', { password: 'wrong' })).status)
    assert.deepEqual(statuses, [400, 400, 400, 429, 429])
  })

  test('also when it asks for the password itself: a change of email or password, the deletion', async () => {
    const server = await shareServer()
    const person = await createSignedInUser(server)
    const wrong = 'wrong wrong wrong'
    const requests = [
      ['POST', '/account/email', { email: 'new@example.org', password: wrong }],
      ['POST', '/account/password', { currentPassword: wrong, newPassword: 'eleven elegant eagles' }],
      ['DELETE', '/account', { password: wrong }],
    ] as const
    for (const [method, path, body] of requests)
      assert.equal((await send(server, person, method, path, body)).status, 400, path)
  })
})

suite('a session', () => {
  test('ends 90 days after the sign-in, however often it is used', async (context) => {
    const server = await startServer(context)
    const person = await createSignedInUser(server)
    const { sql } = server.services.db
    // As a browser in daily use keeps it.
    await sql`update sessions set expires_at = ${Date.now() + 365 * DAY_MS}`
    server.advance(90 * DAY_MS - MINUTE_MS)
    const listed = (await (await send(server, person, 'GET', '/sessions')).json()) as {
      items: SignedInSession[]
    }
    assert.equal(listed.items.length, 1)
    server.advance(2 * MINUTE_MS)
    assert.equal((await send(server, person, 'GET', '/account')).status, 401)
    await pruneRows(server.services)
    assert.deepEqual(await sql`select id from sessions`, [])
  })
})
