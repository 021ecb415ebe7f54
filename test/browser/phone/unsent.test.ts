// run: all
// A reload while files are being uploaded loses none of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { createUser, signIn } from '#test/support/people.ts'

const PHONE = { viewport: { width: 360, height: 740 } }
const UPLOADS = '**/app/api/flights/upload'
const SENT_AT_ONCE = 2

const files = [1, 2, 3].map((day) => ({
  name: `Föhn ${day}.igc`,
  mimeType: 'text/plain',
  buffer: Buffer.from(
    simulateFlight({ seed: day, date: `2026-05-0${day}`, taskKm: 8, rateSeconds: 8 }).bytes,
  ),
}))

const countKept = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('unsent-files')).keys()).length)

async function waitForKept(page: Page, count: number): Promise<void> {
  for (let attempt = 0; attempt < 300 && (await countKept(page)) !== count; attempt++)
    await page.waitForTimeout(100)
  assert.equal(await countKept(page), count)
}

test('files that are being uploaded', { timeout: 240_000 }, async (suite) => {
  const dashboard = await openDashboard(suite)
  const { page, context } = await dashboard.open('/app/upload', PHONE)
  page.on('dialog', (dialog) => void dialog.accept())
  const row = (name: string) => page.locator('.files > li', { hasText: name })
  let network: 'works' | 'hangs' | 'fails' = 'works'
  let hanging = 0
  await page.route(UPLOADS, (route) => {
    if (network === 'works') return route.continue()
    if (network === 'fails') return route.abort()
    hanging++
    return undefined
  })
  const choose = async () => {
    network = 'hangs'
    hanging = 0
    await page.setInputFiles('input[type=file]', files)
    await waitForKept(page, files.length)
    // A file that is kept need not be on its way yet: it would be sent by a network that works again.
    while (hanging < SENT_AT_ONCE) await page.waitForTimeout(20)
    network = 'works'
  }

  await suite.test('are sent by another tab only once this one has gone', async () => {
    await choose()
    const other = await context.newPage()
    await other.goto(`${dashboard.server.url}/app/upload`, { waitUntil: 'networkidle' })
    assert.equal(await other.locator('.files > li').count(), 0)
    await other.close()
  })

  await suite.test('stay kept by the page that takes them over, which may be left at once', async () => {
    await page.addInitScript(() => {
      const forget = Reflect.get(Cache.prototype, 'delete') as Cache['delete']
      Cache.prototype.delete = function (...wanted) {
        document.documentElement.dataset.forgot = 'yes'
        return forget.apply(this, wanted)
      }
    })
    network = 'hangs'
    hanging = 0
    await page.reload()
    while (hanging < SENT_AT_ONCE) await page.waitForTimeout(20)
    assert.equal(await page.locator('html').getAttribute('data-forgot'), null)
    assert.equal(await countKept(page), files.length)
    network = 'works'
  })

  await suite.test('are sent after a reload, and then forgotten', async () => {
    await page.reload()
    for (const { name } of files) await row(name).getByText('New flight').waitFor()
    await waitForKept(page, 0)
    await page.reload({ waitUntil: 'networkidle' })
    assert.equal(await page.locator('.files > li').count(), 0)
  })

  await suite.test('are never sent to the account of somebody else', async () => {
    await choose()
    const other = await createUser(dashboard.server, 'Ida Moser')
    const { cookie } = await signIn(dashboard.server, other)
    const pairs = cookie.split('; ').map((pair) => pair.split(/=(.*)/s))
    await context.addCookies(
      pairs.map(([name = '', value = '']) => ({ name, value, url: dashboard.server.url })),
    )
    await page.reload({ waitUntil: 'networkidle' })
    await waitForKept(page, 0)
    assert.equal(await page.locator('.files > li').count(), 0)
  })

  await suite.test('are kept when they fail, and go with the sign-out', async () => {
    network = 'fails'
    await page.setInputFiles('input[type=file]', files)
    for (const { name } of files) await row(name).getByText('This needs the network').waitFor()
    await waitForKept(page, files.length)
    await page.locator('.who button').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    assert.equal(await page.evaluate(() => caches.has('unsent-files')), false)
  })
})
