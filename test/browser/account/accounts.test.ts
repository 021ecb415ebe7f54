// run: sweeps; clicks through what has tests over HTTP in every run
// A pilot's account in a real browser, from sign-up to deletion, and every page of it in light and dark.
// SCREENSHOTS=folder keeps what was seen.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { findViolations, startBrowser, takeLooks } from '#test/support/browser.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startServer } from '#test/support/server.ts'
import { readZip } from '#test/support/archives/zip.ts'

const PASSWORD = 'nineteen nimble nimbus'
const EMAIL = 'nia@example.org'

async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

suite('an account in the browser', () => {
  test('signs up, confirms, signs in and gets back in without JavaScript', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const browser = await startBrowser(context)
    const page = await openPage(browser, { javaScriptEnabled: false })
    const button = (name: string) => page.getByRole('button', { name })

    // The device page wants a session, so it asks for a sign-in first and is there again after it.
    await page.goto(`${server.url}/oauth/device`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Name').fill('Nia Cumulus')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Create account').click()
    await page.getByRole('heading', { name: 'Almost there' }).waitFor()

    await page.goto(server.url + readLink(await mail.take(EMAIL)))
    await button('Yes, confirm it').click()
    await page.getByText('Your email address is confirmed').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Sign in').click()
    await page.waitForURL(/\/app\/logbook$/)
    await page.goto(`${server.url}/oauth/device`)
    assert.match(page.url(), /\/oauth\/device$/)

    await page.goto(`${server.url}/forgot-password`)
    await page.getByLabel('Email').fill(EMAIL)
    await button('Send link').click()
    await page.goto(server.url + readLink(await mail.take(EMAIL)))
    await page.getByLabel('New password').fill('twenty tidy thermals')
    await button('Change password').click()
    await page.getByText('Your password has been changed').waitFor()
    await page.goto(`${server.url}/oauth/device`)
    assert.match(page.url(), /\/sign-in\?return_to=%2Foauth%2Fdevice$/)
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill('twenty tidy thermals')
    await button('Sign in').click()
    await page.waitForURL(/\/oauth\/device$/)
  })

  test('is changed, exported and deleted in the dashboard', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const user = await createUser(server, 'Nia <b>Cumulus</b>')
    await signIn(server, user)
    await server.services.db.sql`delete from sessions`
    const browser = await startBrowser(context)
    const page = await openPage(browser, { acceptDownloads: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const part = (name: string) => page.getByRole('region', { name, exact: true })

    // An old bookmark.
    await page.goto(`${server.url}/settings`)
    await page.waitForURL(/\/sign-in\?return_to=%2Fapp%2Fsettings$/)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await button('Sign in').click()
    await page.waitForURL(/\/app\/settings$/)
    await page.locator('.who-name').getByText('Nia <b>Cumulus</b>').waitFor()

    await page.getByLabel('Club', { exact: true }).fill('Cumulus Club')
    await page.getByLabel('CIVL ID').fill('4711')
    await button('Save changes').click()
    await page.getByText('Saved.').waitFor()
    await page.reload()
    assert.equal(await page.getByLabel('Club', { exact: true }).inputValue(), 'Cumulus Club')
    assert.equal(await page.getByLabel('CIVL ID').inputValue(), '4711')
    await changePicture(page)

    await page.getByRole('link', { name: 'Security' }).click()
    const elsewhere = await openPage(browser)
    await signInAs(elsewhere, server.url, user.email, TEST_PASSWORD)
    await page.reload()
    await page.getByText('This browser').waitFor()
    assert.equal(await page.locator('[aria-labelledby=sessions] .records > li').count(), 2)
    await button('End session').click()
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-labelledby=sessions] .records > li').length === 1,
    )
    await signInAs(elsewhere, server.url, user.email, TEST_PASSWORD)
    await page.reload()
    await button('Sign out everywhere else').click()
    await page.waitForFunction(
      () => document.querySelectorAll('[aria-labelledby=sessions] .records > li').length === 1,
    )

    await part('Password').getByLabel('Current password').fill('not the right one')
    await part('Password').getByLabel('New password').fill('twenty tidy thermals')
    await button('Change password').click()
    await page.getByText('The current password is wrong').waitFor()
    await part('Password').getByLabel('Current password').fill(TEST_PASSWORD)
    await button('Change password').click()
    await page.getByText('Password changed.').waitFor()
    assert.match((await mail.take(user.email)).subject, /new device/)
    assert.match((await mail.take(user.email)).subject, /password was changed/)

    await part('Email').getByLabel('New email').fill(EMAIL)
    await part('Email').getByLabel('Current password').fill('twenty tidy thermals')
    await button('Change email').click()
    await page.getByText('We sent a link to the new address').waitFor()
    await page.goto(server.url + readLink(await mail.take(EMAIL)))
    await button('Yes, confirm it').click()
    await page.getByRole('link', { name: 'Open your account' }).click()
    await page.getByRole('link', { name: 'Security' }).click()
    await part('Email').getByText(EMAIL).waitFor()
    await part('Email').getByText('Confirmed', { exact: true }).waitFor()

    await page.getByRole('link', { name: 'Your data' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button('Download everything').click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const archive = readZip(Buffer.concat(chunks))
    assert.ok(archive.has('profile.json') && archive.has('picture.webp'))

    await button('Delete account').click()
    await page.getByLabel('Your password').fill('not the right one')
    await button('Delete everything').click()
    await page.getByText('The current password is wrong').waitFor()
    await page.getByLabel('Your password').fill('twenty tidy thermals')
    await button('Delete everything').click()
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    await page.goto(`${server.url}/app/settings`)
    await page.waitForURL(/\/sign-in\?return_to=%2Fapp%2Fsettings$/)
    const [users] = await server.services.db.sql<{ count: number }>`select count(*) as count from users`
    assert.equal(users?.count, 0)
  })

  test('works on plain http with a host name other than localhost', async (context) => {
    const port = await findFreePort()
    const url = `http://cloudstreet.test:${port}`
    const server = await startServer(context, { environment: { PORT: String(port), BASE_URL: url } })
    const user = await createUser(server)
    await signIn(server, user)
    // Such an address is told no Sec-Fetch-Site by the browser: Origin is all there is.
    const browser = await startBrowser(context, ['--host-resolver-rules=MAP cloudstreet.test 127.0.0.1'])
    const page = await openPage(browser)
    await signInAs(page, url, user.email, TEST_PASSWORD)
    await page.locator('.who button').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

const looks: [string, BrowserContextOptions][] = [
  ['light-desktop', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
  [
    'dark-phone',
    { colorScheme: 'dark', viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
  ],
  ['dark-desktop', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
  ['light-phone', { colorScheme: 'light', viewport: { width: 360, height: 780 }, isMobile: true }],
]

suite('every page of an account', () => {
  for (const [look, options] of takeLooks(looks)) {
    test(`is accessible and fits, ${look}`, async (context) => {
      const mail = await startMailServer(context)
      const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
      const browser = await startBrowser(context)
      const page = await openPage(browser, options)
      const violations: string[] = []
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) violations.push(message.text())
      })
      const go = (path: string) => page.goto(server.url + path)
      const inspect = async (name: string) => inspectPage(page, `${look}-${name}`)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

      await go('/sign-up')
      await inspect('sign-up')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password').fill('qwertyuiop123')
      await press('Create account')
      await page.getByRole('alert').waitFor()
      await inspect('sign-up-refused')
      await page.getByLabel('Password').fill(PASSWORD)
      await press('Create account')
      await inspect('signed-up')
      const link = readLink(await mail.take(EMAIL))
      await go('/verify-email')
      await inspect('ask-for-verification')
      await go(link)
      await inspect('confirm')
      await press('Yes, confirm it')
      await inspect('confirmed')
      await go(link)
      await inspect('old-link')
      await go('/sign-in')
      await inspect('sign-in')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password').fill('not the right one')
      await press('Sign in')
      await page.getByRole('alert').waitFor()
      await inspect('sign-in-refused')
      await go('/forgot-password')
      await inspect('forgot-password')
      await page.getByLabel('Email').fill(EMAIL)
      await press('Send link')
      await inspect('mailed')
      await go(readLink(await mail.take(EMAIL)))
      await inspect('reset-password')
      await go('/nothing')
      await inspect('nothing-here')

      await signInAs(page, server.url, EMAIL, PASSWORD)
      await inspect('account')
      await signInAs(await openPage(browser), server.url, EMAIL, PASSWORD)
      await go('/app/settings/security')
      await page.getByText('This browser').waitFor()
      const log = page.getByRole('region', { name: 'Security activity' })
      await log.getByText('Signed in with password').first().waitFor()
      await inspect('security')
      const password = page.getByRole('region', { name: 'Password', exact: true })
      await password.getByLabel('Current password').fill('not the right one')
      await password.getByLabel('New password').fill('twenty tidy thermals')
      await press('Change password')
      await page.getByRole('alert').waitFor()
      await inspect('password-refused')
      await go('/app/settings/data')
      await press('Delete account')
      await page.getByLabel('Your password').fill(PASSWORD)
      await inspect('delete')
      await press('Delete everything')
      await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
      await inspect('deleted')
      assert.deepEqual(violations, [])
    })
  }
})

/** Signs in by the page and comes to the account. */
async function signInAs(page: Page, url: string, email: string, password: string): Promise<void> {
  await page.goto(`${url}/sign-in?return_to=/app/settings`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Profile and units' }).waitFor()
}

/** One that is too large and one that is none are refused; a right one is shown as a square. */
async function changePicture(page: Page): Promise<void> {
  const choose = (buffer: Buffer) =>
    page
      .getByLabel('Picture', { exact: true })
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await choose(Buffer.alloc(1_100_000))
  await page.getByText('The picture is larger than 1 MB').waitFor()
  await choose(Buffer.from('no picture'))
  await page.getByText('This file cannot be read as a picture').waitFor()
  const picture = sharp({ create: { width: 400, height: 200, channels: 3, background: '#e8a020' } })
  await choose(await picture.png().toBuffer())
  const box = await page.getByAltText('Your picture').boundingBox()
  assert.ok(box && box.width > 0 && box.width === box.height, `${box?.width} x ${box?.height}`)
  await page.getByRole('button', { name: 'Remove' }).waitFor()
}

async function inspectPage(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
  assert.deepEqual(await findViolations(page), [], name)
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the screen`)
}
