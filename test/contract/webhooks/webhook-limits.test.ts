// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { bearer, createSignedInUser, createUser } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createApplication, createClient, createToken, onLoopback } from '#test/support/webhooks.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const url = 'http://127.0.0.1:9/hook'
const isConflict = { status: 409, code: 'conflict' }

async function countWebhooks({ services }: TestServer): Promise<number | undefined> {
  const [row] = await services.db.sql<{ count: number }>`select count(*) as count from webhooks`
  return row?.count
}

suite('limits of webhooks', async () => {
  test('an account has at most 100 webhooks, those of its applications included', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const [user, other] = [await createUser(server), await createUser(server)]
    for (let application = 0; application < 5; application++) {
      const applicationId = await createApplication(server, user)
      for (let index = 0; index < 20; index++) await createWebhook(server.services, { applicationId }, url)
    }
    await assert.rejects(createWebhook(server.services, { userId: user.id }, url), {
      ...isConflict,
      message: /100 webhooks/,
    })
    await createWebhook(server.services, { userId: other.id }, url)
  })

  test('registrations at the same moment do not pass the limit together', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const user = await createUser(server)
    for (let index = 0; index < 18; index++) await createWebhook(server.services, { userId: user.id }, url)
    await Promise.allSettled(
      Array.from({ length: 8 }, () => createWebhook(server.services, { userId: user.id }, url)),
    )
    assert.equal(await countWebhooks(server), 20)
  })

  test('tests and replays have a budget per user, shared by the API and the dashboard', async (context) => {
    const server = await startServer(context, { environment: onLoopback })
    const receiver = await startReceiver(context)
    const [{ user, headers }, honest] = [await createSignedInUser(server), await createSignedInUser(server)]
    const applicationId = await createApplication(server, user)
    const { id } = await createWebhook(server.services, { applicationId }, receiver.url)
    const api = createClient(server, bearer(await createToken(server, user, applicationId)))
    const dashboard = createClient(server, headers)
    for (const [action, sent] of [
      ['test', undefined],
      ['replay', { since: '2026-01-01T00:00:00Z' }],
    ] as const) {
      for (let count = 0; count < 30; count++)
        assert.equal((await api('POST', `/api/v1/webhooks/${id}/${action}`, sent)).status, 202)
      const refused = [
        await api<{ error: string }>('POST', `/api/v1/webhooks/${id}/${action}`, sent),
        await dashboard<{ error: string }>('POST', `/app/api/webhooks/${id}/${action}`, sent),
      ]
      for (const { status, headers: answered, body } of refused) {
        assert.deepEqual([status, body.error], [429, 'rate_limit_exceeded'], action)
        assert.match(answered.get('retry-after') ?? '', /^[1-9]\d*$/)
      }
    }
    const { id: own } = await createWebhook(server.services, { userId: honest.user.id }, receiver.url)
    const call = createClient(server, honest.headers)
    assert.equal((await call('POST', `/app/api/webhooks/${own}/test`)).status, 202)
    server.advance(61_000)
    assert.equal((await api('POST', `/api/v1/webhooks/${id}/test`)).status, 202)
  })
})
