// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { commandLineClient } from '#contract/oauth.ts'
import { listKeysByOperator, revokeKeyByOperator } from '#server/keys/commands.ts'
import { listApplicationsByOperator } from '#server/oauth/commands.ts'
import type { Services } from '#server/platform/services.ts'
import { enableWebhookByOperator, listWebhooksByOperator } from '#server/webhooks/commands.ts'
import { runAdmin } from '#test/support/admin.ts'
import { callApi, registerApplication } from '#test/support/oauth.ts'
import { createKey, createUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { onLoopback } from '#test/support/webhooks.ts'
import { changeWebhook, createWebhook } from '#test/support/access/issuing.ts'

type Command = (services: Services, options: Map<string, string[]>) => Promise<object>

suite('what the operator lists and ends', async () => {
  const server = await startServer({ after }, { environment: onLoopback })
  const { services } = server
  const run = async (command: Command, options: Record<string, string> = {}) =>
    (await command(
      services,
      new Map(Object.entries(options).map(([name, value]) => [name, [value]])),
    )) as Record<string, Record<string, unknown>[]>
  const listEvents = async (userId: string) => {
    const rows = await services.db.sql<{ kind: string; subject: string }>`
      select kind, subject from security_events where user_id = ${userId} and actor = 'operator' order by id`
    return rows.map(({ kind, subject }) => [kind, subject])
  }

  test('app list: of everybody or of one owner, without secrets', async () => {
    const one = await registerApplication(server, { name: 'One' })
    const other = await registerApplication(server, { name: 'Other' })
    const all = await run(listApplicationsByOperator)
    assert.deepEqual(
      all.applications?.map(({ client_id }) => client_id),
      [commandLineClient.id, one.id, other.id],
    )
    const { output } = await runAdmin(server, ['app', 'list', '--owner', other.owner.email.toUpperCase()])
    const [listed, ...rest] = (output?.applications ?? []) as Record<string, unknown>[]
    assert.deepEqual(
      [listed?.name, listed?.owner, listed?.disabledAt, listed?.disabledByOperator, rest.length],
      ['Other', other.owner.email, null, false, 0],
    )
    assert.ok(!JSON.stringify(all).includes('hash'))
    await assert.rejects(run(listApplicationsByOperator, { owner: 'nobody@example.org' }), /no user/)
  })

  test('key list and key revoke: the key stops at once', async () => {
    const user = await createUser(server)
    const key = await createKey(server, user, ['profile:read'])
    const [listed, ...rest] = (await run(listKeysByOperator, { owner: user.email })).keys ?? []
    assert.deepEqual([listed?.name, listed?.revokedAt, rest.length], ['test', null, 0])
    assert.ok(!JSON.stringify(listed).includes(key))
    assert.equal(await callApi(server, key), 200)
    const revoked = await runAdmin(server, ['key', 'revoke', '--key', String(listed?.id)])
    assert.deepEqual(revoked.output, { id: listed?.id, name: 'test', revoked: true })
    assert.equal(await callApi(server, key), 401)
    const [after] = (await run(listKeysByOperator, { owner: user.email })).keys ?? []
    assert.match(String(after?.revokedAt), /^20\d\d-/)
    assert.deepEqual(await listEvents(user.id), [['key_revoked', 'test']])
    for (const id of ['0'.repeat(24), 'nonsense'])
      await assert.rejects(run(revokeKeyByOperator, { key: id }), /There is no key/)
  })

  test('webhook list and enable: a user’s and those of the user’s applications', async () => {
    const { id: applicationId, owner } = await registerApplication(server)
    const stranger = await createUser(server)
    const mine = await createWebhook(services, { userId: owner.id }, 'http://127.0.0.1:9/mine')
    const its = await createWebhook(services, { applicationId }, 'http://127.0.0.1:9/its')
    await createWebhook(services, { userId: stranger.id }, 'http://127.0.0.1:9/other')
    await changeWebhook(services, { userId: owner.id }, mine.id, { enabled: false })
    const list = async () =>
      ((await run(listWebhooksByOperator, { owner: owner.email })).webhooks ?? []).map((webhook) => [
        webhook.id,
        webhook.owner,
        webhook.app,
        webhook.enabled,
      ])
    assert.deepEqual(await list(), [
      [mine.id, owner.email, null, false],
      [its.id, owner.email, applicationId, true],
    ])
    assert.equal((await run(listWebhooksByOperator)).webhooks?.length, 3)
    await run(enableWebhookByOperator, { webhook: mine.id })
    assert.deepEqual((await list())[0], [mine.id, owner.email, null, true])
    assert.deepEqual(await listEvents(owner.id), [['webhook_enabled', '127.0.0.1:9']])
    await assert.rejects(run(enableWebhookByOperator, { webhook: stranger.id }), /There is no webhook/)
  })
})
