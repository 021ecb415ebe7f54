import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Flight } from '#sdk/types/flight.ts'
import { isSameFlight } from './same-flight.ts'

function flown(id: string, from: string, to: string, lat = 46.66, lng = 8.05): Flight {
  const at = (clock: string) => ({ time: `2026-05-17T${clock}:00Z`, lat, lng })
  return { id, flightInfo: { metadata: { launch: at(from), landing: at(to) } } } as unknown as Flight
}

void suite('a flight from two instruments', () => {
  const vario = flown('a', '10:00', '12:30')
  test('is recognised when they flew at the same time from the same place', () => {
    assert.ok(isSameFlight(vario, flown('b', '10:01', '12:31')))
    assert.ok(isSameFlight(vario, flown('b', '10:40', '12:30', 46.67)), 'one was switched on later')
  })
  test('is not a flight of another time, or from another place', () => {
    assert.equal(isSameFlight(vario, flown('b', '12:40', '13:30')), false, 'the second flight of a day')
    assert.equal(isSameFlight(vario, flown('b', '12:20', '13:30')), false, 'a few minutes of two clocks')
    assert.equal(isSameFlight(vario, flown('b', '10:00', '12:30', 46.9)), false, '27 km away')
    assert.equal(isSameFlight(vario, vario), false, 'itself')
    assert.equal(
      isSameFlight(flown('a', '10:00', '10:00'), flown('b', '10:00', '10:00')),
      false,
      'nothing flew',
    )
  })
})
