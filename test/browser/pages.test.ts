// run: all
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow, takeLooks } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { addRanking, foundLeague } from '#test/support/rankings/league.ts'

const publicPaths = [
  '/',
  '/try',
  '/privacy',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/docs',
  '/app/clubs',
]
const paths = [
  '/app/logbook',
  '/app/upload',
  '/app/developers/keys',
  '/app/developers/applications',
  '/app/developers/webhooks',
  '/app/developers/usage',
  '/app/settings',
  '/app/settings/security',
  '/app/logbook/gliders',
  '/app/upload/automatic',
  '/app/upload/automatic/add/flyskyhy',
  '/app/settings/sharing',
  '/app/clubs',
  '/app/settings/data',
  '/app/nowhere',
]
/** On narrower screens the name is at the bottom. */
const TABS_BELOW = 705
const phone = { width: 360, height: 740 }
const desk = { width: 1920, height: 1080 }
const looks = [
  { colorScheme: 'light', viewport: phone },
  { colorScheme: 'dark', viewport: desk },
  { colorScheme: 'dark', viewport: phone },
  { colorScheme: 'light', viewport: desk },
] as const

/** Faults of a page as it is shown. */
async function findFaults(page: Page, name: string): Promise<string[]> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  const overflow = await measureOverflow(page)
  const violations = await findViolations(page)
  return [
    ...(overflow > 0 ? [`${name}: ${overflow} px wider than the screen`] : []),
    ...violations.map((violation) => `${name}: ${violation}`),
  ]
}

test('every page', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user, browser } = dashboard
  const { bytes } = simulateFlight({
    seed: 5,
    date: '2026-05-17',
    taskKm: 20,
    rateSeconds: 5,
    latitude: 46.66,
    longitude: 8.05,
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'one.igc', options: {} })

  const league = await foundLeague(server)
  const season = `/app/seasons/${league.season.id}`
  const ranking = `${season}/rankings/${await addRanking(server, league)}`
  const ofClubs = [`/app/clubs/${league.clubId}`, season, ranking]

  for (const look of takeLooks(looks)) {
    const name = `${look.colorScheme}, ${look.viewport.width} px`
    await suite.test(`${name}: is accessible, fits, asks no other host, logs no error`, async () => {
      const faults: string[] = []
      const stranger = await browser.newContext(look)
      for (const path of [...publicPaths, ...ofClubs]) {
        const watched = await watchPage(stranger, server.url, path)
        faults.push(...(await findFaults(watched.page, path)))
        watched.requireClean()
        await watched.page.close()
      }
      await stranger.close()
      const { page, requireClean, close } = await dashboard.open('/app/logbook', look)
      for (const path of [...paths, ...ofClubs, `/app/flights/${id}`]) {
        await page.goto(server.url + path)
        faults.push(...(await findFaults(page, path)))
      }
      assert.deepEqual(faults, [])
      requireClean()
      await close()
    })
  }

  await suite.test('none is wider than the screen, from 320 to 1440 px', async () => {
    const { page, close } = await dashboard.open('/app/logbook')
    for (const path of ['/app/logbook', `/app/flights/${id}`, '/app/developers/keys']) {
      await page.goto(server.url + path)
      await page.locator('h1').first().waitFor()
      for (let width = 320; width <= 1440; width += process.env.SWEEPS ? 20 : 140) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await measureOverflow(page)
        assert.ok(overflow <= 0, `${path} is ${overflow} px too wide on ${width}`)
        if (width < TABS_BELOW) continue
        const menu = await page.locator('.who').boundingBox()
        assert.ok(menu && menu.x + menu.width <= width, `${path}: the menu is off ${width} px`)
      }
    }
    await close()
  })

  await suite.test('of visitors has their navigation', async () => {
    const stranger = await browser.newContext()
    for (const path of [...publicPaths, ...ofClubs]) {
      const { page } = await watchPage(stranger, server.url, path)
      const places = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
      await places.nth(3).waitFor()
      const named = ['Try a flight', 'Clubs', 'Developers', 'Sign in']
      assert.deepEqual(await places.allInnerTexts(), named, path)
      await page.close()
    }
    await stranger.close()
  })

  await suite.test('of the operator is not there for others', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/admin')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.equal(await page.getByRole('alert').count(), 0)
    requireClean()
    await close()
  })

  await suite.test('a visitor who is not signed in is sent to sign in and then back', async () => {
    const stranger = await browser.newContext()
    const { page } = await watchPage(stranger, server.url, '/app/settings/data')
    await page.waitForURL(/\/sign-in\?return_to=%2Fapp%2Fsettings%2Fdata/)
    await stranger.close()
  })

  await suite.test('the main navigation is reached by keyboard, after a link that skips it', async () => {
    const { page, close } = await dashboard.open('/app/logbook')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const reached: string[] = []
    for (let step = 0; step < 7; step++) {
      await page.keyboard.press('Tab')
      reached.push(
        await page.evaluate(
          () => (document.activeElement as HTMLElement).innerText.trim().split('\n').at(-1) ?? '',
        ),
      )
    }
    assert.deepEqual(reached, [
      'Skip to content',
      'Cloudstreet',
      'Logbook',
      'Clubs',
      'Compare',
      'Upload',
      'Mara Keller',
    ])
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Settings' }).press('Enter')
    await page.waitForURL(/\/app\/settings$/)
    await page.waitForFunction(() => document.activeElement?.id === 'main')
    await close()
  })

  await suite.test('when the service is away every page says so and offers to try again', async () => {
    const { page, close } = await dashboard.open('/app/developers/keys')
    await page.getByRole('heading', { name: 'No keys yet' }).waitFor()
    await page.route('**/app/api/**', (route) => route.abort())
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    await page.unroute('**/app/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/requests in 30 days/).waitFor()
    await close()
  })
})

test('all pages together but those of flights and of the operator take less than 100 kB compressed', () => {
  const folder = join(import.meta.dirname, '../../web/dist')
  const { fonts, texts, pages } = JSON.parse(
    readFileSync(join(folder, 'first-loads.json'), 'utf8'),
  ) as FirstLoads
  const [, ...byFrame] = readFileSync(join(folder, 'index.html'), 'utf8').split(/(?:src|href)="\/app\//)
  const others = pages.filter(
    ({ pattern }) => !/^\/(?:f|app\/flights|app\/compare|app\/admin)\b/.test(pattern),
  )
  assert.ok(others.length >= 15 && others.length < pages.length - 1)
  const names = new Set([
    ...byFrame.map((rest) => rest.slice(0, rest.indexOf('"'))),
    ...[...fonts, ...texts.fr, ...others.flatMap(({ first }) => first)].map((path) =>
      path.replace('/app/', ''),
    ),
  ])
  assert.ok([...names].some((name) => name.startsWith('assets/index-') && name.endsWith('.js')))
  const bytes = [...names].map((name) => gzipSync(readFileSync(join(folder, name))).length)
  const total = bytes.reduce((sum, size) => sum + size, 0)
  assert.ok(total > 10_000 && total < 100_000, `${total} bytes`)
})

test('the page of a flight is shown before its map and its barogram are there', () => {
  const folder = join(import.meta.dirname, '../../web/dist')
  const { pages } = JSON.parse(readFileSync(join(folder, 'first-loads.json'), 'utf8')) as FirstLoads
  const { first = [] } = pages.find(({ pattern }) => pattern === '/app/flights/:id') ?? {}
  const bytes = first.map((path) => gzipSync(readFileSync(join(folder, path.replace('/app/', '')))).length)
  const total = bytes.reduce((sum, size) => sum + size, 0)
  assert.ok(total > 10_000 && total < 45_000, `${total} bytes`)
})

/** Files that each page loads before it is shown; those that it loads later, when wanted, are not listed. */
interface FirstLoads {
  fonts: string[]
  /** By language. French is the longest. */
  texts: { fr: string[] }
  pages: { pattern: string; first: string[] }[]
}
