import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Camera,
  chase,
  eyeOf,
  makeMatrix,
  MAX_TILT,
  MIN_TILT,
  moveCamera,
  project,
  startMode,
} from './camera.ts'

const makeCamera = (): Camera => ({ target: { x: 3, y: -2, z: 1 }, bearing: 0, tilt: 1, distance: 20 })
const see = (camera: Camera, place: [number, number, number]) =>
  project(makeMatrix(camera, 800 / 400), place, 800, 400)

test('the camera sees its target in the middle, east on the right, heights above, and nothing behind itself', () => {
  const camera = makeCamera()
  const middle = see(camera, [3, -2, 1])!
  assert.ok(Math.abs(middle.x - 400) < 1e-3 && Math.abs(middle.y - 200) < 1e-3)
  assert.ok(see(camera, [4, -2, 1])!.x > 410)
  assert.ok(see(camera, [3, -2, 2])!.y < 190)
  assert.ok(see(camera, [3, 0, 1])!.y < 190, 'north is ahead')
  const { x, y, z } = eyeOf(camera)
  assert.equal(see(camera, [x, y - 5, z]), undefined)
})

test('it turns around its target, and stays above the horizon and within its limits', () => {
  const camera = makeCamera()
  const { turn, zoom, pan } = moveCamera(camera, { farthestKm: 50, onMove: () => undefined })
  turn(Math.PI / 2, 0)
  assert.ok(see(camera, [4, -2, 1])!.y < 190, 'looking east, east is ahead')
  turn(0, 9)
  assert.equal(camera.tilt, MAX_TILT)
  turn(0, -9)
  assert.equal(camera.tilt, MIN_TILT)
  zoom(100)
  assert.equal(camera.distance, 50)
  for (let step = 0; step < 100; step++) pan(1, 1)
  assert.ok(Math.hypot(camera.target.x, camera.target.y) < 50)
})

test('in a chase it comes behind the flight by the shorter way, and stays where the flight stays', () => {
  const camera = { ...makeCamera(), bearing: -3 }
  startMode(camera, 'chase')
  assert.ok(camera.distance < 20)
  chase(camera, [0, 0], [0.001, 0])
  assert.equal(camera.bearing, -3, 'a circle on the spot does not turn it')
  chase(camera, [0, 0], [0.1, -1])
  assert.ok(camera.bearing < -3, 'to the south by the west, not through north')
  for (let frame = 0; frame < 400; frame++) chase(camera, [0, 0], [1, 0])
  assert.ok(Math.abs(Math.sin(camera.bearing) - 1) < 1e-3, 'looking east')
  startMode(camera, 'above')
  assert.deepEqual([camera.tilt, camera.bearing], [MIN_TILT, 0])
})
