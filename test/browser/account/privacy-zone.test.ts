// run: all
// A privacy zone is placed on a map, by pointer, finger and keys, above a flight as others will see it.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Locator, Page, Response } from 'playwright-core'
import type { PrivacyZone, Sharing, ZonePlace, ZonePreview } from '#dashboard/sharing.ts'
import { distanceKm } from '#igc/geodesy.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { addZone } from '#server/flights/sharing/zones.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { type Dashboard, openDashboard } from '#test/support/dashboard.ts'
import { findSmallTargets } from '#test/support/browsing/targets.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const launch = { latitude: 46.6596, longitude: 8.0536, launchAltitude: 2150 }

async function uploadOne({ server, user }: Dashboard) {
  const made = simulateFlight({
    seed: 8,
    shape: 'line',
    taskKm: 25,
    rateSeconds: 5,
    date: '2026-05-17',
    ...launch,
  })
  const file = { bytes: made.bytes, fileName: 'one.igc', options: {} }
  return uploadFlight(server.services, user.id, file)
}

/** The last answer to a preview, and where the circle was: one may be asked for in the middle of a slow drag. */
async function waitForPreview(page: Page, act: () => Promise<unknown>) {
  const answers: Response[] = []
  const keep = (answer: Response) => {
    if (answer.url().endsWith('/sharing/preview')) answers.push(answer)
  }
  page.on('response', keep)
  await act()
  for (let seen = -1; answers.length === 0 || answers.length > seen;) {
    seen = answers.length
    await page.waitForTimeout(700)
  }
  page.off('response', keep)
  const last = answers.at(-1)!
  return { place: last.request().postDataJSON() as ZonePlace, preview: (await last.json()) as ZonePreview }
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Hide where I landed' }).click()
  return page.getByRole('dialog', { name: 'Hide a place' })
}

const middleOf = async (element: Locator) => {
  const { x, y, width, height } = (await element.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

const listZones = (page: Page): Promise<PrivacyZone[]> =>
  page.evaluate(async () => ((await (await fetch('/app/api/sharing')).json()) as Sharing).zones)

suite('a privacy zone on the map', () => {
  test('begins where the pilot landed, is moved and resized, and shows what others will see', async (context) => {
    const dashboard = await openDashboard(context)
    await uploadOne(dashboard)
    const { page, requireClean } = await dashboard.open('/app/settings/sharing')
    const opened = await waitForPreview(page, () => openDialog(page))
    const dialog = page.getByRole('dialog', { name: 'Hide a place' })
    assert.equal(opened.preview.hidden, 'part')
    await dialog.getByText('Your privacy zones hide part of this flight from others.').waitFor()
    await dialog.getByText('Hidden from others').waitFor()
    const circle = dialog.getByRole('application', { name: /Privacy zone/ })

    const from = await middleOf(circle)
    const dragged = await waitForPreview(page, async () => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 60, from.y + 30, { steps: 6 })
      await page.mouse.up()
    })
    const movedKm = distanceKm(
      opened.place.latitude,
      opened.place.longitude,
      dragged.place.latitude,
      dragged.place.longitude,
    )
    assert.ok(movedKm > 0.5, `${movedKm} km`)
    assert.equal(dragged.place.radiusM, 300)

    const edge = await middleOf(dialog.locator('.zone-edge'))
    const grown = await waitForPreview(page, async () => {
      await page.mouse.move(edge.x, edge.y)
      await page.mouse.down()
      await page.mouse.move(edge.x + 400, edge.y, { steps: 6 })
      await page.mouse.up()
    })
    assert.equal(grown.place.radiusM, 2000, 'no wider than a zone may be')
    assert.deepEqual(
      [grown.place.latitude, grown.place.longitude],
      [dragged.place.latitude, dragged.place.longitude],
    )

    await circle.focus()
    const byKey = await waitForPreview(page, async () => {
      for (const key of ['ArrowUp', 'Shift+ArrowUp', 'ArrowRight', '-', '-']) await page.keyboard.press(key)
    })
    assert.equal(byKey.place.radiusM, 1900)
    const northKm = (byKey.place.latitude - grown.place.latitude) * 111.2
    assert.ok(Math.abs(northKm - 0.55) < 0.01 && byKey.place.longitude > grown.place.longitude)

    await dialog.getByLabel('Search a place').fill('grindelw')
    const found = await waitForPreview(page, () =>
      dialog.getByRole('button', { name: /^Grindelwald, Switzerland/ }).click(),
    )
    assert.ok(distanceKm(found.place.latitude, found.place.longitude, 46.624, 8.036) < 3)

    await dialog.getByText('Type coordinates').click()
    const typed = await waitForPreview(page, () => dialog.getByLabel('Latitude, longitude').fill('46.7, 8.1'))
    assert.deepEqual([typed.place.latitude, typed.place.longitude], [46.7, 8.1])
    assert.deepEqual(await findViolations(page), [])

    const back = await waitForPreview(page, () =>
      dialog.getByRole('button', { name: 'Where I landed' }).click(),
    )
    await dialog.getByRole('button', { name: 'Add zone' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.locator('.zones').getByText('Landing').waitFor()
    const [{ id: _, name, ...zone } = { id: '', name: '' }] = await listZones(page)
    assert.deepEqual([name, zone], ['Landing', back.place])
    requireClean()
  })

  test('is moved by one finger, and everything is large enough for one, at 360 px', async (context) => {
    const dashboard = await openDashboard(context)
    await uploadOne(dashboard)
    const { page, requireClean } = await dashboard.open('/app/settings/sharing', {
      ...phone,
      colorScheme: 'dark',
    })
    const { place } = await waitForPreview(page, () => openDialog(page))
    const dialog = page.getByRole('dialog', { name: 'Hide a place' })
    const circle = dialog.locator('.zone-circle')
    await circle.scrollIntoViewIfNeeded()
    const at = await middleOf(circle)
    const { width } = (await circle.boundingBox())!
    assert.ok(width >= 44, `${width} px`)
    const devtools = await page.context().newCDPSession(page)
    const touch = (type: string, x: number, y: number) =>
      devtools.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      })
    const moved = await waitForPreview(page, async () => {
      await touch('touchStart', at.x, at.y)
      for (let step = 1; step <= 6; step++) await touch('touchMove', at.x + 6 * step, at.y - 6 * step)
      await touch('touchEnd', 0, 0)
    })
    assert.ok(moved.place.latitude > place.latitude && moved.place.longitude > place.longitude)
    assert.ok(await page.locator('.map-hint').isHidden(), 'one finger is enough on the circle')
    assert.deepEqual(await findSmallTargets(page, 'dialog'), [])
    assert.deepEqual(await findSmallTargets(page, 'dialog'), [])
    assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []])
    requireClean()
  })

  test('of before shows its disc and the smaller one, which one button takes', async (context) => {
    const dashboard = await openDashboard(context)
    const { server, user } = dashboard
    const place = { name: 'Home', latitude: 46.66, longitude: 8.05, radiusM: 300 }
    await server.services.db.transaction((sql) => addZone(sql, server.services.now(), user.id, place))
    await server.services.db.sql`
      update privacy_zones set is_wide = ${true}, cut_radius_m = 2700, cut_latitude = latitude + 0.02`
    const { page, requireClean } = await dashboard.open('/app/settings/sharing', phone)
    await page.getByRole('button', { name: 'Hide less around Home' }).click()
    const dialog = page.getByRole('dialog', { name: 'Hide less around Home' })
    await dialog.getByText('2,700 m around its centre').waitFor()
    await dialog.getByText('700 m around its own').waitFor()
    await dialog.locator('.leaflet-container canvas').first().waitFor()
    assert.deepEqual(await findSmallTargets(page, 'dialog'), [])
    assert.deepEqual(await findSmallTargets(page, 'dialog'), [])
    assert.deepEqual([await measureOverflow(page), await findViolations(page)], [0, []])
    await dialog.getByRole('button', { name: 'Hide the smaller circle only' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hide less around Home' }).waitFor({ state: 'detached' })
    const [zone] = await listZones(page)
    assert.deepEqual(zone, { id: zone?.id, ...place })
    requireClean()
  })
})
