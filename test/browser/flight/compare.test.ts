import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

test('a pilot compares flights, from the menu of one of them', async (context) => {
  const { server, user, open } = await openDashboard(context)
  const ids: string[] = []
  for (const seed of [3, 4]) {
    const { bytes } = simulateFlight({ seed, date: `2026-06-1${seed}`, taskKm: 20, rateSeconds: 5 })
    ids.push(
      (await uploadFlight(server.services, user.id, { bytes, fileName: `${seed}.igc`, options: {} })).id,
    )
  }
  const { page, requireClean, close } = await open(`/app/flights/${ids[0]}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Compare with others' }).click()
  await page.getByText('Choose two flights or more').waitFor()
  await page.getByLabel('Add a flight').selectOption(ids[1]!)
  await page.locator('.compared .u-over').nth(1).waitFor()
  assert.ok(page.url().endsWith(`/app/compare?flights=${ids.join(',')}`))
  assert.equal(await page.locator('.compared-flights li').count(), 2)
  await page.getByText('Same place').click()
  await page.getByRole('heading', { name: 'Minutes behind the first flight' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.ok((await measureOverflow(page)) <= 0)
  await page
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .click()
  await page.getByText('Choose two flights or more').waitFor()
  requireClean()
  await close()
})
