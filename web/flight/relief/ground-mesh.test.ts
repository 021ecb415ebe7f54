import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toX, toY } from '../map/projection.ts'
import { chooseTiles } from './ground-mesh.ts'

const box = (west: number, south: number, east: number, north: number) => ({
  left: toX(west),
  right: toX(east),
  top: toY(north),
  bottom: toY(south),
})

test('few tiles cover a flight, finer for a small one, and none of half a world', () => {
  const local = chooseTiles(box(7.4, 46.4, 7.6, 46.6))!
  const long = chooseTiles(box(5, 44, 12, 47))!
  for (const { across, down } of [local, long]) assert.ok(across * down <= 12, `${across} x ${down}`)
  assert.ok(local.z > long.z)
  assert.equal(chooseTiles(box(-179, 46, 179, 47)), undefined)
})
