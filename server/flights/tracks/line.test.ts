import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { decodeLine } from '#test/support/formats/polyline.ts'
import { encodeLine } from './line.ts'

suite('a track as an encoded polyline', () => {
  test('is as the format’s own example has it', () => {
    assert.equal(
      encodeLine([38.5, -120.2, 40.7, -120.95, 43.252, -126.453], 9),
      '_p~iF~ps|U_ulLnnqC_mqNvxq`@',
    )
  })

  test('is read again to five digits, anywhere', () => {
    const shape = [46.682, 8.085, -33.94301, 179.99999, -33.94302, -179.99999, 0, 0, -0.00001, 0.00001]
    assert.deepEqual(decodeLine(encodeLine(shape, 99)), shape)
    assert.equal(encodeLine([], 9), '')
    assert.equal(encodeLine([7], 9), '')
  })

  test('keeps both ends and the corners when it is thinned', () => {
    const square = [0, 0, 0.0001, 0.5, 0, 1, 0.5, 1.0001, 1, 1, 1, 0.5, 1, 0]
    assert.deepEqual(decodeLine(encodeLine(square, 4)), [0, 0, 0, 1, 1, 1, 1, 0])
    assert.deepEqual(decodeLine(encodeLine(square, 1)), [0, 0, 1, 0], 'two points at least')
  })
})
