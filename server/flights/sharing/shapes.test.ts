import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { render } from 'preact-render-to-string'
import type { VNode } from 'preact'
import { drawMap, drawShape, type MappedFlight } from './shapes.ts'

const text = (drawing: unknown) => render(drawing as VNode)
const readPoints = (svg: string) =>
  [...svg.matchAll(/ d="M([^"h]*)"/g)].map(([, points]) =>
    points!.split('L').map((pair) => pair.split(' ').map(Number)),
  )

const flight = (name: string, ...shape: number[]): MappedFlight => ({
  href: `#${name}`,
  name,
  takeoff: name,
  shape,
})
const map = (flights: MappedFlight[]) => text(drawMap(flights, (km) => `${km} km`))

suite('line drawings of flights', () => {
  test('fill their room without distortion, north up', () => {
    const [points] = readPoints(text(drawShape([60, 7, 61, 7, 61, 9])))
    assert.deepEqual(
      points?.map((pair) => pair.map(Math.round)),
      [
        [8, 60],
        [8, 8],
        [60, 8],
      ],
    )
  })

  test('go across the antimeridian', () => {
    const [points] = readPoints(text(drawShape([0, 179.9, 0.1, -179.9])))
    assert.ok(points!.every(([x]) => x! >= 0 && x! <= 68))
    assert.ok(points![1]![0]! > points![0]![0]!)
  })

  test('of one place are a point in the middle', () => {
    assert.deepEqual(readPoints(text(drawShape([46, 7, 46, 7])))[0], [
      [34, 34],
      [34, 34],
    ])
  })

  test('show on a map the region with most flights, each take-off named once, with a scale', () => {
    const svg = map([
      flight('Niesen', 46.6, 7.6, 46.7, 7.9),
      flight('Bir', 32, 76.7, 32.2, 76.9),
      flight('Niesen', 46.6, 7.6, 46.5, 7.7),
      flight('<b>', 46.9, 8.4, 46.8, 8),
    ])
    assert.equal(readPoints(svg).length, 3)
    assert.doesNotMatch(svg, /Bir/)
    assert.equal(svg.split('>Niesen</text>').length - 1, 1)
    assert.match(svg, />&lt;b><\/text>|>&lt;b&gt;<\/text>/)
    assert.match(svg, /h156\.5v-6".*>20 km<\/text>/)
  })

  test('name no take-off that is hidden, and are none without flights', () => {
    assert.doesNotMatch(
      map([{ ...flight('Home', 46, 7, 46.1, 7.1), name: 'a day', takeoff: undefined }]),
      /Home</,
    )
    assert.equal(drawMap([flight('x')], String), undefined)
  })
})
