import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Certificate } from '#contract/certificate.ts'
import { drawFlight, type PictureParts } from './draw.ts'
import { fitFrame } from './frame.ts'

const track = {
  seconds: [0, 600, 1200],
  latitude: [46, 46.1, 46.2],
  longitude: [7, 7.05, 7.1],
  altitude: [1000, 2000, 1500],
}
const certificate = {
  type: 'Free Flight',
  start: null,
  turnpoints: [],
  finish: null,
} as unknown as Certificate

function draw({ title = 'Niesen', heights }: { title?: string; heights?: number[] } = {}) {
  const words = { title, when: '2026-05-17 · Niesen', pilotName: 'Ada', figures: ['12 km'], note: undefined }
  const parts: PictureParts = { words, frame: fitFrame(track), track, certificate, ground: [], heights }
  const svg = drawFlight(parts)
  return { svg, texts: [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text) }
}

suite('the picture of a flight', () => {
  test('has the title first, on two lines at most, then the day', () => {
    assert.deepEqual(draw().texts.slice(0, 2), ['Niesen', '2026-05-17 · Niesen'])
    assert.deepEqual(draw({ title: 'To the sea & back, at last, with everybody' }).texts.slice(0, 3), [
      'To the sea &amp; back,',
      'at last, with every…',
      '2026-05-17 · Niesen',
    ])
    assert.deepEqual(draw({ title: 'x'.repeat(60) }).texts.slice(0, 1), [`${'x'.repeat(19)}…`])
    assert.equal(draw({ title: '' }).texts.includes('2026-05-17 · Niesen'), true)
  })

  test('has a barogram from the first fix to the last, and the ground where it is known', () => {
    const readLast = (svg: string) =>
      [...svg.matchAll(/<polyline points="([^"]*)"/g)]
        .at(-1)![1]!
        .split(' ')
        .map((pair) => pair.split(',').map(Number))
    const { svg } = draw()
    assert.deepEqual(readLast(svg), [
      [560, 590],
      [855, 500],
      [1150, 545],
    ])
    const count = (text: string) => text.split('<polygon').length - 1
    assert.equal(count(svg), 1)
    const above = draw({ heights: [0, Number.NaN, 500] })
    assert.equal(count(above.svg), 2)
    assert.deepEqual(readLast(above.svg)[0], [560, 545], 'the scale takes the ground in')
    assert.doesNotMatch(above.svg, /NaN/)
  })
})
