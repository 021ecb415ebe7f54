// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// On a phone: a recording that ends in the air is marked, explained, and counted when its pilot says so.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const ENDS_IN_AIR = 'This recording ends in the air; it is not counted in your totals.'

function makeWhole(): Buffer {
  const place = { latitude: 46.66, longitude: 8.05 }
  return Buffer.from(
    simulateFlight({ seed: 2, date: '2026-05-17', taskKm: 12, rateSeconds: 4, ...place }).bytes,
  )
}

/** As far as the instrument got before its battery was empty. */
function makeCutShort(): Buffer {
  const lines = makeWhole().toString('latin1').split('\r\n')
  return Buffer.from(lines.slice(0, Math.floor(lines.length / 2)).join('\r\n'), 'latin1')
}

async function requireSound(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
  assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []], name)
}

/** The first of the totals: how many flights count. */
const findTotal = (page: Page, flights: number) =>
  page.locator('.totals > div').filter({ hasText: new RegExp(`^Flights\\s*${flights}(counted of \\d+)?$`) })

test('a recording that ends in the air', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { page, requireClean, close } = await dashboard.open('/app/logbook', phone)
  const row = page.locator('.flight-row')

  await suite.test('is marked after the upload and in the logbook, and not in the totals', async () => {
    await page.getByRole('heading', { name: 'Welcome to your logbook' }).waitFor()
    await page.goto(`${dashboard.server.url}/app/upload`)
    const file = { name: 'short.igc', mimeType: 'text/plain', buffer: makeCutShort() }
    await page.setInputFiles('input[type=file]', [file])
    await page.locator('.files > li').getByText('Not counted: ').waitFor()
    await requireSound(page, 'counting-upload')
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await row.getByText('Not counted: ').waitFor()
    await findTotal(page, 0).waitFor()
    await requireSound(page, 'counting-logbook')
  })

  await suite.test('says so on its page, where the pilot counts it, and may undo that', async () => {
    await row.click()
    await page.getByText(ENDS_IN_AIR).waitFor()
    await requireSound(page, 'counting-flight')
    await page.getByRole('button', { name: 'Count it' }).click()
    await page.getByText('This recording ends in the air; you have chosen to count it.').waitFor()
    await requireSound(page, 'counting-flight-counted')
    await page.getByRole('link', { name: 'Logbook' }).first().click()
    await findTotal(page, 1).waitFor()
    assert.equal(await row.getByText('Not counted').count(), 0)
    await row.click()
    await page.getByRole('button', { name: 'Do not count it' }).click()
    await page.getByText(ENDS_IN_AIR).waitFor()
    await page.reload()
    await page.getByText(ENDS_IN_AIR).waitFor()
  })
  requireClean()
  await close()
})

test('a whole flight is left out of the totals by its menu, and counted again', async (context) => {
  const dashboard = await openDashboard(context)
  const { page, requireClean } = await dashboard.open('/app/upload', phone)
  await page.setInputFiles('input[type=file]', [
    { name: 'whole.igc', mimeType: 'text/plain', buffer: makeWhole() },
  ])
  await page.locator('.files > li').getByText('New flight').waitFor()
  await page.goto(`${dashboard.server.url}/app/logbook`)
  await findTotal(page, 1).waitFor()
  await page.locator('.flight-row').click()
  const more = page.getByRole('button', { name: 'More actions' })
  await more.click()
  await requireSound(page, 'counting-menu')
  await page.getByRole('button', { name: 'Do not count it' }).click()
  await page.getByText('This flight is not counted in your totals.').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Download' }).count(), 0, 'the menu is folded')
  await page.getByRole('link', { name: 'Logbook' }).first().click()
  await findTotal(page, 0).waitFor()
  await page.locator('.flight-row').click()
  await page.getByRole('button', { name: 'Count it' }).click()
  await page.getByText('This flight is not counted').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Logbook' }).first().click()
  await findTotal(page, 1).waitFor()
  requireClean()
})
