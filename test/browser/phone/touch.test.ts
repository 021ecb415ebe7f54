// run: all
// Whatever a finger touches is large enough for one, and the map leaves the page its one finger.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { findSmallTargets } from '#test/support/browsing/targets.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('a phone', async (suite) => {
  const dashboard = await openDashboard(suite)
  const ids: string[] = []
  for (let month = 1; month <= 12; month += 1) {
    const date = `2025-${String(month).padStart(2, '0')}-17`
    const { bytes } = simulateFlight({ seed: 7, taskKm: 20, rateSeconds: 10, date })
    const given = { bytes, fileName: 'flight.igc', options: {} }
    ids.push((await uploadFlight(dashboard.server.services, dashboard.user.id, given)).id)
  }
  const [id] = ids

  await suite.test(
    'has targets of 44 px on every page of a pilot, and none is wider than the screen',
    async () => {
      const small: string[] = []
      const { page, close } = await dashboard.open('/app/logbook', phone)
      for (const path of [
        '/app/logbook',
        `/app/flights/${id}`,
        '/app/upload',
        ...['', '/connections', '/gliders', '/devices', '/sharing', '/sessions', '/data'].map(
          (tab) => `/app/settings${tab}`,
        ),
      ]) {
        await page.goto(dashboard.server.url + path, { waitUntil: 'networkidle' })
        for (const target of await findSmallTargets(page)) small.push(`${path}: ${target}`)
        assert.equal(await page.evaluate(() => innerWidth), phone.viewport.width, `${path} fits the screen`)
      }
      assert.deepEqual(small, [])
      await close()
    },
  )

  await suite.test('has targets of 44 px on every page of the server, too', async () => {
    const small: string[] = []
    const visitor = await dashboard.browser.newContext({ ...phone, serviceWorkers: 'block' })
    const page = await visitor.newPage()
    for (const path of [
      '/',
      '/try',
      '/privacy',
      '/sign-in',
      '/sign-up',
      '/forgot-password',
      '/oauth/device',
      '/nowhere',
      ...['', '/guide/webhooks', '/reference', '/reference/uploadFlight', '/search?q=signature'].map(
        (rest) => `/docs${rest}`,
      ),
    ]) {
      await page.goto(dashboard.server.url + path, { waitUntil: 'networkidle' })
      for (const target of await findSmallTargets(page)) small.push(`${path}: ${target}`)
      assert.equal(await page.evaluate(() => innerWidth), phone.viewport.width, `${path} fits the screen`)
    }
    assert.deepEqual(small, [])
    await visitor.close()
  })

  await suite.test('has four places at the thumb; all else, and signing out, is under Me', async () => {
    const { page, close } = await dashboard.open('/app/settings', phone)
    const bar = page.getByRole('navigation', { name: 'Main' })
    const places = bar.locator('> a:visible, .who')
    await places.nth(3).waitFor()
    const named = await places.evaluateAll((elements) =>
      elements
        .toSorted((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
        .map((element) => (element as HTMLElement).innerText.trim().split('\n').at(-1)),
    )
    assert.deepEqual(named, ['Logbook', 'Upload', 'Clubs', 'Me'])
    await bar.getByRole('button', { name: 'Me' }).click()
    await bar.getByRole('button', { name: 'Sign out' }).waitFor()
    await bar.getByRole('link', { name: 'Developers' }).click()
    await page.waitForURL(/\/app\/developers/)
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
    await close()
  })

  await suite.test('shows the tab that is chosen, though not all fit', async () => {
    const { page, close } = await dashboard.open('/app/developers/usage', phone)
    const chosen = page.locator('.tabs [aria-current]')
    await chosen.waitFor()
    await page.waitForFunction(() => {
      const { left, right } = document.querySelector('.tabs [aria-current]')!.getBoundingClientRect()
      return left >= 0 && right <= innerWidth
    })
    await close()
  })

  await suite.test('scrolls the page with one finger on the map, which says that it takes two', async () => {
    const { page, close } = await dashboard.open(`/app/flights/${id}`, phone)
    const map = page.locator('.map.leaflet-container')
    await map.waitFor()
    const hint = page.getByText('Two fingers move the map')
    assert.equal(await hint.isVisible(), false)
    const touch = { identifier: 1, clientX: 150, clientY: 600 }
    await map.dispatchEvent('touchmove', { touches: [touch], bubbles: true })
    await hint.waitFor()
    await hint.waitFor({ state: 'hidden' })
    assert.equal(await map.evaluate((element) => element.classList.contains('leaflet-touch-drag')), false)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.locator('.leaflet-touch-drag').waitFor()
    await close()
  })
})
