// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { findFreePort } from '#test/support/postgres.ts'
import { runToEnd, SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'

suite('what OAuth writes to the log', () => {
  test('neither secrets nor tokens nor codes, wherever they were sent', async (context) => {
    const { environment, remove } = await createEnvironment()
    const port = await findFreePort()
    Object.assign(environment, { PORT: String(port), LOG_LEVEL: 'trace' })
    const admin = async (args: string[]) =>
      JSON.parse((await runToEnd('server/admin.ts', args, environment)).output) as Record<string, string>
    const email = 'olga@example.org'
    await admin([
      'user',
      'create',
      '--email',
      email,
      '--name',
      'O',
      '--password',
      'seventeen soaring swifts',
      '--verified',
    ])
    const { client_id: id = '', client_secret: secret = '' } = await admin(
      `app create --owner ${email} --name T --type confidential --grants client_credentials,device_code --scopes profile:read`.split(
        ' ',
      ),
    )
    const server = startProcess(SERVER, [], environment)
    context.after(async () => {
      await server.kill('SIGKILL')
      await remove()
    })
    const url = `http://localhost:${port}`
    await waitForAnswer(url, server)
    const post = async (path: string, form: Record<string, string>, headers: Record<string, string> = {}) => {
      const response = await fetch(url + path, { method: 'POST', body: new URLSearchParams(form), headers })
      return (await response.json()) as Record<string, string>
    }
    const basic = { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
    const { access_token: token = '' } = await post(
      '/api/oauth/token',
      { grant_type: 'client_credentials' },
      basic,
    )
    assert.match(token, /^cst_at_/)
    const { device_code: deviceCode = '', user_code: userCode = '' } = await post(
      '/api/oauth/device_authorization',
      { client_id: id, client_secret: secret },
    )
    assert.ok(deviceCode && userCode)
    await post(`/api/oauth/token?client_secret=${secret}&code=${deviceCode}`, {
      client_id: id,
      client_secret: secret,
    })
    await post('/api/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: id,
      client_secret: secret,
    })
    await post('/api/oauth/introspect', { token }, basic)
    await fetch(`${url}/oauth/device?user_code=${userCode}`, { redirect: 'manual' })
    await fetch(`${url}/api/v1/profile?access_token=${token}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await post('/api/oauth/revoke', { token })
    assert.equal(await server.kill('SIGTERM'), 0)
    const output = server.output()
    assert.match(output, /\/api\/oauth\/token/, 'the requests are in the log')
    for (const hidden of [secret, token, deviceCode, userCode, basic.authorization.slice(6)]) {
      assert.ok(!output.includes(hidden))
    }
  })
})
