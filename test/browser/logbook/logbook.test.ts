// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// The pilot's own things: gliders, names of take-offs, records and seasons, the map of all tracks.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const EMAIL = 'operator@example.org'
const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'light' } as const

async function requireSound(page: Page, name: string): Promise<void> {
  const { PICTURES } = process.env
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true })
  assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []], name)
}

test('a pilot’s own logbook', async (suite) => {
  const dashboard = await openDashboard(suite, { OPERATORS: EMAIL })
  const { server, user } = dashboard
  await server.services.db.sql`update users set email = ${EMAIL} where id = ${user.id}`
  const season = new Date().getUTCFullYear() + (new Date().getUTCMonth() >= 9 ? 1 : 0)
  const ids: string[] = []
  for (const [seed, date] of [
    [5, `${season - 1}-05-17`],
    [6, `${season - 1}-06-02`],
    [7, `${season - 1}-06-03`],
  ] as const) {
    const place = { latitude: 46.66, longitude: 8.05 }
    const { bytes } = simulateFlight({ seed, date, taskKm: 20, rateSeconds: 5, glider: 'Header', ...place })
    ids.push((await uploadFlight(server.services, user.id, { bytes, fileName: 'a.igc', options: {} })).id)
  }

  await suite.test('has gliders with classes and hours, one of which is chosen for a flight', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/logbook/gliders', desk)
    await page.getByText('No gliders yet').waitFor()
    await page.getByRole('button', { name: 'Add glider' }).click()
    await page.getByLabel('Make, model and size').fill('Ozone Alpina 5')
    await page.getByLabel('Class').selectOption('C')
    await page.getByLabel('Last inspection').fill(`${season - 1}-06-01`)
    await page.getByLabel('Use it for new flights').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('0 flights · 0 min', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Choose flights for Ozone Alpina 5' }).click()
    const dialog = page.locator('dialog')
    await dialog.getByLabel('To').fill(`${season - 1}-06-02`)
    await dialog.getByRole('button', { name: 'Choose flights' }).click()
    await page.getByText('2 flights changed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText(/Since the inspection on .*: 1 flight/).waitFor()
    await requireSound(page, 'gliders-desk')
    requireClean()
    await close()

    const small = await dashboard.open(`/app/flights/${ids[2]}`, phone)
    const edit = small.page.getByRole('button', { name: 'Edit flight' })
    const choice = small.page.getByLabel('Glider', { exact: true })
    await edit.click()
    await choice.selectOption({ label: 'Ozone Alpina 5' })
    await small.page.getByRole('button', { name: 'Save' }).click()
    await choice.waitFor({ state: 'detached' })
    await edit.click()
    assert.equal(await choice.locator('option:checked').innerText(), 'Ozone Alpina 5')
    await small.page.getByRole('link', { name: 'Your gliders' }).click()
    await small.page.getByText(/^3 flights · /).waitFor()
    await requireSound(small.page, 'gliders-phone')
    await small.page.getByText(/^3 flights · /).click()
    await small.page.getByRole('heading', { name: '3 flights' }).waitFor()
    assert.match(small.page.url(), /glider=/)
    small.requireClean()
    await small.close()
  })

  await suite.test('compares seasons, has records, and shows the flights of a bar or a day', async () => {
    for (const [name, look] of Object.entries({ phone, desk })) {
      const { page, requireClean, close } = await dashboard.open(`/app/logbook`, look)
      await page.getByRole('heading', { name: `Season ${season - 1}` }).waitFor()
      await page.getByLabel('Season', { exact: true }).selectOption(String(season - 1))
      await page.getByRole('heading', { name: `Season ${season - 1}` }).waitFor()
      await page.getByText('Records').click()
      await page.getByRole('row', { name: /Strongest climb/ }).waitFor()
      await requireSound(page, `records-${name}`)
      await page.getByRole('button', { name: /Jun .* in 2 flights/ }).click()
      await page.getByRole('heading', { name: '2 flights' }).waitFor()
      await page.locator('rect.choosable').last().click()
      await page.getByRole('heading', { name: '1 flight', exact: true }).waitFor()
      await page.getByRole('button', { name: /show all days/ }).click()
      await page.getByRole('heading', { name: '3 flights' }).waitFor()
      requireClean()
      await close()
    }
  })

  await suite.test('has a map of all tracks, loaded on request, from which a flight is opened', async () => {
    for (const [name, look] of Object.entries({ phone, desk })) {
      const { page, requireClean, close } = await dashboard.open('/app/logbook', look)
      const asked: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      await page.getByRole('heading', { name: '3 flights' }).waitFor()
      assert.ok(!asked.some((url) => url.includes('/flights/tracks')))
      await page.getByText('Map', { exact: true }).click()
      await page.getByText('3 tracks').waitFor()
      const map = page.locator('.tracks-map')
      await map.locator('canvas').first().waitFor()
      await page.waitForFunction('!document.querySelector(".skeleton")')
      await requireSound(page, `map-${name}`)
      requireClean()
      await close()
    }
  })

  await suite.test('has names of take-offs, which the operator accepts for everybody', async () => {
    const { page, requireClean, close } = await dashboard.open(`/app/flights/${ids[0]}`, phone)
    await page.getByRole('button', { name: 'Edit flight' }).click()
    const field = page.getByLabel('Take-off', { exact: true })
    await field.fill('Alp Grüm')
    await requireSound(page, 'takeoff-phone')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('3 flights changed. The name waits for the operator.').waitFor()
    await page.getByRole('heading', { name: 'Alp Grüm' }).first().waitFor()
    requireClean()
    await close()

    const operator = await dashboard.open('/app/admin/takeoffs', desk)
    const accept = operator.page.getByRole('button', { name: 'Accept Alp Grüm' })
    await accept.waitFor()
    await requireSound(operator.page, 'operator-desk')
    await accept.click()
    await operator.page.locator('dialog').getByLabel('Name').fill('Alp Grüm Süd')
    await operator.page.locator('dialog').getByRole('button', { name: 'Accept' }).click()
    await operator.page.getByText('No name is waiting.').waitFor()
    await operator.page.goto(`${server.url}/app/logbook`)
    await operator.page
      .getByRole('link', { name: /Alp Grüm Süd/ })
      .first()
      .waitFor()
    await operator.close()
  })
})
