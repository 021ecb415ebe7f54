// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { changeSettings } from '#server/flights/sharing/zones.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'

test('the profile of a pilot is accessible, fits, and its map leads to the flights', async (context) => {
  const { server, user, browser } = await openDashboard(context)
  const { services } = server
  for (let seed = 1; seed <= 5; seed++) {
    const place = { latitude: 46.6 + seed / 20, longitude: 8, launchAltitude: 2000 }
    const date = `2026-05-1${seed}`
    const { bytes } = simulateFlight({ seed, date, taskKm: 4 + 3 * seed, rateSeconds: 5, ...place })
    const { id } = await uploadFlight(services, user.id, { bytes, fileName: `${seed}.igc`, options: {} })
    await makeChange(services, user.id, (change) => updateFlight(change, id, { visibility: 'public' }))
  }
  await changeSettings(services.db.sql, services.now(), user.id, { handle: 'seen' })
  await services.db.sql`update users set public_profile = ${true} where id = ${user.id}`

  for (const colorScheme of ['light', 'dark'] as const) {
    const stranger = await browser.newContext({
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const { page, requireClean } = await watchPage(stranger, server.url, '/p/seen')
    for (const name of ['Map', 'Records', 'Best flights', '2026: 5 days of flying', 'Seasons', 'Flights'])
      await page.getByRole('heading', { name, exact: true }).waitFor()
    assert.deepEqual(await findViolations(page), [])
    assert.notEqual(await page.locator('.public-map .on-land').count(), 0, 'on the built-in map')
    assert.equal(await page.locator('.public-map .best').count(), 3)
    assert.equal(await page.locator('.year .flown').count(), 5)
    assert.match(await page.locator('.records li').first().innerText(), /Farthest\s+[\d.]+ km\s+15 May 2026/)
    const heights = await page
      .locator('.best-flights a, .public-flights a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
    assert.equal(heights.length, 8)
    assert.ok(Math.min(...heights) >= 44, heights.join(', '))
    for (let width = 320; width <= 1440; width += 280) {
      await page.setViewportSize({ width, height: 800 })
      assert.ok((await measureOverflow(page)) <= 0, `${width} px`)
    }
    await page.locator('.public-map a').first().dispatchEvent('click')
    await page.locator('.public-flights li:target').waitFor()
    await page.locator('.public-flights li:target a').click()
    await page.getByRole('region', { name: 'Flight map' }).waitFor()
    requireClean()
    await stranger.close()
  }
})
