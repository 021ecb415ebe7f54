import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseTakeoffs } from './site-file.ts'

const HEADER = 'id,name,longitude,latitude,altitude,country,wind_n,last_edit'

test('the rows of a CSV file become sites', () => {
  const { sites, refused } = parseTakeoffs(`${HEADER}\n"37","north table",-6.6278,57.4027,341,"gb",1,""\n`)
  assert.deepEqual(refused, [])
  assert.deepEqual(sites, [
    {
      externalId: '37',
      name: 'north table',
      latitude: 57.4027,
      longitude: -6.6278,
      altitude: 341,
      country: 'GB',
    },
  ])
})

test('quoted commas, doubled quotes, line ends in cells, CRLF and a byte order mark are read', () => {
  const text = `\uFEFF${HEADER}\r\n"1","Col, ""the"" \n high",8,46,,ch,0,""\r\n\r\n2,plain,8.5,46.5,900,,0,x`
  const { sites, refused } = parseTakeoffs(text)
  assert.deepEqual(refused, [])
  assert.deepEqual(
    sites.map(({ name }) => name),
    ['Col, "the" high', 'plain'],
  )
  assert.equal(sites[0]?.altitude, null)
  assert.equal(sites[1]?.country, null)
})

test('columns may come in any order', () => {
  const [site] = parseTakeoffs('latitude,name,id,longitude\n46,Rigi,9,8\n').sites
  assert.deepEqual(site, {
    externalId: '9',
    name: 'Rigi',
    latitude: 46,
    longitude: 8,
    altitude: null,
    country: null,
  })
})

test('rows that cannot be used are reported with line and reason, the others taken', () => {
  const rows = [
    '1,good,8,46,1000,ch,0,',
    ',nameless id,8,46,1000,ch,0,',
    '3,,8,46,1000,ch,0,',
    '4,north of all,8,96,1000,ch,0,',
    '5,words,east,46,1000,ch,0,',
    '6,nowhere,0,0,1000,ch,0,',
    '7,short,8',
    '8,"open,8,46,1000,ch,0,',
    '1,again,8,46,1000,ch,0,',
    '10,"two\nlines",8,46,1000,ch,0,',
    '11,late,,46,1000,ch,0,',
  ]
  const { sites, refused } = parseTakeoffs([HEADER, ...rows].join('\n'))
  assert.deepEqual(
    sites.map(({ externalId }) => externalId),
    ['1', '10'],
  )
  assert.deepEqual(refused, [
    { line: 3, reason: 'has no id' },
    { line: 4, reason: 'has no name' },
    { line: 5, reason: 'has no valid latitude: "96"' },
    { line: 6, reason: 'has no valid longitude: "east"' },
    { line: 7, reason: 'is at 0°N 0°E' },
    { line: 8, reason: 'has 3 cells where the header has 8' },
    { line: 9, reason: 'has a quote that is never closed' },
    { line: 10, reason: 'repeats the id 1 of line 2' },
    { line: 13, reason: 'has no valid longitude: ""' },
  ])
})

test('a file without the needed columns, or empty, is refused as a whole', () => {
  assert.deepEqual(parseTakeoffs('id,title\n1,x').refused, [
    { line: 1, reason: 'the header lacks: name, longitude, latitude' },
  ])
  assert.deepEqual(parseTakeoffs('').refused, [{ line: 1, reason: 'the file is empty' }])
})

test('the points of a GeoJSON file become sites', () => {
  const feature = (id: unknown, geometry: unknown, properties: unknown) => ({
    type: 'Feature',
    id,
    geometry,
    properties,
  })
  const text = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      feature(5, { type: 'Point', coordinates: [8, 46, 1200] }, { name: 'Fiesch', country: 'ch' }),
      feature(
        undefined,
        { type: 'Point', coordinates: [6, 45] },
        { id: 'x1', name: 'Planfait', altitude: 950 },
      ),
      feature(7, { type: 'LineString', coordinates: [[8, 46]] }, { name: 'no point' }),
      feature(8, { type: 'Point', coordinates: ['a', 46] }, { name: 'bad' }),
      null,
    ],
  })
  const { sites, refused } = parseTakeoffs(text)
  assert.deepEqual(sites, [
    { externalId: '5', name: 'Fiesch', latitude: 46, longitude: 8, altitude: 1200, country: 'CH' },
    { externalId: 'x1', name: 'Planfait', latitude: 45, longitude: 6, altitude: 950, country: null },
  ])
  assert.deepEqual(refused, [
    { line: 3, reason: 'is not a point' },
    { line: 4, reason: 'has no valid longitude: "a"' },
    { line: 5, reason: 'is not a feature' },
  ])
  assert.equal(
    parseTakeoffs('{"type":').refused[0]?.reason,
    'this is neither CSV nor a GeoJSON FeatureCollection',
  )
})

test('any text is parsed without a throw', () => {
  const text = fc.array(fc.constantFrom(',', '"', '\n', '\r\n', '1', 'x', ' ', HEADER), { maxLength: 200 })
  fc.assert(
    fc.property(text, (parts) => void parseTakeoffs(parts.join(''))),
    { numRuns: 1000 },
  )
  fc.assert(
    fc.property(fc.json(), (json) => void parseTakeoffs(`{"features":${json}}`)),
    { numRuns: 300 },
  )
})

test('a megabyte of open quotes is parsed in linear time', () => {
  const before = process.threadCpuUsage()
  parseTakeoffs(`${HEADER}\n${'"\n'.repeat(500_000)}`)
  assert.ok(process.threadCpuUsage(before).user < 30_000_000)
})

const LIST = join(import.meta.dirname, '../../../../shared/takeoffs/paraglidingearth.csv')

test(
  'a real list of sites is taken nearly whole',
  { skip: existsSync(LIST) ? false : 'no list next to the checkout' },
  () => {
    const { sites, refused } = parseTakeoffs(readFileSync(LIST, 'utf8'))
    assert.ok(sites.length > 11_000, `${sites.length} taken`)
    assert.ok(refused.length < sites.length / 100, `${refused.length} refused`)
    assert.ok(
      refused.every(
        ({ reason }) =>
          reason.startsWith('has no name') ||
          reason.startsWith('has no valid l') ||
          reason.startsWith('is at'),
      ),
      JSON.stringify(refused.slice(0, 5)),
    )
  },
)
