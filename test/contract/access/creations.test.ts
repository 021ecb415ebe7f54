// run: all
// on: sqlite, postgres
// Whatever an API call creates, the same call with the same Idempotency-Key creates nothing more.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Description } from '#contract/openapi/document.ts'
import { resolve } from '#contract/openapi/resolve.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { fetchPart } from '#test/support/description.ts'
import { makeFlight, unlimited } from '#test/support/flights.ts'
import { signInProgram } from '#test/support/oauth.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { simple } from '#test/support/rankings/entries.ts'
import { foundLeague, terms } from '#test/support/rankings/league.ts'
import { startServer } from '#test/support/server.ts'

interface Creation {
  path: string
  body: object
  /** Makes another request of it. */
  change: object
  headers?: Record<string, string>
}

const webhook = { url: 'https://hooks.example/a', enabled: false }

suite('what is created with an Idempotency-Key', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const league = await foundLeague(server)
  const { owner } = league
  const key = bearer(
    await createKey(server, owner.user, ['webhooks:manage', 'flights:read', 'flights:write']),
  )
  const { access_token: program } = await signInProgram(server, 'devices:manage')
  const { clubId, season } = league
  const club = {
    name: 'Second league',
    handle: 'second-league',
    country: 'CH',
    join: 'open',
    visible: 'public',
  }
  const name = 'Another'
  const creations: Creation[] = [
    { path: 'gliders', body: { name: 'Alpina', class: 'C' }, change: { name } },
    { path: 'clubs', body: club, change: { name } },
    { path: `clubs/${clubId}/invitations`, body: {}, change: { days: 3 } },
    { path: 'seasons', body: { clubId, name: '2027', terms }, change: { name } },
    { path: `seasons/${season.id}/rankings`, body: { name: 'Fun cup', rule: simple }, change: { name } },
    { path: 'webhooks', body: webhook, change: { url: 'https://hooks.example/b' }, headers: key },
    { path: 'devices', body: { name: 'Vario' }, change: { name }, headers: bearer(program) },
  ]
  let made = 0
  const send = async (
    path: string,
    body: object,
    {
      headers = owner.headers,
      idempotencyKey,
    }: { headers?: Creation['headers'] | undefined; idempotencyKey: string },
  ) => {
    const response = await server.fetch(`/api/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const { error } = JSON.parse(text) as { error?: string }
    return { status: response.status, text, error, headers: response.headers }
  }

  test('is everything that a POST of the API answers with 201 alone', async () => {
    const whole = await fetchPart(server, '/api/v1/openapi.json?part=all')
    const { paths } = resolve(whole, whole) as Description
    const creating = Object.entries(paths).filter(([, { post }]) =>
      post?.parameters?.some(({ name }) => name === 'idempotency-key'),
    )
    const uploads = ['/api/v1/flights/upload', '/api/v1/flights/{id}/photos']
    assert.deepEqual(
      creating.map(([path]) => path).toSorted(),
      [
        ...creations.map(({ path }) => `/api/v1/${path.replace(/[0-9a-f]{24}/, '{id}')}`),
        ...uploads,
      ].toSorted(),
    )
    for (const [path, { post }] of creating) assert.ok(post!.responses[409], path)
  })

  for (const { path, body, change, headers } of creations)
    test(`${path.replace(/[0-9a-f]{24}/, '{id}')} is there once, and another body is a conflict`, async () => {
      const options = { headers, idempotencyKey: `once-${++made}` }
      const first = await send(path, body, options)
      assert.equal(first.status, 201, first.text)
      const again = await send(path, body, options)
      assert.deepEqual([again.status, again.text], [201, first.text])
      assert.equal(again.headers.get('cache-control'), 'no-store')
      assert.equal(again.headers.get('x-cloudstreet-ignored'), null)
      const other = await send(path, { ...body, ...change }, options)
      assert.deepEqual([other.status, other.error], [409, 'conflict'])
      assert.match(other.text, /already used for another request/)
    })

  test('of requests at once one creates, and the others have its answer or are told to wait', async () => {
    for (let round = 0; round < 5; round++) {
      const idempotencyKey = `twins-${round}`
      const body = { name: `Twin ${round}`, class: 'B' }
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => send('gliders', body, { idempotencyKey })),
      )
      const stored = answers.filter(({ status }) => status === 201)
      assert.equal(new Set(stored.map(({ text }) => text)).size, 1)
      for (const { status, error } of answers)
        if (status !== 201) assert.deepEqual([status, error], [409, 'conflict'])
    }
    const list = await server.fetch('/api/v1/gliders', owner)
    const { data } = (await list.json()) as { data: { name: string }[] }
    assert.equal(data.filter(({ name }) => name.startsWith('Twin ')).length, 5)
  })

  test('is answered to nobody else, and the database has no secret of it', async () => {
    const { text } = await send(
      'webhooks',
      { url: 'https://hooks.example/a', enabled: false },
      { headers: key, idempotencyKey: 'secret' },
    )
    const { secret } = (JSON.parse(text) as { data: { secret: string } }).data
    const another = bearer(await createKey(server, owner.user, ['webhooks:manage']))
    const other = await send(
      'webhooks',
      { url: 'https://hooks.example/a', enabled: false },
      { headers: another, idempotencyKey: 'secret' },
    )
    assert.equal(other.status, 201)
    assert.ok(!other.text.includes(secret))
    const rows = await server.services.db.sql<{ answer: string }>`select answer from idempotency_keys`
    for (const { answer } of rows) {
      assert.ok(!answer.includes(secret))
      assert.ok(!Buffer.from(answer, 'base64').toString().includes(secret))
    }
  })

  test('a refused request keeps no key, and after a day a key is free', async () => {
    const idempotencyKey = 'refused'
    const double = await send('clubs', club, { idempotencyKey })
    assert.equal(double.status, 400)
    const renamed = { ...club, name: 'Third league', handle: 'third-league' }
    assert.equal((await send('clubs', renamed, { idempotencyKey })).status, 201)
    const glider = { name: 'Daily', class: 'B' }
    const first = await send('gliders', glider, { idempotencyKey: 'daily' })
    server.advance(DAY_MS + 1000)
    const later = await send('gliders', { ...glider, name: 'Nightly' }, { idempotencyKey: 'daily' })
    assert.equal(later.status, 201)
    assert.notEqual(later.text, first.text)
  })

  test('one that was cut off is not created again', async () => {
    const glider = { name: 'Cut off', class: 'B' }
    await send('gliders', glider, { idempotencyKey: 'cut' })
    await server.services.db.sql`
      update idempotency_keys set status = 0, answer = '' where idempotency_key = 'cut'`
    const again = await send('gliders', glider, { idempotencyKey: 'cut' })
    assert.deepEqual([again.status, again.error], [409, 'conflict'])
    assert.match(again.text, /under way, or was cut off/)
  })

  test('is not taken for an upload with the same key', async () => {
    await send('gliders', { name: 'First', class: 'B' }, { idempotencyKey: 'shared' })
    const upload = await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: { ...owner.headers, 'idempotency-key': 'shared' },
      body: makeFlight(77) as BodyInit,
    })
    assert.equal(upload.status, 409)
  })
})
