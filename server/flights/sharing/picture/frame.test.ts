import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listTiles } from '#server/terrain/shaded-box.ts'
import { HEIGHT, WIDTH } from '#server/platform/pictures/lettering.ts'
import { fitFrame, project } from './frame.ts'

const lay = (...places: [latitude: number, longitude: number][]) => ({
  latitude: places.map(([latitude]) => latitude),
  longitude: places.map(([, longitude]) => longitude),
})

suite('the frame of a picture', () => {
  test('has the line at the right, and metres of the same length in both directions', () => {
    const frame = fitFrame(lay([46, 7], [46.2, 7.1]))
    const [x, y] = project(frame, 46.2, 7.1).split(',').map(Number) as [number, number]
    assert.ok(x > 520 && x < 1150 && y > 49 && y < 51, `${x} ${y}`)
    const [left, , right] = [project(frame, 46, 7), '', project(frame, 46, 7.1)].map((text) =>
      Number(text.split(',')[0]),
    )
    const kilometres = 0.1 * Math.cos((46 * Math.PI) / 180)
    const pixelsPerDegree = HEIGHT / (frame.north - frame.south)
    assert.ok(Math.abs((right! - left!) / kilometres / pixelsPerDegree - 1) < 0.001)
  })

  test('goes across the antimeridian, and so do its tiles', () => {
    const frame = fitFrame(lay([-17, 179.9], [-17.1, -179.9]))
    assert.ok(frame.east > 180 && frame.east - frame.west < 2)
    const xs = [179.9, -179.9].map((longitude) => Number(project(frame, -17, longitude).split(',')[0]))
    assert.ok(xs[0]! > 0 && xs[1]! > xs[0]! && xs[1]! < WIDTH)
    const tiles = listTiles(frame, WIDTH)
    assert.ok(tiles.some(({ x, z }) => x >= 2 ** z) && tiles.some(({ x, z }) => x < 2 ** z))
  })

  test('has a few tiles for any flight, and none for one across a continent', () => {
    for (const degrees of [0, 0.001, 0.1, 1, 3]) {
      const tiles = listTiles(fitFrame(lay([46, 7], [46 + degrees, 7 + degrees])), WIDTH)
      assert.ok(tiles.length > 0 && tiles.length <= 30, `${tiles.length} of ${degrees} degrees`)
    }
    assert.deepEqual(listTiles(fitFrame(lay([30, 0], [60, 60])), WIDTH), [])
  })
})
