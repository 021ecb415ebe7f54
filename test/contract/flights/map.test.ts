// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FoundPlace, MapView } from '#dashboard/map.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { createSignedInUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

// The Bernese Oberland with its lakes.
const view = { west: 7.5, south: 46.4, east: 8.3, north: 46.9, zoom: 10 }

suite('GET /app/api/map', async () => {
  const server = await startServer({ after })
  const headers = (await createSignedInUser(server)).headers
  const sites = ['1,Niesen,7.6514,46.6456,CH', '2,First,8.0536,46.6596,CH', '3,Planfait,6.2223,45.8588,FR']
  await importTakeoffs(server.services, ['id,name,longitude,latitude,country', ...sites].join('\n'), 'test')
  const ask = (query: Record<string, number | string>) =>
    server.fetch(`/app/api/map?${new URLSearchParams(query as Record<string, string>).toString()}`, {
      headers,
    })
  const read = async (query: Record<string, number | string>) => {
    const response = await ask(query)
    assert.equal(response.status, 200)
    return (await response.json()) as MapView
  }

  test('a view holds its lakes, towns and take-offs by name, cut to its bounds', async () => {
    const response = await ask(view)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('cache-control'), 'private, max-age=3600')
    assert.equal(response.headers.get('content-encoding'), 'gzip')
    const map = (await response.json()) as MapView
    assert.equal(map.background, 'land')
    assert.ok(map.areas.length > 0, 'lakes')
    for (const points of map.areas.flat()) {
      for (let index = 0; index < points.length; index += 2) {
        const [lng, lat] = [points[index]!, points[index + 1]!]
        assert.ok(lng >= view.west - 1e-4 && lng <= view.east + 1e-4, `longitude ${lng}`)
        assert.ok(lat >= view.south - 1e-4 && lat <= view.north + 1e-4, `latitude ${lat}`)
      }
    }
    assert.ok(map.rivers.flat().length > 0, 'the Aare')
    const towns = map.towns.map(({ name }) => name)
    assert.ok(towns.some((name) => name.startsWith('Interlaken')) || towns.includes('Thun'), towns.join())
    assert.deepEqual(map.takeoffs.map(({ name }) => name).toSorted(), ['First', 'Niesen'])
    const first = map.takeoffs.find(({ name }) => name === 'First')
    assert.deepEqual([first?.lat, first?.lng], [46.6596, 8.0536])
  })

  test('closer views have more places', async () => {
    const near = { west: 7.5, south: 46.6, east: 7.9, north: 46.85 }
    const count = async (zoom: number) => (await read({ ...near, zoom })).towns.length
    const counts = [await count(8), await count(10), await count(12)]
    assert.ok(counts[0]! > 0 && counts[1]! > counts[0]! && counts[2]! > counts[1]!, counts.join(', '))
  })

  test('from far away there is land on the sea, without towns and take-offs', async () => {
    const map = await read({ west: -180, south: -60, east: 180, north: 80, zoom: 2 })
    assert.equal(map.background, 'water')
    assert.ok(map.areas.length > 50)
    assert.ok(map.borders.length > 50)
    assert.deepEqual([map.towns, map.takeoffs], [[], []])
  })

  test('the open ocean is water and nothing else', async () => {
    const map = await read({ west: -31, south: -31, east: -30, north: -30, zoom: 5 })
    assert.deepEqual(
      [map.background, map.areas, map.borders, map.towns, map.takeoffs],
      ['water', [], [], [], []],
    )
  })

  const refusals: [string, Record<string, number | string | undefined>, string][] = [
    ['no west', { west: undefined }, 'west is missing.'],
    ['no zoom', { zoom: undefined }, 'zoom is missing.'],
    ['a word', { south: 'here' }, 'south must be a number from -90 to 90.'],
    ['too far west', { west: -181 }, 'west must be a number from -180 to 180.'],
    ['too far north', { north: 91 }, 'north must be a number from -90 to 90.'],
    ['a zoom below the whole world', { zoom: -1 }, 'zoom must be a whole number from 0 to 20.'],
    ['a zoom beyond the last', { zoom: 21 }, 'zoom must be a whole number from 0 to 20.'],
    ['half a zoom', { zoom: 7.5 }, 'zoom must be a whole number from 0 to 20.'],
    ['east before west', { east: 7.4 }, 'west must be less than east.'],
    ['no height', { north: 46.4 }, 'south must be less than north.'],
  ]
  for (const [name, change, sentence] of refusals) {
    test(`${name}: 400, ${sentence}`, async () => {
      const query: Record<string, number | string | undefined> = { ...view, ...change }
      for (const key of Object.keys(query)) if (query[key] === undefined) delete query[key]
      const response = await ask(query as Record<string, number | string>)
      assert.equal(response.status, 400)
      assert.deepEqual(await response.json(), { error: 'invalid_request', error_description: sentence })
    })
  }

  test('a visitor of a shared flight has the map without take-offs', async () => {
    const query = new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)]))
    const response = await server.fetch(`/app/api/map?${query.toString()}`)
    assert.equal(response.status, 200)
    const map = (await response.json()) as MapView
    assert.ok(map.areas.length > 0)
    assert.deepEqual(map.takeoffs, [])
  })
})

suite('GET /app/api/map/places', async () => {
  const server = await startServer({ after })
  const pilot = await createPilot(server)
  const session = await signIn(server, pilot.user)
  const find = async (text: string, headers: Record<string, string> = session) => {
    const answer = await server.fetch(`/app/api/map/places?${new URLSearchParams({ text }).toString()}`, {
      headers,
    })
    assert.equal(answer.status, 200)
    return (await answer.json()) as FoundPlace[]
  }
  const sites = ['1,Zürich West,8.0536,46.6596,CH', '2,Planfait,6.2223,45.8588,FR']
  await importTakeoffs(server.services, ['id,name,longitude,latitude,country', ...sites].join('\n'), 'test')
  await uploadNew(server, pilot, makeFlight(1, { latitude: 46.6596, longitude: 8.0536 }))

  test('places are found by the beginning of a word, own take-offs first, then the largest town', async () => {
    const [own, town, ...others] = await find('zuri')
    assert.deepEqual([own?.kind, own?.name], ['takeoff', 'Zürich West'])
    assert.deepEqual([town?.kind, town?.name], ['town', 'Zürich'])
    assert.ok(Math.abs(town!.lat - 47.37) < 0.05 && Math.abs(town!.lng - 8.55) < 0.05)
    assert.ok(others.length <= 6)
    assert.ok((await find('Ragaz')).some(({ name }) => name === 'Bad Ragaz'))
    assert.deepEqual(await find('xqzvw'), [])
  })

  test('without a word there are the take-offs of the pilot alone', async () => {
    assert.deepEqual(
      (await find(' ')).map(({ name }) => name),
      ['Zürich West'],
    )
    const other = await createSignedInUser(server)
    assert.deepEqual(await find('', other.headers), [])
    assert.ok((await find('zuri', other.headers)).every(({ kind }) => kind === 'town'))
  })
})
