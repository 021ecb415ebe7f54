// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { writeIgc } from '#igc/write.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { findViolations } from '#test/support/browser.ts'
import { type Dashboard, openDashboard } from '#test/support/dashboard.ts'
import { flyParts } from '#test/support/igc/air.ts'
import { landscape, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'

/** WebGL without a graphics card. */
const FLAGS = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']

async function start(context: TestContext, flags: string[]) {
  const folder = makeFolder(context)
  writeFileSync(join(folder, 'N46E007.hgt'), writeHgt(landscape, { south: 46, west: 7 }))
  return openDashboard(context, { TERRAIN_DIR: folder }, flags)
}

async function fly({ server, user }: Dashboard, longitude: number): Promise<string> {
  const { track } = flyParts(
    [
      { kind: 'parked', seconds: 60 },
      { kind: 'circles', turns: 12, climb: 8 },
      { kind: 'glide', seconds: 900, heading: 90 },
    ],
    { latitude: PEAK.latitude, longitude },
  )
  const upload = { bytes: writeIgc({ track }), fileName: 'peak.igc', options: {} }
  return (await uploadFlight(server.services, user.id, upload)).id
}

const button = (page: Page) => page.getByRole('button', { name: 'The flight in 3D' })

/** The middle of the view, without signs and buttons: small, and as raw pixels. */
async function look(page: Page): Promise<Buffer> {
  const picture = sharp(await page.locator('.relief canvas').screenshot())
  return picture.resize(64, 64, { fit: 'fill' }).removeAlpha().raw().toBuffer()
}

test('a flight over known ground is seen in 3D, by keyboard, mouse and touch, and nothing of it is loaded before', async (context) => {
  const dashboard = await start(context, FLAGS)
  const id = await fly(dashboard, PEAK.longitude - 0.06)
  const { page, requireClean, close } = await dashboard.open('/app/logbook', { reducedMotion: 'reduce' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/scene-')) asked.push(request.url())
  })
  await page.goto(`${dashboard.server.url}/app/flights/${id}`)
  await button(page).waitFor()
  assert.deepEqual(asked, [], 'none of its code')
  const built = readFileSync(join(import.meta.dirname, '../../../web/dist/first-loads.json'), 'utf8')
  assert.doesNotMatch(built, /scene-/, 'nor is it preloaded or kept for later')
  await button(page).press('Enter')
  await page.locator('.relief[data-drawn]').waitFor()
  assert.ok(asked.length > 0)
  await page.locator('.relief .map-label.takeoff span').waitFor()
  const first = await look(page)
  const { channels } = await sharp(first, { raw: { width: 64, height: 64, channels: 3 } }).stats()
  assert.ok(
    channels.some(({ stdev }) => stdev > 12),
    channels.map(({ stdev }) => stdev.toFixed(1)).join(),
  )
  assert.deepEqual(await look(page), first, 'with less motion wanted, nothing moves by itself')
  assert.deepEqual(await findViolations(page), [])

  const space = page.getByRole('application', { name: 'The flight in 3D' })
  await space.focus()
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight')
  const turned = await look(page)
  assert.notDeepEqual(turned, first, 'keys turn it')
  const box = (await space.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 160, box.y + box.height / 2)
  await page.mouse.up()
  const dragged = await look(page)
  assert.notDeepEqual(dragged, turned, 'and so does the mouse')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  assert.notDeepEqual(await look(page), dragged)

  const zoomed = await look(page)
  await page.getByRole('combobox', { name: 'Height factor' }).selectOption('3')
  const higher = await look(page)
  assert.notDeepEqual(higher, zoomed, 'heights are drawn as high as one likes')
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('From above')
  assert.notDeepEqual(await look(page), higher)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Save (?:10 seconds as a video|a picture)$/ }).click(),
  ])
  assert.match(saved.suggestedFilename(), /^flight\.(?:mp4|webm|png)$/)
  assert.ok(statSync(await saved.path()).size > 10_000)

  // A camera that follows has the marker always in the middle.
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('Free')
  const place = () => page.locator('.relief .map-cursor').evaluate((dot: HTMLElement) => dot.style.transform)
  const slider = page.getByRole('slider', { name: 'Position in the flight' })
  await slider.focus()
  await page.keyboard.press('End')
  const end = await place()
  await page.keyboard.press('Home')
  await page.waitForFunction(
    (before) => document.querySelector<HTMLElement>('.relief .map-cursor')!.style.transform !== before,
    end,
  )
  await page.getByRole('radio', { name: 'Altitude' }).check()
  await button(page).click()
  await page.locator('.relief').waitFor({ state: 'detached' })
  await page.locator('.leaflet-control-zoom').waitFor()
  requireClean()
  await close()

  await makeChange(dashboard.server.services, dashboard.user.id, (change) =>
    updateFlight(change, id, { visibility: 'public' }),
  )
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
  const visitor = await (await dashboard.browser.newContext(phone)).newPage()
  await visitor.goto(`${dashboard.server.url}/f/${id}`)
  await button(visitor).tap()
  await visitor.locator('.relief[data-drawn]').waitFor()
})

test('where the ground is not known there is no 3D, and without WebGL the map stays without a word', async (context) => {
  const dashboard = await start(context, ['--disable-3d-apis'])
  const [known, unknown] = [await fly(dashboard, PEAK.longitude - 0.06), await fly(dashboard, 9.5)]
  const elsewhere = await dashboard.open(`/app/flights/${unknown}`)
  await elsewhere.page.locator('.u-over').waitFor()
  assert.equal(await button(elsewhere.page).count(), 0)
  await elsewhere.close()

  const { page, requireClean, close } = await dashboard.open(`/app/flights/${known}`)
  await button(page).click()
  await page.locator('.relief').waitFor({ state: 'detached' })
  await button(page).waitFor({ state: 'detached' })
  await page.locator('.leaflet-control-zoom').waitFor()
  requireClean()
  await close()
})

test('flights that are compared are seen in 3D, each with its height and climb, in motion', async (context) => {
  const dashboard = await start(context, FLAGS)
  const ids = [await fly(dashboard, PEAK.longitude - 0.06), await fly(dashboard, PEAK.longitude - 0.03)]
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  const { page, requireClean, close } = await dashboard.open(
    `/app/compare?flights=${ids.join()}&at=300`,
    phone,
  )
  await page.getByRole('button', { name: 'The flights in 3D' }).tap()
  await page.locator('.relief[data-drawn]').waitFor()
  const markers = page.locator('.relief .map-cursor')
  assert.equal(await markers.count(), 2)
  const labels = page.locator('.relief .map-label.compared')
  assert.match((await labels.allInnerTexts()).join(), /[\d,]+\sm [+−][\d.]+\sm\/s,[\d,]+\sm/u)
  assert.equal(await page.locator('.relief .takeoff').count(), 0, 'no signs of one of them')
  assert.deepEqual(await findViolations(page), [])
  const before = await markers.first().getAttribute('style')
  await page.getByRole('button', { name: 'Replay flight' }).tap()
  await page.waitForFunction(
    (style) => document.querySelector('.relief .map-cursor')!.getAttribute('style') !== style,
    before,
  )
  await page.getByRole('combobox', { name: 'Camera' }).selectOption('chase')
  await page.getByRole('button', { name: 'The flights in 3D' }).tap()
  await page.locator('.relief').waitFor({ state: 'detached' })
  requireClean()
  await close()
})
