// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeIgc } from '#igc/write.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { flyParts } from '#test/support/igc/air.ts'
import { landscape, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'

test('a pilot over known ground sees it below the barogram and on the map, under the names; visitors, too', async (context) => {
  const folder = makeFolder(context)
  writeFileSync(join(folder, 'N46E007.hgt'), writeHgt(landscape, { south: 46, west: 7 }))
  const { server, user, browser, open } = await openDashboard(context, {
    TERRAIN_DIR: folder,
    TERRAIN_CREDIT: 'SRTM <b>& others</b>',
  })
  const { track } = flyParts(
    [
      { kind: 'parked', seconds: 60 },
      { kind: 'circles', turns: 12, climb: 8 },
      { kind: 'glide', seconds: 900, heading: 90 },
    ],
    { latitude: PEAK.latitude, longitude: PEAK.longitude - 0.06 },
  )
  const upload = { bytes: writeIgc({ track }), fileName: 'peak.igc', options: {} }
  const { id } = await uploadFlight(server.services, user.id, upload)

  const { page, requireClean, close } = await open(`/app/flights/${id}`)
  await page.locator('.leaflet-shading-pane img.leaflet-tile-loaded').first().waitFor()
  const tiles = await page
    .locator('.leaflet-shading-pane img')
    .evaluateAll((images: HTMLImageElement[]) => images.map(({ naturalWidth }) => naturalWidth))
  assert.ok(tiles.includes(512), `${tiles.join(', ')} pixels wide`)
  const order = await page.evaluate(() =>
    ['base', 'shading', 'names', 'track'].map((name) =>
      Number(document.querySelector<HTMLElement>(`.leaflet-${name}-pane`)?.style.zIndex),
    ),
  )
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  const drawn = await page.locator('.leaflet-names-pane canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels.some((value) => value > 0)
  })
  assert.equal(drawn, true, 'water, lines and names are above the relief')

  const corner = await page.locator('.leaflet-control-attribution').innerText()
  assert.ok(corner.includes('SRTM <b>& others</b>'), corner)

  // Closer, contour lines are drawn of the heights themselves.
  const zoomIn = page.getByRole('button', { name: 'Zoom in' })
  for (let step = 0; step < 3; step++) {
    await zoomIn.click()
    await page.waitForFunction(() => !document.querySelector('.leaflet-zoom-anim'))
  }
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-contours-pane canvas')].some((canvas) => {
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value) => value > 0)
    }),
  )

  await page.getByRole('button', { name: 'Layers' }).click()
  await page.getByLabel('Terrain').uncheck()
  await page.locator('.leaflet-shading-pane img').first().waitFor({ state: 'detached' })
  await page.getByLabel('Terrain').check()
  await page.locator('.leaflet-shading-pane img.leaflet-tile-loaded').first().waitFor()

  const height = page.locator('.map-bubble .bubble > div').filter({ hasText: 'Above ground' })
  const slider = page.getByRole('slider', { name: 'Position in the flight' })
  await slider.focus()
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight')
  await height.waitFor()
  assert.match(await height.innerText(), /\d\sm$/)
  assert.deepEqual(await findViolations(page), [])
  requireClean()

  // A flight so long that a phone shows it from farther out than the server draws relief: its tiles are shown smaller.
  const far = flyParts(
    [
      { kind: 'parked', seconds: 60 },
      { kind: 'glide', seconds: 7200, heading: 90, sink: 0, airspeed: 30 },
      { kind: 'parked', seconds: 60 },
    ],
    { latitude: PEAK.latitude, longitude: PEAK.longitude - 0.06 },
  )
  const long = { bytes: writeIgc({ track: far.track }), fileName: 'far.igc', options: {} }
  const { id: longId } = await uploadFlight(server.services, user.id, long)
  const phone = await open(`/app/flights/${longId}`, { viewport: { width: 360, height: 740 } })
  await phone.page.locator('.leaflet-shading-pane img.leaflet-tile-loaded').first().waitFor()
  const asked = await phone.page.evaluate(() =>
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('/app/tiles/shade/')),
  )
  assert.ok(asked.length <= 20, `${asked.length} tiles`)
  assert.ok(asked.every(({ name }) => name.includes('/shade/7/')))
  // Farther out than that there is none.
  await phone.page.getByRole('button', { name: 'Zoom out' }).click()
  await phone.page.getByRole('button', { name: 'Zoom out' }).click()
  await phone.page.locator('.leaflet-shading-pane img').first().waitFor({ state: 'detached' })
  await phone.close()

  await makeChange(server.services, user.id, (change) => updateFlight(change, id, { visibility: 'public' }))
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${server.url}/f/${id}`)
  await visitor.locator('.leaflet-shading-pane img.leaflet-tile-loaded').first().waitFor()
  await visitor.getByRole('slider', { name: 'Position in the flight' }).focus()
  for (let step = 0; step < 20; step++) await visitor.keyboard.press('ArrowRight')
  await visitor.locator('.map-bubble .bubble > div').filter({ hasText: 'Above ground' }).waitFor()
  await close()
})
