import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { distanceKm } from '#igc/geodesy.ts'
import { readRivers } from './rivers.ts'

const places = [
  { name: 'the Moselle at Trier', latitude: 49.75, longitude: 6.63 },
  { name: 'the Moselle at Cochem', latitude: 50.15, longitude: 7.17 },
  { name: 'the Rhine at Basel', latitude: 47.56, longitude: 7.59 },
  { name: 'the Inn at Innsbruck', latitude: 47.27, longitude: 11.39 },
]

test('rivers pass where they are known to pass, without gaps of wedges', () => {
  const classes = readRivers(readFileSync(join(import.meta.dirname, 'rivers.br')))
  assert.equal(classes.length, 3)
  for (const { name, latitude, longitude } of places) {
    let nearest = Infinity
    for (const { points } of classes)
      for (let at = 0; at < points.length; at += 2)
        nearest = Math.min(nearest, distanceKm(latitude, longitude, points[at + 1]!, points[at]!))
    assert.ok(nearest < 4, `${name}: ${nearest.toFixed(1)} km`)
  }
  for (const { points, ringEnds } of classes) {
    assert.ok(points.every((degrees) => Math.abs(degrees) <= 180))
    assert.ok(ringEnds.every((end, index) => index === 0 || end >= ringEnds[index - 1]! + 4))
  }
})
