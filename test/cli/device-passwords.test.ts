// run: all
// A maker's own device password, for the tests of a firmware.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { makeFlight, unlimited, upload } from '#test/support/flights.ts'
import { decideDevice } from '#test/support/oauth.ts'
import { bearer, createSignedInUser } from '#test/support/people.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startServer } from '#test/support/server.ts'

suite('cloudstreet device-passwords', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, DEVICE_INTERVAL_SECONDS: '1' } })

  test('creates, lists and revokes, with a sign-in for each that is not kept', async (context) => {
    const { headers } = await createSignedInUser(server, 'Ada Thermal')
    const home = createCliHome(context, { CLOUDSTREET_URL: server.url })
    const run = async (...words: string[]) => {
      let decided: Promise<string> | undefined
      return home.run(['device-passwords', ...words], {
        onErr: (text: string) => {
          const code = /enter ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1]
          if (code !== undefined) decided ??= decideDevice(server, code, { headers })
        },
      })
    }
    const created = await run('create', 'Test bench')
    assert.equal(created.code, 0, created.err)
    const [, login, password] = /^(d-\S{4}) (\S{19})\n$/.exec(created.out) ?? []
    assert.equal((await upload(server, { headers: bearer(password!) }, makeFlight(1))).status, 201)

    const listed = await run('list', '--json')
    const [device] = JSON.parse(listed.out) as { id: string; login: string }[]
    assert.equal(device?.login, login)
    assert.equal((await run('revoke', device!.id)).out, 'Revoked: the password no longer works.\n')
    assert.equal((await upload(server, { headers: bearer(password!) }, makeFlight(2))).status, 401)

    const live = await server.services.db.sql`
      select id from credentials where kind = 'access_token' and revoked_at is null`
    assert.deepEqual(live, [], 'every token has ended with its command')
    const lost = await run('create')
    assert.deepEqual([lost.code, lost.err.includes('What is the device called?')], [2, true])
  })
})
