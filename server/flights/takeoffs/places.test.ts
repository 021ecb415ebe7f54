import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { loadPlaces } from './places.ts'

const places: [
  name: string,
  latitude: number,
  longitude: number,
  town: string | RegExp,
  country: string,
  zone: string,
][] = [
  ['a slope above Interlaken', 46.7, 7.83, /Interlaken|Unterseen|Beatenberg|Habkern/, 'CH', 'Europe/Zurich'],
  ['Chamonix', 45.92, 6.87, /Chamonix/, 'FR', 'Europe/Paris'],
  ['Réunion', -21.11, 55.3, /Saint-Leu|Trois-Bassins|Les Avirons/, 'RE', 'Indian/Reunion'],
  ['Martinique', 14.6, -61.0, /./, 'MQ', 'America/Martinique'],
  ['Tenerife', 28.2, -16.7, /./, 'ES', 'Atlantic/Canary'],
  ['Bir in India', 32.05, 76.72, /./, 'IN', 'Asia/Kolkata'],
  ['Valle de Bravo', 19.19, -100.13, /Valle de Bravo|Avándaro|Avandaro/, 'MX', 'America/Mexico_City'],
  ['Queenstown in New Zealand', -45.03, 168.66, /Queenstown/, 'NZ', 'Pacific/Auckland'],
  ['Taveuni in Fiji, at the date line', -16.85, -179.97, /./, 'FJ', 'Pacific/Fiji'],
  ['Mun Gyeong in Korea', 36.73, 128.17, /./, 'KR', 'Asia/Seoul'],
  ['Wales', 51.77, -3.2, /./, 'GB', 'Europe/London'],
  ['a kilometre off the coast of Portugal', 38.69, -9.5, /./, 'PT', 'Europe/Lisbon'],
]

for (const [name, latitude, longitude, town, country, timeZone] of places) {
  test(`${name} is described by town, country and time zone`, async () => {
    const describePlace = await loadPlaces()
    const place = describePlace(latitude, longitude)
    assert.equal(place.country, country)
    assert.equal(place.timeZone, timeZone)
    assert.match(place.town ?? '', new RegExp(town))
  })
}

test('a launch away from its town is named by distance and direction', async () => {
  const describePlace = await loadPlaces()
  assert.equal(describePlace(43.847, 6.513).town, 'Castellane')
  assert.equal(describePlace(43.883, 6.513).town, '4 km N of Castellane')
  assert.equal(describePlace(43.83, 6.495).town, '2 km SW of Castellane')
})

test('on the high seas and at the poles there is a time zone and nothing else', async () => {
  const describePlace = await loadPlaces()
  assert.deepEqual({ ...describePlace(-40, -120), timeZone: '' }, { town: null, country: null, timeZone: '' })
  assert.equal(describePlace(90, 0).town, null)
  assert.equal(typeof describePlace(-90, 180).timeZone, 'string')
})

test('a look-up takes a few milliseconds at most', async () => {
  const describePlace = await loadPlaces()
  for (let i = 0; i < 50; i++) describePlace(46 + i / 100, 8)
  const before = process.threadCpuUsage()
  for (let i = 0; i < 50; i++) describePlace(46 + i / 100, 9)
  assert.ok(process.threadCpuUsage(before).user / 1000 / 50 < 10)
})

test('once loaded it takes at most 60 MB of resident memory', async () => {
  const module = new URL('./places.ts', import.meta.url).href
  // Another module first: Node's own type stripping takes 30 MB once, whatever is imported.
  const other = new URL('./site-file.ts', import.meta.url).href
  const code = `
    await import(${JSON.stringify(other)})
    const before = process.memoryUsage.rss()
    const { loadPlaces } = await import(${JSON.stringify(module)})
    const describePlace = await loadPlaces()
    describePlace(46.7, 7.83)
    console.log(process.memoryUsage.rss() - before)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
  const bytes = Number(stdout)
  assert.ok(bytes > 1e6 && bytes < 60e6, `${(bytes / 1e6).toFixed(1)} MB`)
})
