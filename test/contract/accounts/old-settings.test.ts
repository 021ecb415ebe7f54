// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { countRows } from '#test/support/account.ts'
import { createSignedInUser, TEST_PASSWORD } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

suite('the settings pages of earlier releases', async () => {
  const server = await shareServer()

  test('redirect permanently to the settings of the dashboard, signed in or not', async () => {
    const { headers } = await createSignedInUser(server)
    for (const path of [
      '/settings',
      '/settings?done=profile',
      '/settings/export',
      '/settings/sessions/end',
    ]) {
      for (const sent of [{}, headers]) {
        const response = await server.fetch(path, { headers: sent })
        assert.equal(response.status, 301, path)
        assert.equal(response.headers.get('location'), '/app/settings')
      }
    }
  })

  test('accept no forms', async () => {
    const { user, headers } = await createSignedInUser(server)
    const before = await countRows(server, user.id)
    for (const action of ['profile', 'email', 'password', 'sessions/end-others', 'delete']) {
      const body = new URLSearchParams({ password: TEST_PASSWORD })
      const response = await server.fetch(`/settings/${action}`, { method: 'POST', headers, body })
      assert.equal(response.status, 405, action)
      assert.equal(response.headers.get('allow'), 'GET, HEAD')
    }
    assert.deepEqual(await countRows(server, user.id), before)
  })
})
