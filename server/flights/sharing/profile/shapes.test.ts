import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { render } from 'preact-render-to-string'
import type { VNode } from 'preact'
import { drawShape } from './shapes.ts'

const text = (drawing: unknown) => render(drawing as VNode)
const readPoints = (svg: string) =>
  [...svg.matchAll(/ d="M([^"h]*)"/g)].map(([, points]) =>
    points!.split('L').map((pair) => pair.split(' ').map(Number)),
  )

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
})
