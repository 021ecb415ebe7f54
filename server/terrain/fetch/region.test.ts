import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { listCorners } from './region.ts'

suite('a region', () => {
  test('is the squares of each degree that it touches', () => {
    assert.deepEqual(listCorners('7.1,46.2,8,46.8'), [{ south: 46, west: 7 }])
    assert.equal(listCorners('5,43,17,49').length, 72)
    assert.deepEqual(listCorners('-0.5,-0.5,0.5,0.5'), [
      { south: -1, west: -1 },
      { south: -1, west: 0 },
      { south: 0, west: -1 },
      { south: 0, west: 0 },
    ])
  })

  test('is refused with a sentence when it is none', () => {
    for (const [bbox, sentence] of [
      ['', /--bbox W,S,E,N/],
      ['1,2,3', /--bbox W,S,E,N/],
      ['1,2,x,4', /--bbox W,S,E,N/],
      ['1,2,,4', /--bbox W,S,E,N/],
      ['1,95,3,96', /latitudes from -90 to 90/],
      ['7,47,8,46', /S must be less than N/],
      ['179,1,-179,2', /date line/],
    ] as const)
      assert.throws(() => listCorners(bbox), sentence, bbox)
  })
})
