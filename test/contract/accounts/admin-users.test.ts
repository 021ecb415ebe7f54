// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  createUserByOperator,
  disableUser,
  enableUser,
  listUsersByOperator,
  resetPasswordByOperator,
} from '#server/accounts/commands.ts'
import type { Services } from '#server/platform/services.ts'
import { runAdmin } from '#test/support/admin.ts'
import { assertRealHash } from '#test/support/passwords/hashing.ts'
import { bearer, createKey, createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

type Command = (services: Services, options: Map<string, string[]>) => Promise<object>

/** In this process: a separate process for each takes its time. */
async function run(server: TestServer, command: Command, options: Record<string, string>) {
  const values = Object.entries(options).map(([name, value]): [string, string[]] => [name, [value]])
  return (await command(server.services, new Map(values))) as Record<string, unknown>
}

suite('admin user', () => {
  test('create makes an account that can sign in, even when sign-up is closed', async (context) => {
    const server = await startServer(context, { environment: { SIGN_UP: 'closed' } })
    const made = await runAdmin(server, [
      'user',
      'create',
      '--email',
      'Op@example.org',
      '--name',
      'Op',
      '--password',
      TEST_PASSWORD,
      '--verified',
    ])
    assert.equal(made.code, 0, made.error)
    assert.equal(made.output?.email, 'op@example.org')
    await assertRealHash(server, 'op@example.org', TEST_PASSWORD)
    await run(server, createUserByOperator, { email: 'later@example.org', password: TEST_PASSWORD })
    const users = await server.services.db.sql<{ email: string; email_verified: boolean }>`
      select email, email_verified from users order by email`
    assert.deepEqual(
      users.map((user) => [user.email, user.email_verified]),
      [
        ['later@example.org', false],
        ['op@example.org', true],
      ],
    )
    assert.match(String(made.output?.id), /^[a-f0-9]{24}$/)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    assert.equal(
      (await visitor.submit('/sign-in', { email: 'op@example.org', password: TEST_PASSWORD })).status,
      303,
    )

    const again = await runAdmin(server, ['user', 'create', '--email', 'op@example.org'])
    assert.equal(again.code, 1)
    assert.match(again.error, /already/)
    const refusals: [Record<string, string>, RegExp][] = [
      [{ email: 'nonsense' }, /not a valid email address/],
      [{ email: 'a@example.org', password: 'short' }, /at least 12/],
      [{}, /--email is missing/],
    ]
    for (const [options, sentence] of refusals)
      await assert.rejects(run(server, createUserByOperator, options), sentence)
  })

  test('create without a password and reset-password return a link where the user chooses one', async (context) => {
    const server = await startServer(context)
    const made = await run(server, createUserByOperator, { email: 'nia@example.org' })
    const visitor = createVisitor(server)
    const choose = async (link: unknown, password: string) => {
      const url = new URL(String(link))
      assert.equal(url.origin, server.url)
      await visitor.open(url.pathname + url.search)
      return visitor.submit('/reset-password', { password })
    }
    assert.equal((await choose(made.link, 'first of all passwords')).status, 200)
    await visitor.open('/sign-in')
    const first = await visitor.submit('/sign-in', {
      email: 'nia@example.org',
      password: 'first of all passwords',
    })
    assert.equal(first.status, 303)
    const reset = await run(server, resetPasswordByOperator, { email: 'NIA@example.org' })
    assert.equal((await choose(reset.link, 'second of all passwords')).status, 200)
    assert.equal((await visitor.open('/oauth/device')).status, 303, 'the session from before is ended')
    await assert.rejects(run(server, resetPasswordByOperator, { email: 'nobody@example.org' }), /no user/)
  })

  test('disable ends sessions and credentials at once; enable and list', async (context) => {
    const server = await startServer(context)
    const { user, headers } = await createSignedInUser(server)
    const key = await createKey(server, user, ['profile:read'])
    const profile = () => server.fetch('/api/v1/profile', { headers: bearer(key) })
    assert.equal((await profile()).status, 200)
    const disabled = await run(server, disableUser, { email: user.email })
    assert.deepEqual(disabled, { id: user.id, email: user.email, disabled: true, sessionsEnded: 1 })
    assert.equal((await profile()).status, 401)
    assert.equal((await server.fetch('/oauth/device', { headers })).status, 303)
    await assert.rejects(run(server, resetPasswordByOperator, { email: user.email }), /disabled/)

    const { users } = await run(server, listUsersByOperator, {})
    const [listed] = users as { email: string; disabledAt: string }[]
    assert.equal(listed?.email, user.email)
    assert.match(listed?.disabledAt ?? '', /^20\d\d-/)
    assert.deepEqual(await run(server, listUsersByOperator, { email: 'pil%t' }), { users: [] })
    await run(server, enableUser, { email: user.email })
    assert.equal((await profile()).status, 200)
    assert.equal(
      (await server.fetch('/oauth/device', { headers })).status,
      303,
      'the ended session stays ended',
    )
  })
})
