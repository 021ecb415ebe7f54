// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byOperator } from '#server/access/security-log/store.ts'
import { saveConsent } from '#server/oauth/stores/consents.ts'
import { findViolations } from '#test/support/browser.ts'
import { toDay } from '#server/platform/time.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { bearer, createKey, TEST_PASSWORD } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'

test('a developer in the browser', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user } = dashboard
  const receiver = await startReceiver(suite)

  await suite.test(
    'registers an application, learns its secret once, changes it, gets a new secret',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/developers/applications')
      await page.getByRole('button', { name: 'Register application' }).click()
      await page.getByLabel('Name', { exact: true }).fill('Thermal Diary')
      await page.getByLabel('Redirect URIs').fill('ftp://wrong.example')
      await page.locator('dialog').getByRole('button', { name: 'Register application' }).click()
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Redirect URIs').fill('https://diary.example/callback')
      await page.locator('dialog').getByRole('button', { name: 'Register application' }).click()
      const secret = await page.locator('.secret code').nth(1).innerText()
      assert.match(secret, /^cst_sec_/)
      await page.getByRole('link', { name: 'Open application' }).click()
      await page.getByRole('heading', { level: 1, name: 'Thermal Diary' }).waitFor()
      await page.getByLabel('See your email address').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.locator('.preview').getByText('See your email address').waitFor()
      await page.getByRole('button', { name: 'Rotate secret' }).click()
      await page.locator('dialog').getByRole('button', { name: 'Rotate secret' }).click()
      const second = await page.locator('dialog .secret code').first().innerText()
      assert.match(second, /^cst_sec_/)
      assert.notEqual(second, secret)
      await page.keyboard.press('Escape')
      await page.getByText(/The old secret works until/).waitFor()
      await page.getByRole('button', { name: 'Disable' }).click()
      await page.getByRole('button', { name: 'Enable' }).click()
      await page.getByRole('button', { name: 'Disable' }).waitFor()
      requireClean()
      await close()
    },
  )

  await suite.test('registers a webhook, tests it, sees the delivery, and sends it again', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/webhooks')
    await page.getByRole('button', { name: 'Register webhook' }).click()
    await page.getByLabel('URL').fill(receiver.url)
    await page.locator('dialog').getByRole('button', { name: 'Register webhook' }).click()
    assert.match(await page.locator('.secret code').innerText(), /^whsec_/)
    await page.locator('dialog').getByText('it is stored encrypted').waitFor()
    assert.doesNotMatch(await page.locator('dialog').innerText(), /hash/)
    await page.getByRole('link', { name: 'Send a test event' }).click()
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await page.locator('.deliveries').getByText('Delivered').waitFor()
    assert.equal(receiver.received.length, 1)
    await page.locator('.deliveries summary').first().click()
    await page.getByRole('button', { name: 'Send again' }).click()
    await receiver.waitFor(2)
    const row = page.locator('.deliveries > li').first()
    await row.getByText('Test', { exact: true }).waitFor()
    await row.locator('.attempt').first().getByText('Request headers').click()
    await row
      .getByText(/x-cloudstreet-signature: t=\d+,v1=[a-f0-9]{64}/)
      .first()
      .waitFor()
    requireClean()
    await close()
  })

  await suite.test('sees a receiver fail and recover, and sends all that failed again', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/webhooks')
    await page.getByRole('link', { name: 'Open' }).click()
    await page.locator('.tag.good', { hasText: 'Healthy' }).waitFor()
    receiver.behave((response) => void response.writeHead(500).end('out of order'))
    await page.getByRole('button', { name: 'Send a test event' }).click()
    const newest = page.locator('.deliveries > li').first()
    await newest.getByText('Retrying').waitFor()
    await newest.getByText(/answered 500, next attempt/).waitFor()
    await page.locator('.tag.sun', { hasText: 'Failing' }).waitFor()

    receiver.behave((response) => void response.end('ok'))
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await newest.getByText('Delivered').waitFor()
    await page.locator('.tag.good', { hasText: 'Healthy' }).waitFor()

    const { sql } = server.services.db
    const before = receiver.received.length
    await sql`update deliveries set status = 'failed', next_attempt_at = null where sequence in (1, 3)`
    await page.getByRole('button', { name: 'Send all failed again' }).click()
    await page.getByText('deliveries are sent again.').waitFor()
    await receiver.waitFor(before + 2)
    await page.locator('.deliveries').getByText('Failed').waitFor({ state: 'detached' })
    requireClean()
    await close()
  })

  await suite.test('edits a webhook: address, description, events', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/webhooks')
    await page.getByRole('link', { name: 'Open' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.locator('dialog')
    assert.equal(await dialog.getByLabel('URL').inputValue(), receiver.url)
    await dialog.getByLabel('URL').fill('ftp://wrong.example')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('URL').fill(`${receiver.url}/moved`)
    await dialog.getByLabel('Description').fill('The one in the cellar')
    await dialog.getByLabel('A flight was corrected or scored again').check()
    assert.equal(await dialog.getByText('connection.ended').count(), 0)
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('heading', { level: 1, name: `${receiver.url}/moved` }).waitFor()
    await page.getByText('The one in the cellar').waitFor()
    await page.locator('.tag.plain', { hasText: 'flight.updated' }).waitFor()
    requireClean()
    await close()
  })

  await suite.test('sees the usage of the keys', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/developers/usage')
    await page.getByText(/requests in 30 days/).waitFor()
    await page.getByText('No upload failed in the last 30 days.').waitFor()
    requireClean()
    await close()
  })

  await suite.test('sees which firmware fails, and why', async () => {
    const headers = { ...bearer(await createKey(server, user, ['flights:write'])), 'user-agent': 'Vario/2.4' }
    const { status } = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers,
      body: '<gpx/>',
    })
    assert.equal(status, 400)
    const { page, requireClean, close } = await dashboard.open('/app/developers/usage')
    const row = page.getByRole('row', { name: /Vario/ })
    await row.getByText('The file is not an IGC file').waitFor()
    await row.getByText('Vario/2.4').waitFor()
    requireClean()
    await close()
  })

  await suite.test('as a pilot sees who is connected and ends it', async () => {
    const [application] = await server.services.db.sql<{ id: string }>`
      select id from applications where owner_id is not null`
    await server.services.db.transaction((sql) =>
      saveConsent(
        sql,
        server.services.now(),
        { userId: user.id, applicationId: application!.id },
        { asked: ['flights:read'], granted: ['flights:read'], redirectOrigin: 'https://app.example' },
        byOperator.proved,
      ),
    )
    const day = { user_id: user.id, day: toDay(server.services.now()) }
    for (const [kind, id] of [
      ['application', application!.id],
      ['key', 'a-key'],
    ])
      await server.services.db.sql`
        insert into access_ledger
          (user_id, day, source_kind, source_id, source_name, scope, requests, uploads, first_at, last_at)
        values (${day.user_id}, ${day.day}, ${kind!}, ${id!}, 'Name', 'flights:read', 3, 0, ${1}, ${server.services.now()})`
    const { page, requireClean, close } = await dashboard.open('/app/settings/security')
    await page.getByRole('heading', { name: 'Thermal Diary' }).waitFor()
    await page.getByText('It holds no token now, but may get a new one').waitFor()
    await page.getByRole('region', { name: 'Requests of Thermal Diary' }).waitFor()
    assert.deepEqual(await findViolations(page), [])
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.locator('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No connected apps').waitFor()
    requireClean()
    await close()
  })

  await suite.test('changes the profile, ends the other sessions, takes the data along', async () => {
    const { page, context, requireClean, close } = await dashboard.open('/app/settings')
    await page.getByLabel('Club', { exact: true }).fill('Deltaclub Interlaken')
    await page.getByLabel('CIVL ID').fill('12345')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('CIVL ID').fill('abc')
    await page.getByText('A CIVL ID has digits only').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
    assert.equal(await page.getByLabel('CIVL ID').inputValue(), 'abc', 'what was typed stays')
    const [saved] = await server.services.db.sql<{ civl_id: number | null }>`
      select civl_id from users where id = ${user.id}`
    assert.equal(saved?.civl_id, 12_345)
    await page.getByLabel('CIVL ID').fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('link', { name: 'Security and apps' }).click()
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const sessions = page.locator('section[aria-labelledby=sessions] .records > li')
    await sessions.nth(1).waitFor({ state: 'detached' })
    assert.equal(await sessions.count(), 1)
    const archive = await context.request.get(`${server.url}/app/api/account/export`)
    assert.equal(archive.status(), 200)
    assert.equal((await archive.body()).subarray(0, 2).toString(), 'PK')
    requireClean()
    await close()
  })

  await suite.test('deletes the account with the password, and is out', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/settings/data')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Your password').fill('not the password')
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.getByRole('alert').getByText('password is wrong').waitFor()
    await page.getByLabel('Your password').fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Delete everything' }).click()
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(`${server.url}/`)
    const [left] = await server.services.db.sql<{ count: number }>`select count(*) as count from users`
    assert.equal(left?.count, 0)
    requireClean()
    await close()
  })
})
