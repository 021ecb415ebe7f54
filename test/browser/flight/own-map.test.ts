// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { drawVectorTile, writePmtiles } from '#test/support/terrain/pmtiles.ts'

test("a pilot sees the operator's own map, from this service only", async (context) => {
  const folder = makeFolder(context)
  const path = join(folder, 'world.pmtiles')
  // All of the world is water, at a far zoom only: the map enlarges it.
  const water = drawVectorTile('water', 'ocean')
  const tiles = [0, 1].flatMap((x) => [0, 1].map((y) => ({ z: 1, x, y, bytes: water })))
  writeFileSync(path, writePmtiles(tiles, { format: 'mvt' }))
  const { server, user, open } = await openDashboard(context, {
    MAP_PMTILES: path,
    MAP_ATTRIBUTION: 'Our <club>',
  })
  const { bytes } = simulateFlight({
    seed: 3,
    date: '2026-05-17',
    taskKm: 12,
    latitude: 46.66,
    longitude: 8.05,
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'one.igc', options: {} })

  const { page, requireClean, close } = await open(`/app/flights/${id}`, { colorScheme: 'light' })
  await page.locator('.leaflet-base-pane canvas.leaflet-tile-loaded').first().waitFor()
  const colours = await page
    .locator('.leaflet-base-pane canvas.leaflet-tile-loaded')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => [
      ...canvas.getContext('2d')!.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data,
    ])
  assert.deepEqual(colours, [128, 222, 234, 255], 'the colour of water')
  await page.getByText('Our <club>').waitFor()
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  assert.ok(asked.includes('/app/tiles/map.pmtiles'))
  assert.ok(!asked.includes('/app/api/map'), 'the built-in map is not asked for')
  requireClean()
  await close()
})
