import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Named, showName } from './shown-name.ts'

const anna: Named = { name: ' Anna  Maria Alpha ', handle: 'anna', displayName: 'full' }

suite('a pilot’s name as others read it', () => {
  test('is the one that the pilot chose', () => {
    assert.equal(showName(anna), 'Anna Maria Alpha')
    assert.equal(showName({ ...anna, displayName: 'initial' }), 'Anna A.')
    assert.equal(showName({ ...anna, displayName: 'handle' }), 'anna')
  })

  test('is never more than that: without a handle there is none', () => {
    assert.equal(showName({ ...anna, displayName: 'handle', handle: null }), null)
    for (const name of [null, '', '  ']) assert.equal(showName({ ...anna, name }), null)
  })

  test('of one word is that word, and an initial is a whole character', () => {
    assert.equal(showName({ ...anna, name: 'Anna', displayName: 'initial' }), 'Anna')
    assert.equal(showName({ ...anna, name: 'Anna 𝐀lpha', displayName: 'initial' }), 'Anna 𝐀.')
  })

  test('of a minor is initials, whatever was chosen', () => {
    for (const displayName of ['full', 'initial', 'handle'] as const)
      assert.equal(showName({ ...anna, displayName, isMinor: true }), 'A. M. A.')
    assert.equal(showName({ ...anna, name: null, isMinor: true }), null)
  })
})
