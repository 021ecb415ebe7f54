// A consumed refresh token that comes from somebody else: anyone who presents it has stolen it, or got it from a thief.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import {
  type Answer,
  asClient,
  basic,
  callApi,
  obtainTokens,
  postForm,
  refresh,
  registerApplication,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

suite('a consumed refresh token', async () => {
  const server = await shareServer()
  const { headers, user } = await createSignedInUser(server)
  const application = await registerApplication(server)
  const other = await registerApplication(server)
  const publicOther = await registerApplication(server, { type: 'public' })
  const withoutRefresh = await registerApplication(server, { grants: ['client_credentials'] })

  const send = (form: Record<string, string>, sent: Record<string, string> = {}) =>
    postForm(server, '/api/oauth/token', { grant_type: 'refresh_token', ...form }, sent)
  const countIncidents = async () => {
    const [row] = await server.services.db.sql<{ count: number }>`
      select count(*) as count from incidents
      where kind = 'refresh_token_replayed' and user_id = ${user.id} and application_id = ${application.id}`
    return row?.count ?? 0
  }
  const start = async () => {
    const first = await obtainTokens(server, application, { headers })
    const second = (await refresh(server, application, first.refresh_token ?? '')).body
    return { consumed: first.refresh_token ?? '', newest: second }
  }

  const thieves: [string, (token: string) => Promise<Answer>, number, string][] = [
    ['by another application', (token) => refresh(server, other, token), 400, 'invalid_grant'],
    ['by a public application', (token) => refresh(server, publicOther, token), 400, 'invalid_grant'],
    ['by nobody', (token) => send({ refresh_token: token }), 401, 'invalid_client'],
    [
      'by its application without the secret',
      (token) => send({ refresh_token: token, client_id: application.id }),
      401,
      'invalid_client',
    ],
    [
      'by its application with a wrong secret',
      (token) => send({ refresh_token: token }, basic(application.id, 'wrong')),
      401,
      'invalid_client',
    ],
    [
      'by an unknown application',
      (token) => send({ refresh_token: token, client_id: 'f'.repeat(24), client_secret: 'x' }),
      401,
      'invalid_client',
    ],
    [
      'by an application that may not refresh',
      (token) => refresh(server, withoutRefresh, token),
      400,
      'unauthorized_client',
    ],
    [
      'with two ways of authentication at once',
      (token) =>
        send({ refresh_token: token, ...asClient(application) }, basic(application.id, application.secret)),
      400,
      'invalid_request',
    ],
  ]
  for (const [who, present, status, error] of thieves) {
    test(`presented ${who} ends the chain, with an incident and the usual answer`, async () => {
      const { consumed, newest } = await start()
      const before = await countIncidents()
      const answer = await present(consumed)
      assert.deepEqual([answer.status, answer.body.error], [status, error])
      assert.equal(await callApi(server, newest.access_token), 401)
      const { body } = await refresh(server, application, newest.refresh_token ?? '')
      assert.equal(body.error, 'invalid_grant')
      assert.equal(await countIncidents(), before + 1)
    })

    test(`presented ${who} after its chain has ended does not touch a newer one`, async () => {
      const { consumed } = await start()
      await refresh(server, application, consumed)
      const fresh = await obtainTokens(server, application, { headers })
      const before = await countIncidents()
      await present(consumed)
      assert.equal(await callApi(server, fresh.access_token), 200)
      assert.equal(await countIncidents(), before)
    })

    test(`but one that was never used, presented ${who}, is neither spent nor revoked`, async () => {
      const { newest } = await start()
      const answer = await present(newest.refresh_token ?? '')
      assert.deepEqual([answer.status, answer.body.error], [status, error])
      assert.equal((await refresh(server, application, newest.refresh_token ?? '')).status, 200)
    })
  }

  test('says to another application no more than an unknown one would be told', async () => {
    const { consumed } = await start()
    const replayed = (await refresh(server, other, consumed)).body
    assert.deepEqual(replayed, (await refresh(server, other, 'nonsense')).body)
  })

  const disabled: [string, (to: number | null, of: TestApplication) => Promise<unknown>][] = [
    [
      'its user is disabled',
      (to) => server.services.db.sql`update users set disabled_at = ${to} where id = ${user.id}`,
    ],
    [
      'its application is disabled',
      (to, { id }) => server.services.db.sql`update applications set disabled_at = ${to} where id = ${id}`,
    ],
  ]
  for (const [when, disable] of disabled) {
    test(`presented while ${when} ends the chain, too`, async () => {
      const { consumed, newest } = await start()
      await disable(server.services.now(), application)
      const answer = await refresh(server, application, consumed)
      await disable(null, application)
      assert.ok(answer.status >= 400)
      assert.equal(await callApi(server, newest.access_token), 401)
    })
  }
})
