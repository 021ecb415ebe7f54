// run: all
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type {
  OperatorApplication,
  OperatorBackups,
  OperatorFailure,
  OperatorStatus,
  OperatorUser,
} from '#dashboard/operator.ts'
import { byOperator } from '#server/access/security-log/store.ts'
import { actionNames } from '#server/operator/dashboard.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { readAccount, send, type SignedIn } from '#test/support/account.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { runToEnd } from '#test/support/process.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { fanOut } from '#server/webhooks/delivery/fan-out.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

suite('the operator’s page', async () => {
  const folder = makeFolder({ after })
  const [first, second] = ['operator@example.org', 'second@example.org']
  const environment = { ...onLoopback, BACKUP_DIR: folder, OPERATORS: `${first}, ${second.toUpperCase()}` }
  const server = await startServer({ after }, { environment })
  const signInAs = async (email: string) => {
    const person = await createSignedInUser(server)
    await server.services.db.sql`update users set email = ${email} where id = ${person.user.id}`
    return { ...person, user: { ...person.user, email } }
  }
  const operator = await signInAs(first)

  const get = async <Answer>(person: SignedIn, path: string) =>
    (await (await send(server, person, 'GET', `/admin/${path}`)).json()) as Answer
  const act = (name: string, body: object, person: SignedIn = operator) =>
    send(server, person, 'POST', `/admin/${name}`, body)

  test('is for users whom the operator has named, with a confirmed address; to others it is not there', async () => {
    const other = await signInAs('other@example.org')
    assert.equal((await send(server, other, 'GET', '/admin/status')).status, 404)
    assert.equal((await act('user-disable', { email: operator.user.email }, other)).status, 404)
    assert.equal((await server.fetch('/app/api/admin/status')).status, 401)
    assert.equal((await readAccount(server, other)).isOperator, false)

    const named = await signInAs(second)
    assert.equal((await send(server, named, 'GET', '/admin/status')).status, 200)
    assert.equal((await readAccount(server, named)).isOperator, true)
    await server.services.db.sql`update users set email_verified = ${false} where id = ${named.user.id}`
    assert.equal((await send(server, named, 'GET', '/admin/status')).status, 404)
  })

  test('shows version, users and queues', async () => {
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, makeFlight(1))
    const status = await get<OperatorStatus>(operator, 'status')
    assert.match(status.version, /^\d+\.\d+\.\d+/)
    assert.ok(status.users >= 2)
    const events = status.work.find(({ name }) => name === 'events')
    assert.equal(events?.waiting, 1)
    assert.ok(Date.parse(events.oldestAt ?? '') > 0)
  })

  test('disables and enables a user, which ends the sessions and is in the audit', async () => {
    const victim = await createSignedInUser(server, 'Victim')
    const { email } = victim.user
    assert.equal((await act('user-disable', { email })).status, 200)
    assert.equal((await send(server, victim, 'GET', '/account')).status, 401)
    const { users } = await get<{ users: OperatorUser[] }>(
      operator,
      `users?email=${encodeURIComponent(email)}`,
    )
    assert.equal(users.length, 1)
    assert.notEqual(users[0]?.disabledAt, null)
    assert.equal((await act('user-enable', { email })).status, 200)
    const logged = await server.services.db.sql<{ subject: string }>`
      select subject from security_events where kind = 'operator_command' and user_id = ${operator.user.id} order by id`
    assert.deepEqual(
      logged.map(({ subject }) => subject),
      [`user-disable ${email}`, `user-enable ${email}`],
    )
  })

  test('says in a sentence what does not work', async () => {
    const self = await act('user-disable', { email: operator.user.email.toUpperCase() })
    assert.equal(self.status, 400)
    assert.match(await self.text(), /cannot disable yourself/)
    const unknown = await act('user-disable', { email: 'nobody@example.org' })
    assert.equal(unknown.status, 400)
    assert.match(await unknown.text(), /no user with the email nobody@example\.org/)
    assert.equal((await act('user-disable', {})).status, 400)
  })

  test('disables an application and gives it limits', async () => {
    const { id } = await registerApplication(server)
    assert.equal((await act('app-limit', { app: id, requests: '7', uploads: 'default' })).status, 200)
    assert.equal((await act('app-disable', { app: id })).status, 200)
    const { applications } = await get<{ applications: OperatorApplication[] }>(operator, 'applications')
    const found = applications.find(({ client_id }) => client_id === id)
    assert.deepEqual(found?.limits, { requests: 7, uploads: null })
    assert.equal(found.disabledByOperator, true)
    assert.equal((await act('app-enable', { app: id })).status, 200)
  })

  test('lists webhooks with failed deliveries, and sends those again', async () => {
    const pilot = await createPilot(server)
    const created = await createWebhook(
      server.services,
      { userId: pilot.user.id },
      'http://127.0.0.1:9/',
      byOperator,
    )
    await uploadNew(server, pilot, makeFlight(2))
    await fanOut(server.services)
    await server.services.db.sql`update deliveries set status = 'failed', next_attempt_at = null`
    const { failures } = await get<{ failures: OperatorFailure[] }>(operator, 'failures')
    assert.deepEqual(
      failures.map(({ webhook, failed, enabled }) => ({ webhook, failed, enabled })),
      [{ webhook: created.id, failed: 1, enabled: true }],
    )
    const again = await act('webhook-replay', { webhook: created.id })
    assert.deepEqual(await again.json(), { id: created.id, replayed: 1 })
    assert.deepEqual(await get(operator, 'failures'), { failures: [] })
  })

  test('lists the backups', async () => {
    const name = 'cloudstreet-2026-11-15T03-00-00Z.jsonl.zst'
    assert.equal((await runAdmin(server, ['backup', join(folder, name)])).code, 0)
    const { backups } = await get<OperatorBackups>(operator, 'backups')
    assert.deepEqual(
      backups.map((each) => each.name),
      [name],
    )
  })

  test('does nothing that the command line does not', async () => {
    const { output } = await runToEnd('server/admin.ts', ['--help'], {})
    for (const name of actionNames) assert.match(output, new RegExp(`^  ${name.replace('-', ' ')}( |$)`, 'm'))
  })

  test('asks for a proof when the last is older than 15 minutes, also to look', async () => {
    server.advance(16 * 60_000)
    for (const response of [
      await send(server, operator, 'GET', '/admin/users'),
      await act('user-disable', { email: 'nobody@example.org' }),
    ]) {
      assert.equal(response.status, 403)
      assert.match(await response.text(), /confirmation_required/)
    }
  })
})
