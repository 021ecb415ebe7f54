import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readIgc } from '../read.ts'
import { simulateFlight } from '../simulate.ts'
import { summariseFlight } from './summary.ts'

const { bytes } = simulateFlight({
  seed: 1,
  date: '2026-05-17',
  taskKm: 12,
  latitude: 46.66,
  longitude: 8.05,
})
const lines = Buffer.from(bytes).toString('latin1').split('\r\n')

function judge(kept: readonly string[]): string {
  const file = readIgc(Buffer.from(kept.join('\r\n'), 'latin1'))
  assert.ok(file.track)
  return summariseFlight({ ...file, track: file.track }).recording
}

void suite('a recording', () => {
  test('that ends on the ground is complete', () => assert.equal(judge(lines), 'complete'))

  test('that ends anywhere in the air is cut short', () => {
    const fixes = lines.flatMap((line, index) => (line.startsWith('B') ? [index] : []))
    for (const share of [0.3, 0.45, 0.6, 0.8])
      assert.equal(judge(lines.slice(0, fixes[Math.floor(fixes.length * share)])), 'cut-short', String(share))
  })

  test('that ends within the last half minute before the landing is complete', () => {
    const flights = [1, 2, 3, 4, 5].map((seed) => simulateFlight({ seed, taskKm: 20, rateSeconds: 2 }))
    const judged = flights.map(({ track, range, bytes }) => {
      const fixes = Buffer.from(bytes).toString('latin1').split('\r\n')
      const first = fixes.findIndex((line) => line.startsWith('B'))
      assert.ok(track.seconds[range.to]! - track.seconds[range.from]! > 1200)
      return [15, 600].map((before) => judge(fixes.slice(0, first + range.to - before / 2)))
    })
    assert.deepEqual(
      judged.map(([late]) => late),
      flights.map(() => 'complete'),
    )
    assert.ok(judged.filter(([, early]) => early === 'cut-short').length >= 4)
  })

  test('that lay still holds no flight', () => {
    const [first = ''] = lines.filter((line) => line.startsWith('B'))
    const still = lines.map((line) => (line.startsWith('B') ? line.slice(0, 7) + first.slice(7) : line))
    assert.equal(judge(still), 'no-flight')
  })

  test('whose last fixes jump is not judged by them', () => {
    const jumping = lines.map((line, index) =>
      index > lines.length - 8 && line.startsWith('B')
        ? `${line.slice(0, 7)}${47 + (index % 2)}${line.slice(9)}`
        : line,
    )
    assert.equal(judge(jumping), 'complete')
  })
})
