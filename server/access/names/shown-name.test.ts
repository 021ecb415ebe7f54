import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Named, showName } from './shown-name.ts'

const anna: Named = { name: ' Anna  Maria Alpha ', handle: 'anna', shownAs: 'full' }

suite('a pilot’s name as others read it', () => {
  test('is the one that the pilot chose', () => {
    assert.equal(showName(anna), 'Anna Maria Alpha')
    assert.equal(showName({ ...anna, shownAs: 'initial' }), 'Anna A.')
    assert.equal(showName({ ...anna, shownAs: 'handle' }), 'anna')
  })

  test('is never more than that: without a handle there is none', () => {
    assert.equal(showName({ ...anna, shownAs: 'handle', handle: null }), null)
    for (const name of [null, '', '  ']) assert.equal(showName({ ...anna, name }), null)
  })

  test('of one word is that word, and an initial is a whole character', () => {
    assert.equal(showName({ ...anna, name: 'Anna', shownAs: 'initial' }), 'Anna')
    assert.equal(showName({ ...anna, name: 'Anna 𝐀lpha', shownAs: 'initial' }), 'Anna 𝐀.')
  })

  test('of a minor is initials, whatever was chosen', () => {
    for (const shownAs of ['full', 'initial', 'handle'] as const)
      assert.equal(showName({ ...anna, shownAs, isMinor: true }), 'A. M. A.')
    assert.equal(showName({ ...anna, name: null, isMinor: true }), null)
  })
})
