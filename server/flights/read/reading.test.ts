// The small readers of this folder, each with its table.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { acceptsCoding } from '#server/platform/http/compress.ts'
import { matchesEtag } from '#server/platform/http/conditional.ts'
import { readRange } from './download.ts'
import { cleanFileName, readContentDisposition, writeContentDisposition } from '../record/text/file-name.ts'
import { datesOfSeason, seasonOf } from '../record/flight.ts'

suite('file names', () => {
  const names: [string, string | undefined][] = [
    ['flight.igc', 'flight.igc'],
    ['/etc/passwd', 'passwd'],
    ['C:\\flights\\one.igc', 'one.igc'],
    ['../..', undefined],
    ['', undefined],
    [' \t\r\n', undefined],
    ['a\u0000b\u0007c\n.igc', 'abc.igc'],
    ['right\u202eto left.igc', 'rightto left.igc'],
    ['Föhn ☁.igc', 'Föhn ☁.igc'],
    ['x'.repeat(300), 'x'.repeat(255)],
    [`${'x'.repeat(254)}😀`, 'x'.repeat(254)],
    ['lone \ud800 half', 'lone \ufffd half'],
  ]
  for (const [given, kept] of names) {
    test(`${JSON.stringify(given.slice(0, 30))} is kept as ${JSON.stringify(kept?.slice(0, 30))}`, () => {
      assert.equal(cleanFileName(given), kept)
    })
  }

  test('a name survives being written and read as Content-Disposition', () => {
    for (const name of [
      'flight.igc',
      'Föhn "☁".igc',
      "it's 100% (*).igc",
      'a;b=c.igc',
      'back\\slash.igc',
      '飞行.igc',
    ]) {
      const header = writeContentDisposition(name)
      assert.match(header, /^[\x20-\x7e]+$/)
      assert.equal(readContentDisposition(header), name, header)
    }
  })

  const headers: [string, string | undefined][] = [
    ['attachment; filename=plain.igc', 'plain.igc'],
    ['attachment; filename="qu\\"oted.igc"', 'qu"oted.igc'],
    ["attachment; filename=x; filename*=utf-8'en'%C3%BC.igc", 'ü.igc'],
    ["attachment; filename=x; filename*=iso-8859-1''%FC.igc", 'ü.igc'],
    ["attachment; filename=good; filename*=utf-8''%ZZ", 'good'],
    [`attachment; filename="${Buffer.from('ü.igc').toString('latin1')}"`, 'ü.igc'],
    ['attachment', undefined],
  ]
  for (const [header, name] of headers) {
    test(`${header} names ${name}`, () => assert.equal(readContentDisposition(header), name))
  }
})

suite('conditions, ranges, encodings', () => {
  test('If-None-Match compares weakly, in lists, and * is any', () => {
    for (const header of ['"a"', 'W/"a"', '"b", "a"', 'W/"b",W/"a"', ' * '])
      assert.ok(matchesEtag(header, '"a"'), header)
    for (const header of [undefined, '', 'a', '"b"', '"a', '"ab"'])
      assert.ok(!matchesEtag(header, 'W/"a"'), header)
  })

  test('ranges are read as RFC 9110 has them', () => {
    assert.deepEqual(readRange('bytes=0-0', 10), { from: 0, to: 0 })
    assert.deepEqual(readRange('bytes=3-', 10), { from: 3, to: 9 })
    assert.deepEqual(readRange('bytes=-3', 10), { from: 7, to: 9 })
    assert.deepEqual(readRange('bytes=-30', 10), { from: 0, to: 9 })
    for (const header of [undefined, '', 'bytes=', 'bytes=-', 'bytes=2-1', 'bytes=a-b', 'bytes=0-1,3-4'])
      assert.equal(readRange(header, 10), undefined)
    for (const header of ['bytes=10-', 'bytes=-0', 'bytes=99-100']) assert.throws(() => readRange(header, 10))
  })

  test('zstd is accepted when it is named with a weight', () => {
    for (const header of ['zstd', 'gzip,zstd', 'ZSTD;q=0.001', 'br;q=1, zstd ; q=0.5'])
      assert.ok(acceptsCoding(header, 'zstd'), header)
    for (const header of [undefined, '', 'gzip', '*', 'zstd;q=0', 'zstd;q=x'])
      assert.ok(!acceptsCoding(header, 'zstd'), header)
  })
})

test('a season runs from October to September', () => {
  assert.equal(seasonOf('2025-09-30'), 2025)
  assert.equal(seasonOf('2025-10-01'), 2026)
  assert.deepEqual(datesOfSeason(2026), { from: '2025-10-01', to: '2026-09-30' })
})
