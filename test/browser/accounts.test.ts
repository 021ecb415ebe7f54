// A pilot's account in a real browser, from sign-up to deletion, and every page of it by day and by night.
// SCREENSHOTS=folder keeps what was seen.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { findViolations, startBrowser } from '#test/support/browser.ts'
import { readLink, startMailServer } from '#test/support/mail-server.ts'
import { createUser, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startServer } from '#test/support/server.ts'
import { readZip } from '#test/support/zip.ts'

const PASSWORD = 'nineteen nimble nimbus'
const EMAIL = 'nia@example.org'

async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(20_000)
  return context.newPage()
}

suite('an account in the browser', () => {
  test('from sign-up through the mail to settings and deletion, without JavaScript', async (context) => {
    const mail = await startMailServer(context)
    const server = await startServer(context, { environment: { SMTP_URL: mail.url } })
    const browser = await startBrowser(context)
    const page = await openPage(browser, { javaScriptEnabled: false, acceptDownloads: true })
    const button = (name: string) => page.getByRole('button', { name })

    await page.goto(`${server.url}/settings`)
    await page.getByRole('link', { name: 'Make an account' }).click()
    await page.getByLabel('Name').fill('Nia Cumulus')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Make an account').click()
    await page.getByRole('heading', { name: 'Almost there' }).waitFor()

    await page.goto(server.url + readLink(await mail.take(EMAIL)))
    await button('Yes, confirm it').click()
    await page.getByText('Your address is confirmed').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await button('Sign in').click()
    await page.goto(`${server.url}/settings`)
    await page.getByRole('heading', { name: 'Settings' }).waitFor()

    await page.getByLabel('Club').fill('Cumulus Club')
    await page.getByLabel('CIVL id').fill('4711')
    await page.getByLabel('My profile is public').check()
    await button('Save the profile').click()
    await page.getByText('Your profile is saved').waitFor()
    assert.equal(await page.getByLabel('CIVL id').inputValue(), '4711')
    assert.ok(await page.getByLabel('My profile is public').isChecked())

    const buffer = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#e8a020' } })
      .png()
      .toBuffer()
    await page.getByLabel('New picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await button('Upload the picture').click()
    await page.getByText('Your picture is changed').waitFor()
    const box = await page.getByAltText('Your picture').boundingBox()
    assert.deepEqual([box?.width, box?.height], [96, 96])
    await page
      .getByLabel('New picture')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await button('Upload the picture').click()
    await page.getByText('This is not a picture that can be read').waitFor()

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download everything' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const archive = readZip(Buffer.concat(chunks))
    assert.ok(archive.has('profile.json') && archive.has('picture.webp'))

    const password = page.locator('#password')
    await password.getByLabel('Current password').fill(PASSWORD)
    await password.getByLabel('New password').fill('twenty tidy thermals')
    await button('Change the password').click()
    await page.getByText('Your password is changed').waitFor()

    await page.locator('#delete').getByLabel('Current password').fill('not the right one')
    await button('Delete my account').click()
    await page.getByText('The current password is not right').waitFor()
    await page.locator('#delete').getByLabel('Current password').fill('twenty tidy thermals')
    await button('Delete my account').click()
    await page.getByRole('heading', { name: 'Your account is deleted' }).waitFor()
    await page.goto(`${server.url}/settings`)
    assert.match(page.url(), /\/sign-in\?return_to=%2Fsettings$/)
    const [users] = await server.services.db.sql<{ count: number }>`select count(*) as count from users`
    assert.equal(users?.count, 0)
  })

  test('works where there is no https and the name is not localhost', async (context) => {
    const port = await findFreePort()
    const url = `http://cloudstreet.test:${port}`
    const server = await startServer(context, { environment: { PORT: String(port), BASE_URL: url } })
    const user = await createUser(server)
    await signIn(server, user)
    // Such an address is told no Sec-Fetch-Site by the browser: Origin is all there is.
    const browser = await startBrowser(context, ['--host-resolver-rules=MAP cloudstreet.test 127.0.0.1'])
    const page = await openPage(browser)
    await page.goto(`${url}/sign-in?return_to=/settings`)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
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
]
if (process.env.FULL) {
  looks.push(['dark-desktop', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }])
  looks.push(['light-phone', { colorScheme: 'light', viewport: { width: 360, height: 780 }, isMobile: true }])
}

suite('every page of an account', () => {
  for (const [look, options] of looks) {
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
      await press('Make an account')
      await page.getByRole('alert').waitFor()
      await inspect('sign-up-refused')
      await page.getByLabel('Password').fill(PASSWORD)
      await press('Make an account')
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
      await press('Send the link')
      await inspect('mailed')
      await go(readLink(await mail.take(EMAIL)))
      await inspect('reset-password')
      await go('/nothing')
      await inspect('nothing-here')

      await go('/sign-in?return_to=/settings')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password').fill(PASSWORD)
      await press('Sign in')
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      await signInElsewhere(browser, server.url)
      await go('/settings?done=profile')
      await inspect('settings')
      await page.locator('#password').getByLabel('Current password').fill('not the right one')
      await page.locator('#password').getByLabel('New password').fill('twenty tidy thermals')
      await press('Change the password')
      await page.getByRole('alert').waitFor()
      await inspect('settings-refused')
      await page.locator('#delete').getByLabel('Current password').fill(PASSWORD)
      await press('Delete my account')
      await inspect('deleted')
      assert.deepEqual(violations, [])
    })
  }
})

/** A second browser, so that the list of sessions has two. */
async function signInElsewhere(browser: Browser, url: string): Promise<void> {
  const page = await openPage(browser)
  await page.goto(`${url}/sign-in?return_to=/settings`)
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
}

async function inspectPage(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
  assert.deepEqual(await findViolations(page), [], name)
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the screen`)
}
