// run: sweeps; hands files over as a phone does; uploads have tests over HTTP and one journey in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const PHONE = { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' } as const
const { bytes } = simulateFlight({ seed: 6, date: '2026-05-17', taskKm: 12, rateSeconds: 4 })
const text = Buffer.from(bytes).toString('latin1')

interface Manifest {
  start_url: string
  scope: string
  icons: { src: string; sizes: string; type: string }[]
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } }
}

/** The start of the installed app; a tab of a browser, as here, does not do it. */
function startWorker(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const isInControl = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    await navigator.serviceWorker.register('/app/service-worker.js', { scope: '/app/' })
    if (!navigator.serviceWorker.controller) await isInControl
  })
}

/** As a phone does it: by the manifest. */
function share(page: Page, { action, params }: Manifest['share_target'], name: string): Promise<void> {
  return page.evaluate(
    ({ action, field, name, text }) => {
      const form = document.createElement('form')
      Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: field })
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], name))
      input.files = transfer.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { action, field: params.files[0]!.name, name, text },
  )
}

test('the dashboard on a phone', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server } = dashboard
  const { page, context, requireClean, close } = await dashboard.open('/app/logbook', PHONE)
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await server.fetch(href ?? '')).json()) as Manifest

  await suite.test('can be installed: name, start and icons are there', async () => {
    assert.equal((await server.fetch(href ?? '')).headers.get('content-type'), 'application/manifest+json')
    assert.ok(manifest.start_url.startsWith(manifest.scope))
    for (const { src, type } of manifest.icons) {
      const { status, headers } = await server.fetch(src)
      assert.deepEqual([status, headers.get('content-type')?.split(';')[0]], [200, type], src)
    }
    assert.ok(manifest.icons.some(({ sizes }) => sizes === '192x192'))
    assert.ok(manifest.icons.some(({ sizes }) => sizes === '512x512'))
  })

  await suite.test('uploads the file that another app shares with it, when the pilot says so', async () => {
    await startWorker(page)
    await share(page, manifest.share_target, 'Föhn 1.igc')
    await page.waitForURL('**/app/upload')
    // A page of another site could send one as well: the pilot decides.
    await page.getByText('Another app shares Föhn 1.igc with your logbook.').waitFor()
    assert.equal(await page.locator('.files > li').count(), 0)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.locator('.files > li', { hasText: 'Föhn 1.igc' }).getByText('New flight').waitFor()
    assert.equal(await page.evaluate(() => caches.has('shared-files')), false, 'nothing of it is kept')
  })

  await suite.test('asks to sign in first when signed out, and then uploads it', async () => {
    const cookies = await context.cookies()
    await context.clearCookies()
    await share(page, manifest.share_target, 'later.igc')
    await page.waitForURL(/\/sign-in\?return_to=%2Fapp%2Fupload/)
    await context.addCookies(cookies)
    await page.goto(`${server.url}/app/upload`)
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.locator('.files > li', { hasText: 'later.igc' }).getByText('Already uploaded').waitFor()
    requireClean()
    await close()
  })
})
