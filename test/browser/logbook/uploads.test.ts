// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const launch = { latitude: 46.6596, longitude: 8.0536, launchAltitude: 2150, rateSeconds: 4 }

const makeText = (seed: number, date: string, taskKm: number) =>
  Buffer.from(simulateFlight({ seed, date, taskKm, shape: 'triangle', ...launch }).bytes).toString('latin1')

/** As an instrument writes it that takes a fix half as often. */
function recordElsewhere(text: string): string {
  let fixes = 0
  const lines = text.split('\r\n').filter((line) => !line.startsWith('B') || fixes++ % 2 === 0)
  return lines.join('\r\n')
}

/** The clock runs and nothing moves. */
function standStill(text: string): string {
  const [first = ''] = text.match(/^B.*$/m) ?? []
  return text.replaceAll(/^B(\d{6}).*$/gm, (_, time: string) => `B${time}${first.slice(7).trimEnd()}\r`)
}

/** From the desktop onto the page, outside everything that takes files. */
function drop(page: Page, name: string, text: string): Promise<void> {
  return page.evaluate(
    ([name, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], name))
      const init = { dataTransfer, bubbles: true, cancelable: true }
      document.querySelector('.topbar')?.dispatchEvent(new DragEvent('drop', init))
    },
    [name, text] as const,
  )
}

test('the moment after an upload', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { page, requireClean, close } = await dashboard.open('/app/settings')
  const row = (name: string) => page.locator('.files > li').filter({ hasText: name })
  const far = makeText(2, '2026-05-18', 30)

  await suite.test('files dropped on any page are uploaded; the best of the season is told', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await drop(page, 'near.igc', makeText(1, '2026-05-17', 12))
    await page.waitForURL('**/app/upload')
    await row('near.igc')
      .getByText(/ · 17 May 2026 · [\d.]+\skm · [\d.]+ points/)
      .waitFor()
    assert.equal(await page.getByText('best flight of the').count(), 0, 'the first one is the only one')
    assert.equal(await row('near.igc').locator('svg.shape path').count(), 1)
    await row('near.igc').getByText('Triangle').waitFor()
    await drop(page, 'far.igc', far)
    await row('far.igc').getByText('Your best flight of the 2026 season so far.').waitFor()
    assert.equal(await page.getByText('best flight of the').count(), 1)
  })

  await suite.test(
    'the same flight from another instrument is recognised, a phone at rest is no flight',
    async () => {
      const still = standStill(makeText(3, '2026-05-19', 12))
      await page.setInputFiles('input[type=file]', [
        { name: 'phone.igc', mimeType: 'text/plain', buffer: Buffer.from(recordElsewhere(far), 'latin1') },
        { name: 'still.igc', mimeType: 'text/plain', buffer: Buffer.from(still, 'latin1') },
      ])
      await row('phone.igc').getByText('recorded by another instrument. Only that one counts.').waitFor()
      await row('phone.igc').getByRole('link', { name: 'far.igc' }).waitFor()
      await row('still.igc').getByText('No flight in this file').waitFor()
      assert.equal(await page.getByText('recorded by another instrument').count(), 1)
      assert.deepEqual(await findViolations(page), [])
    },
  )

  await suite.test('a file with two flights is split, and each has a row', async () => {
    const two = makeText(7, '2026-05-23', 12) + makeText(8, '2026-05-24', 12)
    await page.setInputFiles('input[type=file]', [
      { name: 'two.igc', mimeType: 'text/plain', buffer: Buffer.from(two, 'latin1') },
    ])
    await page.getByRole('heading', { name: 'two.igc' }).waitFor()
    await row('two (1 of 2).igc').getByText('23 May 2026').waitFor()
    // Rows ask for their flight when they are near what is seen.
    await row('two (2 of 2).igc').scrollIntoViewIfNeeded()
    await row('two (2 of 2).igc').getByText('24 May 2026').waitFor()
  })

  await suite.test('a recording that ends in the air is said to', async () => {
    const lines = makeText(9, '2026-05-25', 12).split('\r\n')
    const cut = lines.slice(0, lines.length / 2).join('\r\n')
    await page.setInputFiles('input[type=file]', [
      { name: 'cut.igc', mimeType: 'text/plain', buffer: Buffer.from(cut, 'latin1') },
    ])
    await row('cut.igc').getByText('This recording ends in the air; it is not counted').waitFor()
    assert.equal(
      await row('cut.igc').getByText('cut off').count(),
      0,
      'said once, in the language of the page',
    )
  })

  await suite.test('every file of an archive has the same', async () => {
    const zip = await makeZip([['in-zip.igc', Buffer.from(makeText(4, '2026-05-20', 14), 'latin1')]])
    await page.setInputFiles('input[type=file]', [
      { name: 'all.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) },
    ])
    await row('in-zip.igc').scrollIntoViewIfNeeded()
    await row('in-zip.igc')
      .getByText(/ · 20 May 2026 · [\d.]+\skm · [\d.]+ points/)
      .waitFor()
    assert.equal(await row('in-zip.igc').locator('svg.shape path').count(), 1)
  })

  await suite.test('a logbook that is open has the flight as soon as it is stored', async () => {
    const { promise: isHeld, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/flights/upload*', async (route) => {
      await isHeld
      await route.continue()
    })
    await drop(page, 'late.igc', makeText(5, '2026-05-21', 16))
    await row('late.igc').waitFor()
    await page.getByRole('link', { name: 'Logbook' }).first().click()
    const flights = page.locator('.flight-row')
    await flights.first().waitFor()
    const before = await flights.count()
    release()
    await flights.filter({ hasText: '21 May' }).waitFor()
    assert.equal(await flights.count(), before + 1)
  })
  requireClean()
  await close()
})
