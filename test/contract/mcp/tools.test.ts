// run: all
// Every tool with good, wrong and missing arguments; never more than 8 kB unless it was
// asked to.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { tools } from '#server/mcp/tools.ts'
import { type Assistant, type Body, connectAssistant } from '#test/support/assistants/client.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser } from '#test/support/people.ts'
import { addRanking, foundLeague } from '#test/support/rankings/league.ts'
import { shareServer } from '#test/support/server.ts'

const MAX_BYTES = 8000
const LONG_NAME = 'Ü"'.repeat(50)
const LONG_NOTES = 'Ein "langer" Flug, ü\n'.repeat(230)

interface Property {
  default?: unknown
}

suite('each tool', async () => {
  const server = await shareServer()
  const pilot = await createPilot(server)
  const json = { ...pilot.headers, 'content-type': 'application/json' }
  const send = async (method: string, path: string, body: object) => {
    const answer = await server.fetch(`/api/v1${path}`, { method, headers: json, body: JSON.stringify(body) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return ((await answer.json()) as { data: { id: string } }).data
  }
  const ids: string[] = []
  for (let index = 0; index < 14; index++) {
    const date = `${2013 + index}-0${1 + (index % 9)}-17`
    const place = { latitude: 44 + index / 4, longitude: 6 + index / 4 }
    const flight = await uploadNew(
      server,
      pilot,
      makeFlight(index, { date, taskKm: index ? 4 : 40, ...place }),
    )
    ids.push(flight.id)
  }
  for (let index = 0; index < 12; index++)
    await send('POST', '/gliders', {
      name: `${index} ${LONG_NAME}`.slice(0, 100),
      class: 'B',
      inspectedOn: '2020-01-01',
    })
  const { id: glider } = await send('POST', '/gliders', { name: 'Alpina', class: 'C' })
  for (const id of ids) {
    await send('PATCH', `/flights/${id}`, { title: LONG_NAME, notes: LONG_NOTES, gliderId: glider })
    await send('PUT', `/flights/${id}/takeoff`, { name: `${id.slice(-4)} ${LONG_NAME}`.slice(0, 100) })
  }
  await send('PATCH', `/flights/${ids[1]}`, { isCounted: false })
  const league = await foundLeague(server)
  const ranking = await addRanking(server, league, { choice: { best: 1 }, audience: 'members' })
  await send('PUT', `/clubs/${league.clubId}/membership`, {})
  await send('PUT', `/seasons/${league.season.id}/entry`, { displayName: 'full' })
  const assistant = await connectAssistant(server.url, pilot.headers)
  const { call, ask } = assistant
  const [id = ''] = ids

  /** Arguments that each tool answers, first those without which it does not. */
  const good: Record<string, Body[]> = {
    list_flights: [
      {},
      { season: 2020 },
      { sort: 'score', counting: 'all' },
      { page: 2 },
      { hash: 'a'.repeat(64) },
    ],
    search_flights: [{ q: 'alpina' }, { q: 'nowhere', counting: 'all' }],
    get_flight: [{ id }],
    get_analysis: [{ id }],
    get_scores: [{ id }, { id, league: 'xcontest' }, { id, wing: 'B' }],
    get_airspace: [{ id }],
    get_statistics: [{}, { season: 2020 }, { day: '2026-05-17' }, { counting: 'all' }],
    list_gliders: [{}, { limit: 1 }],
    list_leagues: [{}, { league: 'xcontest' }],
    get_profile: [{}],
    list_rankings: [{}, { limit: 1 }],
    get_ranking: [{ ranking }, { ranking, limit: 1 }],
    get_my_season: [{ ranking }, { ranking, limit: 2 }],
  }
  const wrong: Record<string, [Body, RegExp][]> = {
    list_flights: [
      [{ seasn: 2022 }, /seasn is not known here\. Only from, to, .*Did you mean season\?/],
      [{ season: 'spring' }, /season must be a year/],
      [{ limit: 101 }, /limit must be a whole number from 1 to 100/],
      [{ counting: 'some' }, /counting must be one of: counted, all/],
      [{ detail: 'yes' }, /detail must be true or false/],
    ],
    search_flights: [
      [{}, /q is missing/],
      [{ q: '' }, /q must be one to five words/],
      [{ q: 'a b c d e f' }, /at most 5 words/],
    ],
    get_flight: [
      [{}, /id is missing/],
      [{ id: '..' }, /id must be the id of a flight/],
      [{ id: '../../oauth/token' }, /id must be the id of a flight/],
      [{ id: ['a'] }, /id must be the id of a flight/],
      [{ id: 'f'.repeat(24) }, /not_found/],
    ],
    get_analysis: [[{}, /id is missing/]],
    get_scores: [
      [{}, /id is missing/],
      [{ id, leage: 'xcontest' }, /Did you mean league\?/],
      [{ id, league: 'no-such-league' }, /no-such-league/],
      [{ id, wing: 'Z' }, /wing must be one of .*A.*B.*tandem/],
      [{ id, wing: 'b' }, /wing must be one of/],
      [{ id, league: 'all', wing: 'EN B' }, /wing must be one of/],
    ],
    get_airspace: [[{ id, depth: 1 }, /depth is not known here/]],
    get_statistics: [
      [{ seson: 2020 }, /Did you mean season\?/],
      [{ day: 'today' }, /day must be a date/],
    ],
    list_gliders: [[{ retired: true }, /retired is not known here\. Only limit is\./]],
    list_leagues: [[{ league: 'none' }, /league must be the id of a league/]],
    get_profile: [[{ id }, /id is not known here: this takes nothing\./]],
    list_rankings: [[{ clubId: 'x' }, /clubId/]],
    get_ranking: [
      [{}, /ranking is missing/],
      [{ ranking: '../x' }, /ranking must be the id of a ranking/],
      [{ ranking: 'f'.repeat(24) }, /not_found/],
    ],
    get_my_season: [[{ ranking, at: 'now' }, /at is not known here/]],
  }

  test('answers good arguments, in less than 8 kB', async () => {
    assert.deepEqual(Object.keys(good).sort(), tools.map(({ name }) => name).sort())
    const large: string[] = []
    for (const { name } of tools)
      for (const args of good[name]!) {
        const { body, bytes, isError } = await call(name, args)
        assert.equal(isError, false, `${name} ${JSON.stringify(body)}`)
        if (bytes > MAX_BYTES) large.push(`${name} ${JSON.stringify(args)}: ${bytes} bytes`)
      }
    assert.deepEqual(large, [])
  })

  test('has detail only when asked, and that is as the API has it', async () => {
    const read = async (path: string) =>
      ((await (await server.fetch(`/api/v1/${path}`, { headers: pilot.headers })).json()) as Body).data
    const whole: [string, Body, string][] = [
      ['get_flight', { id }, `flights/${id}`],
      ['get_analysis', { id }, `flights/${id}/analysis`],
      ['get_scores', { id }, `flights/${id}/scores?league=all`],
      ['get_airspace', { id }, `flights/${id}/airspace`],
      ['list_leagues', {}, 'leagues'],
      ['list_flights', { counting: 'all' }, 'flights?fields=light&limit=10'],
    ]
    for (const [name, args, path] of whole) {
      const body = await ask(name, { ...args, detail: true })
      assert.deepEqual(body.data, await read(path), name)
      assert.notDeepEqual((await ask(name, args)).data, body.data, name)
    }
  })

  test('refuses unknown, wrong and missing arguments with a sentence that names them', async () => {
    assert.deepEqual(Object.keys(wrong).sort(), tools.map(({ name }) => name).sort())
    for (const [name, cases] of Object.entries(wrong))
      for (const [args, sentence] of cases) {
        const { isError, body } = await call(name, args)
        assert.equal(isError, true, `${name} ${JSON.stringify(args)}`)
        assert.match(JSON.stringify(body), sentence)
      }
    const { tools: listed } = await assistant.client.listTools()
    for (const { name, inputSchema } of listed) {
      assert.equal(inputSchema.additionalProperties, false, name)
      const { isError, body } = await call(name, { ...good[name]![0], nonsense: 1 })
      assert.equal(isError, true, name)
      const known = Object.keys(inputSchema.properties ?? {})
      assert.ok(
        known.every((argument) => String(body.error_description).includes(argument)),
        name,
      )
    }
    const unknown = await call('get_flights', { id })
    assert.match(
      String(unknown.body.error_description),
      /There is no tool get_flights\..*Did you mean get_flight\?/,
    )
  })

  test('does by default what its schema says, and says it nowhere else', async () => {
    let defaults = 0
    for (const { name, inputSchema, description } of tools) {
      assert.doesNotMatch(description, /by default/)
      const [args = {}] = good[name]!
      const answered = await ask(name, args)
      for (const [property, schema] of Object.entries<Property>(inputSchema.properties)) {
        assert.doesNotMatch(
          JSON.stringify(schema),
          /left out"|by default|default league/,
          `${name}.${property}`,
        )
        if (!('default' in schema)) continue
        defaults++
        assert.deepEqual(
          await ask(name, { ...args, [property]: schema.default }),
          answered,
          `${name}.${property}`,
        )
      }
    }
    assert.ok(defaults > 20)
  })

  test('reads text where a number is wanted, as the API does', async () => {
    assert.deepEqual(
      await ask('list_flights', { season: '2020' }),
      await ask('list_flights', { season: 2020 }),
    )
  })

  test('lists all pages without repeating or losing one', async () => {
    const seen: string[] = []
    for (let page = 1; ; page++) {
      const { data, pagination } = await ask<Listed>('list_flights', { page, limit: 5, counting: 'all' })
      seen.push(...data.map((flight) => flight.id))
      if (page >= pagination.totalPages) break
    }
    assert.deepEqual(seen.toSorted(), ids.toSorted())
    const { data, pagination, counting } = await ask<Listed>('list_flights')
    assert.deepEqual([data.length, pagination.totalCount, counting.uncountedFlights], [10, 13, 1])
  })

  test('tells a credential without the scope so', async () => {
    const user = await createUser(server)
    const key = await createKey(server, user, ['flights:read'])
    const other: Assistant = await connectAssistant(server.url, bearer(key))
    assert.equal((await other.call('get_profile')).body.error, 'insufficient_scope')
    assert.equal((await other.call('list_flights')).isError, false)
  })
})

interface Listed {
  data: { id: string }[]
  pagination: { totalCount: number; totalPages: number }
  counting: { uncountedFlights: number }
}
