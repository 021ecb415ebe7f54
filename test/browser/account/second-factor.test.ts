// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// Second factors in a real browser: passkeys of its virtual authenticator, and the second step without JavaScript.
// SCREENSHOTS=folder keeps what was seen.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, startBrowser, takeLooks } from '#test/support/browser.ts'
import { createUserWithPassword, enter } from '#test/support/sign-in.ts'
import { TEST_PASSWORD } from '#test/support/people.ts'
import { setUpApp, showCode } from '#test/support/second-factor.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const environment = { RATE_LIMIT_SIGN_IN: '0' }

async function enterPassword(page: Page, server: TestServer, email: string, path = '/sign-in') {
  await page.goto(server.url + path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A device of the browser that checks its user, and says that it did. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** On a phone and at a desk, in light and, with `--sweeps`, dark; what axe finds fails the test. */
async function look(page: Page, name: string): Promise<void> {
  for (const colorScheme of takeLooks(['light', 'dark'] as const)) {
    for (const [device, width] of Object.entries({ phone: 390, desk: 1280 })) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth > innerWidth),
        false,
        `${name} fits on a ${device}`,
      )
      const file = join(process.env.SCREENSHOTS ?? '', `${name}-${device}-${colorScheme}.png`)
      if (process.env.SCREENSHOTS) await page.screenshot({ path: file, animations: 'disabled' })
    }
    assert.deepEqual(await findViolations(page), [], `${name} in ${colorScheme}`)
  }
}

suite('a second factor in the browser', () => {
  test('is asked for and entered without JavaScript', async (context) => {
    const server = await startServer(context, { environment })
    const browser = await startBrowser(context)
    const { email } = await createUserWithPassword(server)
    const open = async () => {
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
      page.setDefaultTimeout(60_000)
      return page
    }
    const visitor = createVisitor(server)
    await enter(visitor, email, TEST_PASSWORD)
    const { secret, recoveryCodes: codes } = await setUpApp(server, visitor, TEST_PASSWORD)
    server.advance(30_000)

    const next = await open()
    await enterPassword(next, server, email, '/sign-in?return_to=/review-access')
    await next.waitForURL(/\/sign-in\/second-factor$/)
    assert.equal(await next.getByRole('button', { name: 'passkey' }).count(), 0)
    await next.getByLabel('Code').fill(showCode(server, secret))
    await next.getByRole('button', { name: 'Sign in' }).click()
    await next.waitForURL(/\/review-access$/)
    await next.getByText('10 left').waitFor()

    const lost = await open()
    await enterPassword(lost, server, email, '/sign-in?return_to=/review-access')
    await lost.getByRole('link', { name: 'Use a recovery code' }).click()
    await lost.getByLabel('Recovery code').fill(codes[3] ?? '')
    await lost.getByRole('button', { name: 'Sign in' }).click()
    await lost.getByText('9 left').waitFor()
  })

  test('is a passkey: signs in alone, after the password, and proves who is there', async (context) => {
    const server = await startServer(context, { environment })
    const browser = await startBrowser(context)
    const { email } = await createUserWithPassword(server)
    const browserContext = await browser.newContext()
    const page = await browserContext.newPage()
    page.setDefaultTimeout(60_000)
    await addVirtualAuthenticator(page)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await enterPassword(page, server, email, '/sign-in?return_to=/app/settings/security')
    await button('Add a passkey').click()
    await page.getByLabel('Name').fill('My phone')
    await button('Continue').click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    assert.equal(await page.locator('.recovery-codes li').count(), 10)
    await look(page, 'recovery-codes')
    await button('I have saved them').click()
    await page.getByText('10 of 10 left').waitFor()
    await look(page, 'second-factors')

    await browserContext.clearCookies()
    await page.goto(`${server.url}/sign-in?return_to=/app/settings/security`)
    await look(page, 'sign-in')
    await button('Sign in with a passkey').click()
    await page.getByText('Last used').first().waitFor()
    await page.waitForURL(/\/app\/account\/sessions$/)

    await browserContext.clearCookies()
    await enterPassword(page, server, email, '/sign-in?return_to=/app/settings/security')
    await page.getByText('Use your passkey now').waitFor()
    assert.deepEqual(
      (await browserContext.cookies()).filter(({ name }) => name.includes('session_token')),
      [],
    )
    await look(page, 'sign-in-passkey')
    await button('Sign in with a passkey').click()
    await page.waitForURL(/\/app\/account\/sessions$/)

    server.advance(16 * 60_000)
    await button('Remove My phone').click()
    await button('Remove').click()
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    await button('Use a passkey').click()
    await page.getByText('Shows a code to enter after your password.').waitFor()
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor({ state: 'detached' })
    const rows = await server.services.db.sql<{ subject: string }>`
      select subject from security_events where kind in ('signed_in', 'identity_confirmed') order by id`
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['password', 'passkey', 'password and passkey', 'passkey'],
    )
  })

  test('is an authenticator app, set up in the dashboard, and its code a proof', async (context) => {
    const server = await startServer(context, { environment })
    const browser = await startBrowser(context)
    const { email } = await createUserWithPassword(server)
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(60_000)
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await enterPassword(page, server, email, '/sign-in?return_to=/app/settings/security')
    await button('Set up').click()
    await page.getByAltText('The key as a QR code').waitFor()
    const secret = ((await page.locator('.totp-key code').textContent()) ?? '').replaceAll(' ', '')
    await look(page, 'set-up-app')
    await page.getByLabel('Code').fill(showCode(server, secret))
    await button('Confirm').click()
    await button('I have saved them').click()
    server.advance(16 * 60_000)
    await page.reload()
    await button('Create new codes').click()
    await button('Use a code instead').click()
    await page.getByLabel('Code from your authenticator app').fill(showCode(server, secret))
    await button('Confirm').click()
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    await button('I have saved them').click()

    await page.context().clearCookies()
    await enterPassword(page, server, email)
    await page.waitForURL(/\/sign-in\/second-factor$/)
    await look(page, 'sign-in-code')
  })
})
