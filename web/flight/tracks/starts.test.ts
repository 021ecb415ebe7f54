import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseRegion, cluster } from './starts.ts'

test('the map of all flights shows the region in which most began', () => {
  const alps = [1, 2, 3].map((id) => ({ id, latitude: 46 + id / 2, longitude: 8 }))
  const holiday = { id: 4, latitude: -33, longitude: 18 }
  assert.deepEqual(chooseRegion([holiday, ...alps]), alps)
  assert.deepEqual(chooseRegion([]), [])
})

test('starts that are close on the screen are one group', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 30, y: 0 },
    { x: 100, y: 0 },
  ]
  assert.deepEqual(
    cluster(points, 44).map((group) => group.length),
    [2, 1],
  )
})
