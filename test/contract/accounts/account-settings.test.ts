import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { countRows } from '#test/support/account.ts'
import { createSignedInUser, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const NEW_PASSWORD = 'eleven elegant eagles'

suite('the settings page', async () => {
  const server = await startServer({ after })

  test('does without JavaScript what the dashboard does', async () => {
    const user = await createUser(server, 'Ada')
    await signIn(server, user)
    const visitor = createVisitor(server)
    await visitor.open('/sign-in')
    await visitor.submit('/sign-in', { email: user.email, password: TEST_PASSWORD })
    const page = await visitor.open('/settings')
    assert.match(page.text, /value="Ada"/)
    assert.doesNotMatch(page.text, /<script|style="/)

    const saved = await visitor.submit('/settings/profile', {
      name: 'Ada B.',
      club: '<b>Lift</b>',
      civl_id: '12',
      public_profile: 'on',
    })
    assert.equal(saved.headers.get('location'), '/settings?done=profile#profile')
    const after = await visitor.open('/settings?done=profile')
    assert.match(after.text, /Your profile is saved/)
    assert.match(after.text, /value="&lt;b>Lift&lt;\/b>"|value="&lt;b&gt;Lift&lt;\/b&gt;"/)
    const bad = await visitor.submit('/settings/profile', { civl_id: 'abc' })
    assert.equal(bad.status, 400)
    assert.match(bad.text, /CIVL id is a whole number/)

    assert.equal((await visitor.submit('/settings/sessions/end-others', {})).status, 303)
    const wrong = await visitor.submit('/settings/password', {
      current_password: 'wrong wrong',
      new_password: NEW_PASSWORD,
    })
    assert.match(wrong.text, /current password is not right/)
    const changed = await visitor.submit('/settings/password', {
      current_password: TEST_PASSWORD,
      new_password: NEW_PASSWORD,
    })
    assert.equal(changed.status, 303)
    assert.match((await visitor.open('/settings?done=password')).text, /Your password is changed/)

    await visitor.submit('/settings/email', { email: 'moved@example.org', password: NEW_PASSWORD })
    assert.match((await visitor.open('/settings')).text, /moved@example\.org/)
    assert.equal((await visitor.submit('/settings/delete', { password: 'wrong wrong' })).status, 400)
    const gone = await visitor.submit('/settings/delete', { password: NEW_PASSWORD })
    assert.match(gone.text, /Your account is deleted/)
    assert.equal((await visitor.open('/settings')).status, 303)
    assert.equal((await countRows(server, user.id)).users, 0)
  })

  test('does nothing for a form of another session or site', async () => {
    const [mine, other] = [await createSignedInUser(server), await createSignedInUser(server)]
    const foreign = await server.fetch('/settings', { headers: other.headers })
    const token = /name="form_token" value="([^"]+)"/.exec(await foreign.text())?.[1] ?? ''
    for (const action of [
      'profile',
      'picture/remove',
      'email',
      'password',
      'sessions/end-others',
      'delete',
    ]) {
      const body = () => new URLSearchParams({ form_token: token, password: TEST_PASSWORD })
      const path = `/settings/${action}`
      assert.equal(
        (await server.fetch(path, { method: 'POST', headers: mine.headers, body: body() })).status,
        403,
      )
      const elsewhere = { ...other.headers, origin: 'https://evil.example' }
      assert.equal(
        (await server.fetch(path, { method: 'POST', headers: elsewhere, body: body() })).status,
        403,
      )
    }
    assert.equal((await countRows(server, mine.user.id)).users, 1)
    assert.equal((await countRows(server, other.user.id)).users, 1)
  })
})
