// run: all
// The dashboard without a network, in a tab as in the installed app, and when it forgets.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { findViolations, inSweeps, measureOverflow } from '#test/support/browser.ts'
import { type Dashboard, openDashboard } from '#test/support/dashboard.ts'
import { bearer, createKey, createUser, signIn, type TestUser } from '#test/support/people.ts'

const PHONE = { viewport: { width: 360, height: 740 }, serviceWorkers: 'allow' } as const
const OFFLINE = /^Offline: flights as of \d{1,2} \w+ \d{4}, \d\d:\d\d$/

async function upload({ server }: Dashboard, user: TestUser, days: number[]): Promise<string[]> {
  const headers = bearer(await createKey(server, user, ['flights:write']))
  const ids: string[] = []
  for (const day of days) {
    const date = `2026-05-${String(day).padStart(2, '0')}`
    const { bytes } = simulateFlight({ seed: day, date, taskKm: 12, rateSeconds: 8 })
    const answer = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      body: Buffer.from(bytes),
      headers: { ...headers, 'x-filename': `${date}.igc` },
    })
    assert.equal(answer.status, 201)
    ids.push(((await answer.json()) as { data: { id: string } }).data.id)
  }
  return ids
}

async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

/** The paths that are kept, of whomever. */
function listKept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kept '))
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests
      .flat()
      .map(({ url }) => url.slice(location.origin.length))
      .sort()
  })
}

async function waitForKept(page: Page, isThere: (paths: string[]) => boolean): Promise<string[]> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const paths = await listKept(page)
    if (isThere(paths)) return paths
    await page.waitForTimeout(100)
  }
  throw new Error(`kept is only ${(await listKept(page)).join()}`)
}

const hasTrackOf = (id: string) => (paths: string[]) => paths.includes(`/app/api/flights/${id}/analysis`)

const become = async (context: BrowserContext, { server }: Dashboard, user: TestUser) => {
  const { cookie } = await signIn(server, user)
  await context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url }
    }),
  )
}

async function openKept(context: TestContext, days: number[]) {
  const dashboard = await openDashboard(context)
  const ids = await upload(dashboard, dashboard.user, days)
  const opened = await dashboard.open('/app/logbook', PHONE)
  await waitForWorker(opened.page)
  await waitForKept(opened.page, hasTrackOf(ids.at(-10) ?? ids[0]!))
  return { dashboard, ids, ...opened }
}

suite('the dashboard without a network', () => {
  test('shows logbook and flights, says of when they are, and what needs the network', async (context) => {
    const { ids, page, context: browser, dashboard } = await openKept(context, [10, 11, 12])
    await browser.setOffline(true)
    await page.reload()
    await page.locator('.offline-line', { hasText: OFFLINE }).waitFor()
    assert.equal(await page.locator('.flight-row').count(), 3)
    await page.locator('.totals', { hasText: 'Flights3' }).waitFor()
    assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []])

    // None of them has been opened before.
    await page.goto(`${dashboard.server.url}/app/flights/${ids[0]}`)
    await page.locator('.offline-line', { hasText: OFFLINE }).waitFor()
    await page.locator('.barogram canvas').first().waitFor()
    await page.locator('.map .leaflet-overlay-pane canvas, .map canvas').first().waitFor()
    await page.getByText('Wind', { exact: true }).first().waitFor()
    assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []])

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Do not count it' }).click()
    await page.getByText('This needs the network, and the service cannot be reached.').waitFor()

    await page.goto(`${dashboard.server.url}/app/settings/security`)
    await page.getByRole('heading', { name: 'This page needs the network' }).waitFor()

    await browser.setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await page.locator('.flight-row').first().waitFor()
    assert.equal(await page.locator('.offline-line').textContent(), '')
  })

  test('keeps the ten newest flights, and nothing of any other page', inSweeps, async (context) => {
    const { ids, page, dashboard } = await openKept(
      context,
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
    const { url } = dashboard.server
    for (const path of [
      'developers/keys',
      'settings',
      'settings/security',
      'settings/data',
      'settings/sharing',
    ])
      await page.goto(`${url}/app/${path}`, { waitUntil: 'networkidle' })
    await page.goto(`${url}/app/flights/${ids[0]}`, { waitUntil: 'networkidle' })
    const ofLogbook = [
      '/app/api/flights/statistics',
      '/app/api/logbook/statistics',
      '/app/api/logbook?page=1',
    ]
    const ofFlights = ids
      .slice(2)
      .flatMap((id) => ['', '/analysis', '/steps'].map((part) => `/app/api/flights/${id}${part}`))
    const kept = await waitForKept(page, hasTrackOf(ids[2]!))
    assert.deepEqual(kept, ['/app/api/gliders', ...ofLogbook, ...ofFlights].sort())
    await page.goto(`${url}/app/logbook`)
    const [newest = ''] = await upload(dashboard, dashboard.user, [13])
    await page.reload()
    const after = await waitForKept(page, hasTrackOf(newest))
    assert.ok(!hasTrackOf(ids[2]!)(after), 'the oldest has gone')
  })

  test('forgets everything when the pilot signs out', async (context) => {
    const { page, context: browser, dashboard } = await openKept(context, [10])
    await page.locator('.who button').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in')
    assert.deepEqual(await listKept(page), [])
    await browser.setOffline(true)
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await page.getByText('The service cannot be reached.').first().waitFor()
    assert.equal(await page.locator('.flight-row').count(), 0)
  })

  test('forgets everything when the session has ended elsewhere', inSweeps, async (context) => {
    const { page, dashboard } = await openKept(context, [10])
    await dashboard.server.services.db.sql`delete from sessions`
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await page.waitForURL('**/sign-in?*')
    assert.deepEqual(await listKept(page), [])
  })

  test('shows nothing of the first account to another one', async (context) => {
    const { ids, page, context: browser, dashboard } = await openKept(context, [10, 11])
    const other = await createUser(dashboard.server, 'Ida Moser')
    const [own = ''] = await upload(dashboard, other, [20])
    await become(browser, dashboard, other)
    await page.goto(`${dashboard.server.url}/app/logbook`)
    const kept = await waitForKept(page, hasTrackOf(own))
    for (const id of ids) assert.ok(!kept.some((path) => path.includes(id)))
    await browser.setOffline(true)
    await page.reload()
    await page.locator('.offline-line', { hasText: OFFLINE }).waitFor()
    assert.equal(await page.locator('.flight-row').count(), 1)
    await page.goto(`${dashboard.server.url}/app/flights/${ids[0]}`)
    await page.getByText('The service cannot be reached.').first().waitFor()
  })

  test('forgets what is older than two weeks', inSweeps, async (context) => {
    const { page, context: browser } = await openKept(context, [10])
    await page.evaluate(async () => {
      const [name = ''] = (await caches.keys()).filter((each) => each.startsWith('kept '))
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))!.blob()
        const headers = { 'x-kept-at': String(Date.now() - 15 * 86_400_000) }
        await cache.put(request, new Response(body, { headers }))
      }
    })
    await browser.setOffline(true)
    await page.reload()
    await page.getByText('The service cannot be reached.').first().waitFor()
    assert.deepEqual(await listKept(page), [])
  })

  test('has the new application after an upgrade, and no file of the old one', inSweeps, async (context) => {
    const { page, context: browser } = await openKept(context, [10])
    const listApps = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('app ')))
    const [before] = await listApps()
    // Another language is another page, and so is another release.
    await page.evaluate(() =>
      fetch('/app/api/account', {
        method: 'PATCH',
        body: '{"language":"de"}',
        headers: { 'content-type': 'application/json' },
      }),
    )
    await page.reload()
    for (;;) {
      const apps = await listApps()
      if (apps.length === 1 && apps[0] !== before) break
      await page.waitForTimeout(100)
    }
    await browser.setOffline(true)
    await page.reload()
    await page.locator('.offline-line', { hasText: /^Offline: Flüge vom Stand / }).waitFor()
    await page.locator('.flight-row').waitFor()
  })

  test('forgets a flight that the service no longer has, by a list or by its page', async (context) => {
    const { ids, page, context: browser, dashboard } = await openKept(context, [10, 11, 12])
    const [first = '', second = ''] = ids
    const { url } = dashboard.server
    const deleteFlight = (id: string) =>
      page.evaluate(async (id) => void (await fetch(`/app/api/flights/${id}`, { method: 'DELETE' })), id)
    const hasNone = (id: string) => (paths: string[]) => !paths.some((path) => path.includes(id))
    await deleteFlight(first)
    await page.goto(`${url}/app/flights/${first}`)
    await waitForKept(page, hasNone(first))
    await deleteFlight(second)
    await page.goto(`${url}/app/logbook`)
    await waitForKept(page, hasNone(second))
    await browser.setOffline(true)
    await page.reload()
    await page.locator('.offline-line', { hasText: OFFLINE }).waitFor()
    assert.equal(await page.locator('.flight-row').count(), 1)
  })

  test('takes files, and uploads each once when there is a network again', async (context) => {
    const { page, context: browser, dashboard } = await openKept(context, [10])
    const sent: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/flights/upload')) sent.push(request.method())
    })
    const choose = (day: number) =>
      page.setInputFiles('input[type=file]', {
        name: `${day}.igc`,
        mimeType: 'text/plain',
        buffer: Buffer.from(
          simulateFlight({ seed: day, date: `2026-05-${day}`, taskKm: 12, rateSeconds: 8 }).bytes,
        ),
      })
    const row = (day: number) => page.locator('.files > li', { hasText: `${day}.igc` })
    await browser.setOffline(true)
    await page.goto(`${dashboard.server.url}/app/upload`)
    await choose(20)
    await row(20).getByText('It will be uploaded when you are back online.').waitFor()
    assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []])
    await choose(21)
    await row(21).getByText('Waiting for the network').waitFor()
    await browser.setOffline(false)
    for (const day of [20, 21]) await row(day).getByText('New flight').waitFor()
    assert.equal(sent.length, 2)

    // Also after the tab was closed, from whatever page is opened next.
    await browser.setOffline(true)
    await choose(22)
    await row(22).getByText('Waiting for the network').waitFor()
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await page.locator('.offline-line', { hasText: OFFLINE }).waitFor()
    await browser.setOffline(false)
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await page.locator('.totals', { hasText: 'Flights4' }).waitFor()
    await page.reload({ waitUntil: 'networkidle' })
    assert.equal(sent.length, 3)
    assert.equal(await page.locator('.flight-row').count(), 4)
  })
})
