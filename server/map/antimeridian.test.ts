import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import clipView from './atlas.ts'
import { splitArea } from './antimeridian.ts'

suite('areas across the antimeridian', () => {
  test('become one on each side, and their holes stay with theirs', () => {
    const lake = [-179, 1, -178, 1, -178, 2, -179, 1]
    const parts = splitArea([[178, 0, -176, 0, -176, 5, 178, 5, 178, 0], lake])
    assert.equal(parts.length, 2)
    for (const [outline = []] of parts) {
      const longitudes = outline.filter((_, index) => index % 2 === 0)
      assert.ok(Math.max(...longitudes) - Math.min(...longitudes) <= 4, outline.join())
    }
    assert.deepEqual(
      parts.map(([outline = [], ...holes]) => [Math.sign(outline[0]!), holes.length]).toSorted(),
      [
        [-1, 1],
        [1, 0],
      ],
    )
  })

  test('one elsewhere, and one around a pole, stay as they are', () => {
    const alps = [[5, 44, 16, 44, 16, 48, 5, 44]]
    assert.deepEqual(splitArea(alps), [alps])
    const pole = [[-180, -70, -60, -70, 60, -70, 180, -70]]
    assert.deepEqual(splitArea(pole), [pole])
  })

  test('leave no stripe from side to side of the map, at any zoom that shows the world', () => {
    const sides = (ring: number[]) =>
      ring.flatMap((x, at) => (at % 2 === 0 ? [[x, ring[at + 1]!, ring[(at + 2) % ring.length]!]] : []))
    for (const zoom of [0, 1, 2, 3, 4, 5]) {
      const { areas } = clipView({ west: -180, south: -80, east: 180, north: 90, zoom })
      // Antarctica is around a pole, and cut off below.
      const long = areas
        .flat()
        .flatMap(sides)
        .filter(([x, y, next]) => y! > -60 && Math.abs(x! - next!) > 180)
      assert.deepEqual(long, [], `zoom ${zoom}`)
    }
  })
})
