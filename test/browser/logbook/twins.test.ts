// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// One flight of two instruments: the second recording says so after the upload, on its page and in the logbook, and is merged.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { recordTwice } from '#test/support/igc/second-recorder.ts'

const ONE_COUNTS = 'Same flight as vario.igc, recorded by another instrument. Only that one counts.'
const BOTH_COUNT = 'Same flight as vario.igc, recorded by another instrument. Both count.'

async function requireSound(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [size, viewport] of Object.entries({
      phone: { width: 360, height: 740 },
      desktop: { width: 1440, height: 900 },
    })) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []], `${name} ${size}`)
      const path = `${PICTURES}/${name}-${size}-${colorScheme}.png`
      if (PICTURES) await page.screenshot({ path, fullPage: name.endsWith('upload') })
    }
}

const findTotal = (page: Page, flights: number) =>
  page.locator('.totals > div').filter({ hasText: new RegExp(`^Flights\\s*${flights}(counted of \\d+)?$`) })

test('a flight that two instruments have recorded', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { page, requireClean, close } = await dashboard.open('/app/upload')
  const [vario, phone] = recordTwice(3, { from: 0.2 }, { taskKm: 12, latitude: 46.66, longitude: 8.05 })
  const send = (name: string, bytes: Uint8Array) =>
    page.setInputFiles('input[type=file]', [{ name, mimeType: 'text/plain', buffer: Buffer.from(bytes) }])
  const row = (name: string) => page.locator('.files > li').filter({ hasText: name }).first()

  await suite.test('counts once, and its second recording says so after the upload', async () => {
    await send('vario.igc', vario)
    await row('vario.igc').getByText('points').waitFor()
    await send('phone.igc', phone)
    await row('phone.igc').getByText(ONE_COUNTS).waitFor()
    await requireSound(page, 'twins-upload')
    await page.goto(`${dashboard.server.url}/app/logbook`)
    await findTotal(page, 1).waitFor()
    assert.equal(await page.locator('.flight-row').count(), 2)
    await requireSound(page, 'twins-logbook')
  })

  await suite.test('counts by both, or by the other, when the pilot says so', async () => {
    await page.locator('.flight-row').filter({ hasText: 'second recording' }).click()
    await page.getByText(ONE_COUNTS).waitFor()
    await requireSound(page, 'twins-flight')
    await page.getByRole('button', { name: 'Count it' }).click()
    await page.getByText(BOTH_COUNT).waitFor()
    await page.getByRole('button', { name: 'Count only this one' }).click()
    await page.getByText(BOTH_COUNT).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Logbook' }).first().click()
    await findTotal(page, 1).waitFor()
    const leftOut = page.locator('.flight-row').filter({ hasText: 'Not counted' })
    await leftOut.click()
    await page.getByRole('button', { name: 'Count it' }).click()
    await page.getByRole('button', { name: 'Count it' }).waitFor({ state: 'detached' })
  })

  await suite.test(
    'becomes one: the longer recording is kept, with what was written on the other',
    async () => {
      await page.getByRole('link', { name: 'Logbook' }).first().click()
      await page.locator('.flight-row').filter({ hasText: 'second recording' }).click()
      await page.getByText(ONE_COUNTS).waitFor()
      const id = page.url().split('/').at(-1) ?? ''
      await page.request.patch(`${dashboard.server.url}/app/api/flights/${id}`, {
        data: { notes: 'Cold hands.', visibility: 'unlisted' },
        headers: { origin: dashboard.server.url },
      })
      await page.reload()
      await page.getByRole('button', { name: 'Merge…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText('vario.igc').waitFor()
      assert.ok(await dialog.getByRole('radio', { name: 'vario.igc' }).isChecked(), 'the longer one')
      await dialog.getByText('Links that you have given away stop working.').waitFor()
      await dialog.getByRole('radio', { name: 'Unlisted' }).click()
      await dialog.getByText('Links to either lead to the one that is kept.').waitFor()
      await requireSound(page, 'twins-merge')
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.waitForURL((url) => !url.pathname.endsWith(id))
      const notes = page.getByRole('textbox', { name: 'Notes' })
      await notes.waitFor()
      assert.equal(await notes.inputValue(), 'Cold hands.')
      await page.getByRole('link', { name: 'Logbook' }).first().click()
      await findTotal(page, 1).waitFor()
      assert.equal(await page.locator('.flight-row').count(), 1)
    },
  )
  requireClean()
  await close()
})
