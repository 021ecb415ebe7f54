// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { changeSettings } from '#server/flights/sharing/zones.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { send } from '#test/support/account.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { makeFlight } from '#test/support/flights.ts'

const ROWS = '.compared-table tbody tr'

test('a pilot compares flights, from the menu of one of them, with one that is shared', async (context) => {
  const { server, user, open } = await openDashboard(context)
  const ids: string[] = []
  const fly = async (owner: { id: string }, seed: number) => {
    const { bytes } = simulateFlight({ seed, date: `2026-06-1${seed}`, taskKm: 20, rateSeconds: 5 })
    const file = { bytes, fileName: `${seed}.igc`, options: {} }
    return (await uploadFlight(server.services, owner.id, file)).id
  }
  for (const seed of [3, 4]) ids.push(await fly(user, seed))
  const friend = await createSignedInUser(server, 'Friend')
  const shared = await fly(friend.user, 5)
  await send(server, friend, 'PATCH', `/flights/${shared}`, { visibility: 'public' })
  const { page, requireClean, close } = await open(`/app/flights/${ids[0]}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Compare with others' }).click()
  await page.getByText('Choose two flights or more').waitFor()
  await page.getByLabel('Add a flight').selectOption(ids[1]!)
  await page.locator('.compared .u-over').nth(1).waitFor()
  assert.ok(page.url().endsWith(`/app/compare?flights=${ids.join(',')}`))
  assert.equal(await page.locator(ROWS).count(), 2)
  const search = page.getByRole('searchbox', { name: 'Search flights' })
  const searched = page.waitForResponse((response) => response.url().includes('q=no'))
  await search.fill('no such words')
  await searched
  await page.waitForFunction(() => document.querySelectorAll('.compared-adding option').length === 1)
  await search.fill(`${server.url}/f/${shared}`)
  await page.waitForURL(new RegExp(`${ids.join(',')},${shared}$`))
  await page.locator(ROWS).nth(2).waitFor()
  assert.equal(await search.inputValue(), '')
  await page.getByText('Same place').click()
  await page.getByRole('heading', { name: 'Minutes behind the first flight' }).waitFor()
  assert.deepEqual(await findViolations(page), [])
  await page.setViewportSize({ width: 360, height: 740 })
  assert.ok((await measureOverflow(page)) <= 0)
  for (const left of [2, 1]) {
    await page
      .getByRole('button', { name: /^Leave out/ })
      .first()
      .click()
    await page.waitForFunction(([rows, count]) => document.querySelectorAll(rows).length === count, [
      ROWS,
      left,
    ] as const)
  }
  await page.getByText('Choose two flights or more').waitFor()
  requireClean()
  await close()
})

test('flights that are chosen in the logbook move side by side; a visitor opens the same by its address', async (context) => {
  const { server, user, open, browser } = await openDashboard(context)
  const { db, now } = server.services
  await changeSettings(db.sql, now(), user.id, { defaultVisibility: 'public' })
  for (const seed of [3, 4]) {
    const file = {
      bytes: makeFlight(seed, { date: `2026-06-1${seed}` }),
      fileName: `${seed}.igc`,
      options: {},
    }
    await uploadFlight(server.services, user.id, file)
  }
  const { page, requireClean, close } = await open('/app/logbook')
  await page.getByRole('button', { name: 'Choose to compare' }).click()
  for (const row of await page.locator('.flight-row input').all()) await row.check()
  await page.getByRole('link', { name: 'Compare 2 flights' }).click()
  await page.locator('.compared .u-over').nth(1).waitFor()
  await page.getByText('Time of day').click()
  await page.getByRole('heading', { name: 'Height above the first flight' }).waitFor()
  const labels = page.locator('.map-label.compared span')
  assert.equal(await labels.count(), 0)
  await page.getByRole('button', { name: 'Replay flight' }).click()
  await labels.first().waitFor()
  const first = await page.getByLabel('Position in the flight').inputValue()
  await page.waitForFunction(
    (before) => (document.querySelector('input[type=range]') as HTMLInputElement).value !== before,
    first,
  )
  await page.getByRole('button', { name: 'Pause replay' }).click()
  await page.waitForURL(/by=clock&at=[\d.]+$/)
  assert.match(await page.locator('.compared-table').innerText(), /\d\u{A0}m\t/u)
  const address = page.url()
  requireClean()
  await close()
  const visitor = await watchPage(await browser.newContext(), server.url, address.slice(server.url.length))
  await visitor.page.locator('.compared .u-over').nth(1).waitFor()
  await visitor.page.locator('.map-label.compared span').first().waitFor()
  assert.equal(await visitor.page.locator(ROWS).count(), 2)
  visitor.requireClean()
  await visitor.close()
})
