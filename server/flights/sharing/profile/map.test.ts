import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { render } from 'preact-render-to-string'
import type { VNode } from 'preact'
import type { BaseMap } from '#dashboard/map.ts'
import { type CutMap, drawMap, type MappedFlight } from './map.ts'

const readLines = (svg: string) =>
  [...svg.matchAll(/<\/title><path d="M([^"]*)"/g)].map(([, points]) => points!)

const flight = (name: string, ...shape: number[]): MappedFlight => ({
  href: `#${name}`,
  name,
  takeoff: name,
  shape,
})

const lake: BaseMap = {
  background: 'land',
  areas: [[[7.7, 46.7, 7.8, 46.7, 7.8, 46.8, 7.7, 46.7]]],
  rivers: [[[7.6, 46.6, 7.7, 46.9]], []],
  borders: [],
  towns: [
    { name: 'Near Niesen', population: 900, lat: 46.6, lng: 7.61 },
    { name: 'Spiez', population: 500, lat: 46.69, lng: 8.3 },
  ],
}

async function map(flights: MappedFlight[], cutMap: CutMap = async () => lake): Promise<string> {
  return render((await drawMap(flights, cutMap, (km) => `${km} km`)) as VNode)
}

const alps = [
  flight('Niesen', 46.6, 7.6, 46.7, 7.9),
  flight('Bir', 32, 76.7, 32.2, 76.9),
  flight('Niesen', 46.6, 7.6, 46.5, 7.7),
  flight('<b>', 46.9, 8.4, 46.8, 8),
]

suite('the map of a profile', () => {
  test('shows the region with most flights, each take-off named once, with a scale', async () => {
    const svg = await map(alps)
    assert.equal(readLines(svg).length, 3)
    assert.doesNotMatch(svg, /Bir/)
    assert.equal(svg.split('>Niesen</text>').length - 1, 1)
    assert.match(svg, />&lt;b><\/text>|>&lt;b&gt;<\/text>/)
    assert.match(svg, /h156\.5v-6".*>20 km<\/text>/)
  })

  test('has lakes, rivers and towns below the flights, where they are, and credits their makers', async () => {
    const svg = await map(alps)
    const [start] = readLines(svg)[0]!.split('L')
    assert.match(svg, new RegExp(`class="rivers" d="M${start}L`), 'the river begins at the take-off')
    assert.match(svg, /class="on-land".*class="areas" d="M\d/)
    assert.match(svg, />Spiez<\/text>/)
    assert.doesNotMatch(svg, /Near Niesen/, 'names do not overlap')
    assert.ok(svg.indexOf('class="areas"') < svg.indexOf('<a href'))
    assert.match(svg, /Natural Earth, GeoNames, © OpenStreetMap contributors/)
  })

  test('is cut to what it shows, no closer than there are data', async () => {
    const views: Parameters<CutMap>[0][] = []
    const cutMap: CutMap = async (view) => {
      views.push(view)
      return lake
    }
    await map(alps, cutMap)
    await map([flight('Hop', 46.6, 7.6, 46.6001, 7.6)], cutMap)
    const [wide, near] = views
    assert.ok(wide!.west < 7.6 && wide!.east > 8.4 && wide!.south < 46.5 && wide!.north > 46.9)
    assert.deepEqual([wide!.zoom, near!.zoom], [10, 14])
  })

  test('across the antimeridian has flights alone', async () => {
    const svg = await map([flight('Taveuni', -16.8, 179.9, -16.8, -179.9)], () =>
      assert.fail('there is no such view'),
    )
    assert.equal(readLines(svg).length, 1)
    assert.doesNotMatch(svg, /areas|OpenStreetMap/)
  })

  test('names no take-off that is hidden, and is none without flights', async () => {
    const hidden = { ...flight('Home', 46, 7, 46.1, 7.1), name: 'a day', takeoff: undefined }
    assert.doesNotMatch(await map([hidden]), /Home</)
    assert.equal(await drawMap([flight('x')], async () => lake, String), undefined)
  })
})
