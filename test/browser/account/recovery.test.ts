// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// A recovered account, and proving again who is signed in, in a real browser. SCREENSHOTS=folder keeps what was seen.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, startBrowser } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { bearer, createKey, createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const MINUTE_MS = 60_000

suite('an open browser', () => {
  test('asks for the password before it makes a key or an export, and then goes on', async (context) => {
    const { server, open } = await openDashboard(context)
    const { page, requireClean } = await open('/app/developers/keys')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' })
    server.advance(16 * MINUTE_MS)

    await button('Create key').click()
    const creation = page.getByRole('dialog', { name: 'Create a key' })
    await creation.getByLabel('Name', { exact: true }).fill('laptop')
    await creation.getByRole('checkbox').first().check()
    await creation.getByRole('button', { name: 'Create key' }).click()
    await proof.getByLabel('Your password').fill('not the right one')
    assert.deepEqual(await findViolations(page), [])
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.getByText('The current password is wrong').waitFor()
    await proof.getByLabel('Your password').fill(TEST_PASSWORD)
    await proof.getByRole('button', { name: 'Confirm' }).click()
    await proof.waitFor({ state: 'detached' })
    await page.getByText(/^cst_key_\w{49}$/).waitFor()

    server.advance(16 * MINUTE_MS)
    await page.goto(`${server.url}/app/settings/data`)
    await button('Download everything').click()
    await proof.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Confirm first that it is you').waitFor()
    await button('Download everything').click()
    await proof.getByLabel('Your password').fill(TEST_PASSWORD)
    const download = page.waitForEvent('download')
    await proof.getByRole('button', { name: 'Confirm' }).click()
    assert.match((await download).suggestedFilename(), /^cloudstreet-.*\.zip$/)
    requireClean()
  })
})

suite('a recovered account', () => {
  for (const javaScriptEnabled of [true, false]) {
    const how = javaScriptEnabled ? 'with' : 'without'
    test(`is reviewed after the reset ${how} JavaScript`, async (context) => {
      const mail = await startMailServer(context)
      const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
      const user = await createUser(server)
      await signIn(server, user)
      const key = await createKey(server, user, ['profile:read'])
      const browser = await startBrowser(context)
      const page = await (
        await browser.newContext({
          javaScriptEnabled,
          colorScheme: javaScriptEnabled ? 'light' : 'dark',
          viewport: { width: javaScriptEnabled ? 1280 : 360, height: 800 },
        })
      ).newPage()
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

      await page.goto(`${server.url}/forgot-password`)
      await page.getByLabel('Email').fill(user.email)
      await press('Send link')
      await page.goto(server.url + readLink(await mail.take(user.email)))
      await page.getByLabel('New password').fill('twenty tidy thermals')
      await press('Change password')
      await page.getByLabel('Email').fill(user.email)
      await page.getByLabel('Password').fill('twenty tidy thermals')
      await press('Sign in')

      await page.waitForURL(/\/review-access\?return_to=%2Fapp%2Flogbook$/)
      await page.getByRole('heading', { name: 'API keys' }).waitFor()
      await inspect(page, `review-${how}-script`, javaScriptEnabled)
      const group = page.getByRole('group', { name: 'test' })
      assert.ok(await group.getByLabel('End').isChecked(), 'it is young')
      await press('Apply these choices')
      await page.getByRole('heading', { name: 'Your choices are saved' }).waitFor()
      assert.equal((await server.fetch('/api/v1/profile', { headers: bearer(key) })).status, 401)
      await page.getByRole('link', { name: 'Continue' }).click()
      await page.waitForURL(/\/app\/logbook$/)
    })
  }

  test('keeps its address: the link to the old one cancels a change without JavaScript', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUser(server)
    const headers = { ...(await signIn(server, user)), 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'thief@example.com', password: TEST_PASSWORD })
    await server.fetch('/app/api/account/email', { method: 'POST', headers, body })
    const browser = await startBrowser(context)
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(server.url + readLink(await mail.take(user.email)))
    await inspect(page, 'keep-email')
    await page.getByRole('button', { name: 'Cancel the change' }).click()
    await page.getByRole('heading', { name: 'The change is cancelled' }).waitFor()
    await inspect(page, 'kept-email')
  })
})

/** axe is a script, so a page without scripts is only checked. */
async function inspect(page: Page, name: string, hasScripts = false): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
  if (hasScripts) assert.deepEqual(await findViolations(page), [], name)
}
