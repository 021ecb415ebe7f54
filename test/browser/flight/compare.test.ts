// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { send } from '#test/support/account.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { createSignedInUser } from '#test/support/people.ts'

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
  assert.equal(await page.locator('.compared-flights li').count(), 2)
  const search = page.getByRole('searchbox', { name: 'Search flights' })
  const searched = page.waitForResponse((response) => response.url().includes('q=no'))
  await search.fill('no such words')
  await searched
  await page.waitForFunction(() => document.querySelectorAll('main select option').length === 1)
  await search.fill(`${server.url}/f/${shared}`)
  await page.waitForURL(new RegExp(`${ids.join(',')},${shared}$`))
  await page.locator('.compared-flights li').nth(2).waitFor()
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
    await page.waitForFunction(
      (count) => document.querySelectorAll('.compared-flights li').length === count,
      left,
    )
  }
  await page.getByText('Choose two flights or more').waitFor()
  requireClean()
  await close()
})
