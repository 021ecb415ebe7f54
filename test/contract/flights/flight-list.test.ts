// run: all
// on: sqlite, postgres
// Sorting, filtering, cursors, links and chosen fields of the list; flight-read has its pages and dates.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import Schema from 'typebox/schema'
import { type Flight } from '#contract/flight.ts'
import { FlightCursorList } from '#contract/flight-list.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { startServer } from '#test/support/server.ts'

const launches = [
  { date: '2026-05-01', taskKm: 3 },
  { date: '2026-05-02', taskKm: 9 },
  { date: '2026-05-03', taskKm: 6 },
  { date: '2026-05-03', taskKm: 12 },
  { date: '2026-05-04', taskKm: 4 },
]

suite('the list of flights, sorted, filtered and by cursor', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  for (const [index, options] of launches.entries()) {
    await uploadNew(server, pilot, makeFlight(300 + index, options))
    server.advance(1000)
  }
  const flights = (await list(server, pilot)).data
  const get = (query: string) => server.fetch(`/api/v1/flights${query}`, { headers: pilot.headers })
  const ids = (found: readonly { id: string }[]) => found.map((flight) => flight.id)
  const page = async (query: string) => {
    const response = await get(query)
    const body = (await response.json()) as FlightCursorList
    assert.equal(response.status, 200, JSON.stringify(body))
    return body
  }
  const values = {
    date: (flight: Flight) => `${flight.flight_date} ${flight.date_created}`,
    score: (flight: Flight) => flight.scoring.score,
    distance: (flight: Flight) => flight.scoring.distance,
    duration: (flight: Flight) => flight.flightInfo.track.duration,
  }

  for (const [sort, value] of Object.entries(values)) {
    test(`sort=${sort} is the same by pages and by cursor, in both directions`, async () => {
      const sorted = flights.toSorted((a, b) => (value(a) < value(b) ? -1 : 1))
      for (const order of ['asc', 'desc']) {
        const wanted = ids(order === 'asc' ? sorted : sorted.toReversed())
        assert.deepEqual(ids((await list(server, pilot, `?sort=${sort}&order=${order}`)).data), wanted)
        const seen: string[] = []
        for (let next: string | null = ''; next !== null;) {
          const after = next === '' ? '' : `&after=${next}`
          const body = await page(`?sort=${sort}&order=${order}&limit=2${after}`)
          assert.ok(Schema.Check(FlightCursorList, body))
          seen.push(...ids(body.data))
          next = body.pagination.next
        }
        assert.deepEqual(seen, wanted)
      }
    })
  }

  test('a walk by cursor meets each flight once while others arrive and go, also the one it is on', async () => {
    const busy = await createPilot(server)
    const days = ['2026-04-01', '2026-04-02', '2026-04-03', '2026-04-04']
    const own: Flight[] = []
    for (const [index, date] of days.entries())
      own.push(await uploadNew(server, busy, makeFlight(400 + index, { date })))
    const read = async (path: string) => {
      const response = await server.fetch(path, { headers: busy.headers })
      return { ...((await response.json()) as FlightCursorList), link: response.headers.get('link') ?? '' }
    }
    const first = await read('/api/v1/flights?limit=2')
    await uploadNew(server, busy, makeFlight(410, { date: '2026-04-05' }))
    await server.fetch(`/api/v1/flights/${own[2]!.id}`, { method: 'DELETE', headers: busy.headers })
    const address = /<([^>]+)>; rel="next"/.exec(first.link)?.[1] ?? ''
    const second = await read(address.slice(server.url.length))
    assert.deepEqual(ids([...first.data, ...second.data]), ids(own.toReversed()))
    assert.equal(second.pagination.next, null)
    assert.doesNotMatch(second.link, /rel="next"/)
  })

  test('pages by number name their neighbours in Link, with the filters kept', async () => {
    const links = async (query: string) => {
      const header = (await get(query)).headers.get('link') ?? ''
      const found = header.matchAll(/<([^>]+)>; rel="(\w+)"/g)
      return Object.fromEntries([...found].map(([, url, rel]) => [rel, new URL(url ?? '').search])) as Record<
        string,
        string
      >
    }
    assert.deepEqual(await links('?page=2&pageSize=2&sort=score'), {
      first: '?page=1&pageSize=2&sort=score',
      prev: '?page=1&pageSize=2&sort=score',
      next: '?page=3&pageSize=2&sort=score',
      last: '?page=3&pageSize=2&sort=score',
    })
    assert.deepEqual(await links('?season=1999'), {
      first: '?season=1999&page=1',
      last: '?season=1999&page=1',
    })
    assert.deepEqual(await links('?page=9&pageSize=2'), {
      first: '?page=1&pageSize=2',
      prev: '?page=3&pageSize=2',
      last: '?page=3&pageSize=2',
    })
  })

  test('filters by type, points, country and take-off find the same by pages and by cursor', async () => {
    const { takeoff } = flights[0]!.flightInfo
    const score = flights.map((flight) => flight.scoring.score).sort((a, b) => a - b)[2] ?? 0
    const { type } = flights[0]!.scoring
    const filters: [string, (flight: Flight) => boolean][] = [
      [`type=${encodeURIComponent(type)}`, (flight) => flight.scoring.type === type],
      ['type=None', () => false],
      [`minScore=${score}`, (flight) => flight.scoring.score >= score],
      [
        `country=${takeoff.country.toLowerCase()}`,
        (flight) => flight.flightInfo.takeoff.country === takeoff.country,
      ],
      ['country=AQ', () => false],
      [`takeoffId=${takeoff.id}`, (flight) => flight.flightInfo.takeoff.id === takeoff.id],
      [`takeoffId=${'0'.repeat(24)}`, () => false],
      [
        `minScore=${score}&from=2026-05-03&sort=score`,
        (flight) => flight.scoring.score >= score && flight.flight_date >= '2026-05-03',
      ],
    ]
    for (const [query, isWanted] of filters) {
      const wanted = new Set(ids(flights.filter(isWanted)))
      const byPage = await list(server, pilot, `?${query}`)
      assert.deepEqual(new Set(ids(byPage.data)), wanted, query)
      assert.equal(byPage.pagination.totalCount, wanted.size, query)
      assert.deepEqual(ids((await page(`?${query}&limit=100`)).data), ids(byPage.data), query)
    }
  })

  test('a box finds flights by where they themselves began, also across the antimeridian', async () => {
    const { launch } = flights[0]!.flightInfo.metadata as unknown as { launch: { lat: number; lng: number } }
    const { lat, lng } = launch
    const boxes: [string, boolean][] = [
      [`${lng - 0.0001},${lat - 0.0001},${lng + 0.0001},${lat + 0.0001}`, true],
      [`${lng + 0.01},${lat + 0.01},${lng + 0.02},${lat + 0.02}`, false],
      ['-180,-90,180,90', true],
      [`179,-90,${lng + 0.01},90`, true],
      [`179,-90,${lng - 0.5},90`, false],
      [`${lng - 0.01},-90,-179,90`, true],
    ]
    for (const [box, isIn] of boxes) {
      const { data } = await list(server, pilot, `?bbox=${box}`)
      assert.equal(ids(data).includes(flights[0]!.id), isIn, box)
    }
  })

  test('fields chooses members; light is all but the metadata', async () => {
    const [flight] = flights
    const { metadata: _, ...info } = flight!.flightInfo
    const light = await page('?fields=light&limit=1')
    assert.deepEqual(light.data[0], { ...flight, flightInfo: info })
    const few = await page('?fields=id,%20scoring,flightInfo.takeoff&pageSize=1')
    const { id, scoring } = flight!
    assert.deepEqual(few.data[0], { id, scoring, flightInfo: { takeoff: info.takeoff } })
    const whole = await page('?fields=hash,flightInfo&pageSize=1')
    assert.deepEqual(whole.data[0], { hash: flight!.hash, flightInfo: flight!.flightInfo })
  })

  const refusals: [string, RegExp][] = [
    ['?after=x', /^after must be a cursor from an answer to the same request/],
    ['?after=', /^after must be/],
    ['?limit=0', /^limit must be a whole number from 1 to 100/],
    ['?limit=5&page=2', /^page and pageSize cannot be combined with after and limit/],
    ['?limit=5&pageSize=2', /cannot be combined/],
    ['?sort=name', /^sort must be one of: date, score, distance, duration/],
    ['?order=up', /^order must be one of: desc, asc/],
    ['?country=CHE', /^country must be a country of two letters/],
    ['?type=Triangle', /^type must be one of: Free Flight/],
    ['?minScore=-1', /^minScore must be a number of at least 0/],
    ['?minScore=many', /^minScore must be a number/],
    ['?takeoffId=First', /^takeoffId must be 24 lowercase/],
    ['?bbox=1,2,3', /^bbox must be west,south,east,north/],
    ['?bbox=1,5,3,4', /^bbox must/],
    ['?bbox=1,2,181,4', /^bbox must/],
    ['?bbox=a,b,c,d', /^bbox must/],
    ['?fields=id,secret', /^fields must be light, or a list of: id, hash, /],
    ['?fields=', /^fields must be/],
  ]
  for (const [query, sentence] of refusals) {
    test(`${query} is 400 and says what would fit`, async () => {
      const response = await get(query)
      const body = (await response.json()) as { error: string; error_description: string }
      assert.deepEqual([response.status, body.error], [400, 'invalid_request'])
      assert.match(body.error_description, sentence)
    })
  }

  test('a cursor of another order is refused', async () => {
    const { pagination } = await page('?limit=1')
    assert.equal((await get(`?sort=score&after=${pagination.next}`)).status, 400)
    assert.equal((await get(`?order=asc&after=${pagination.next}`)).status, 400)
  })
})
