import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import {
  addGlider,
  apiKey,
  clientCredentials,
  CloudstreetError,
  type ClientOptions,
  ConnectionError,
  createClient,
  createWebhook,
  getFlight,
  importFlights,
  InvalidFlightError,
  listFlights,
  NotFoundError,
  RateLimitedError,
  rotateWebhookSecret,
  uploadFlight,
} from './index.ts'
import { warnAboutIgnored } from './client.ts'

interface Sent {
  url: URL
  headers: Headers
  method: string
}

/** A client whose requests are answered in turn; the last answer is given again. */
function answering(answers: (() => Response)[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const fetch = async (input: URL, init: RequestInit) => {
    sent.push({
      url: input,
      headers: new Headers(init.headers),
      method: init.method ?? '',
    })
    return (answers[sent.length - 1] ?? answers.at(-1)!)()
  }
  const client = createClient({
    baseUrl: 'http://localhost',
    credential: apiKey('cst_key_x'),
    fetch,
    ...options,
  })
  return { client, sent }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })
const uploaded = json(201, { data: { id: 'a', isNew: true } })
const broken = () => {
  throw new TypeError('fetch failed')
}
/** Its headers arrive, its body does not. */
const cut = () =>
  new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) }))
const busy = json(
  503,
  { error: 'temporarily_unavailable', error_description: 'Busy.' },
  { 'retry-after': '0' },
)

test('an upload whose answer is lost is sent again under the same idempotency key', async () => {
  const { client, sent } = answering([broken, cut, busy, uploaded])
  assert.equal((await uploadFlight(client, new Uint8Array([65]))).isNew, true)
  assert.equal(sent.length, 4)
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
})

test('a creation whose answer is lost is sent again under the same idempotency key', async () => {
  const glider = json(201, { data: { id: 'g1', name: 'Alpina' } })
  const { client, sent } = answering([broken, cut, busy, glider])
  assert.equal((await addGlider(client, { name: 'Alpina', class: 'C' })).id, 'g1')
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  assert.ok(sent[0]?.headers.get('idempotency-key'))
})

test('two uploads have two idempotency keys', async () => {
  const { client, sent } = answering([uploaded])
  await uploadFlight(client, new Blob(['A']))
  await uploadFlight(client, new Blob(['A']))
  assert.notEqual(sent[0]?.headers.get('idempotency-key'), sent[1]?.headers.get('idempotency-key'))
})

test('what must not be done twice is not sent again when its answer is lost', async () => {
  const { client, sent } = answering([broken])
  await assert.rejects(rotateWebhookSecret(client, 'a'), ConnectionError)
  assert.equal(sent.length, 1)
})

test('what was turned away before anything was done is sent again', async () => {
  const { client, sent } = answering([busy, json(201, { data: { id: 'a' } })])
  await createWebhook(client, { url: 'https://example.org' })
  assert.equal(sent.length, 2)
})

test('Retry-After is waited for', async () => {
  const limited = json(
    429,
    { success: false, error: 'rate_limit_exceeded', retryAfter: 1 },
    { 'retry-after': '1' },
  )
  const { client } = answering([limited, uploaded])
  const startedAt = performance.now()
  await uploadFlight(client, new Blob(['A']))
  assert.ok(performance.now() - startedAt > 950)
})

test('a date in Retry-After is counted from the Date of the answer, however far off that is', async () => {
  const told = { date: 'Mon, 17 May 2027 10:00:00 GMT', 'retry-after': 'Mon, 17 May 2027 10:00:07 GMT' }
  const limited = json(429, { error: 'rate_limit_exceeded' }, told)
  const { client } = answering([limited], { maxWaitMs: 1_000 })
  await assert.rejects(getFlight(client, 'x'), { retryAfterMs: 7_000 })
})

test('a Retry-After beyond what the caller wants to wait is an error that says how long', async () => {
  const limited = json(429, { success: false, error: 'rate_limit_exceeded', retryAfter: 60 })
  const { client, sent } = answering([limited], { maxWaitMs: 1000 })
  await assert.rejects(uploadFlight(client, new Blob(['A'])), (error) => {
    assert.ok(error instanceof RateLimitedError)
    assert.equal(error.retryAfterMs, 60_000)
    return true
  })
  assert.equal(sent.length, 1)
})

test('a file that is damaged or lost is not asked for again', async () => {
  for (const code of ['file_corrupt', 'file_lost']) {
    const { client, sent } = answering([json(500, { error: code, error_description: 'It is gone.' })])
    await assert.rejects(getFlight(client, 'x'), { code })
    assert.equal(sent.length, 1)
  }
})

test('each error has its own class, with the sentence and the request id', async () => {
  const body = { error: 'not_found', error_description: 'There is no such flight.' }
  const { client } = answering([json(404, body, { 'x-request-id': 'b3Zx0Yk1' })])
  await assert.rejects(getFlight(client, 'x'), (error) => {
    assert.ok(error instanceof NotFoundError)
    assert.deepEqual(
      [error.status, error.code, error.message, error.requestId],
      [404, 'not_found', 'There is no such flight.', 'b3Zx0Yk1'],
    )
    return true
  })
})

test('a refused file is not sent again', async () => {
  const { client, sent } = answering([json(400, { error: 'invalid_igc', error_description: 'Line 3: no.' })])
  await assert.rejects(uploadFlight(client, new Blob(['A'])), InvalidFlightError)
  assert.equal(sent.length, 1)
})

test('an answer that a proxy wrote is an error, too, and no crash', async () => {
  const { client } = answering([() => new Response('<h1>Bad Gateway</h1>', { status: 502 })], {
    maxAttempts: 1,
  })
  await assert.rejects(getFlight(client, 'x'), /The service answered 502/)
})

test('a token that is refused is renewed once and the request sent again', async () => {
  let token = 'old'
  const credential = {
    getToken: async () => token,
    renew: async () => {
      token = 'new'
      return true
    },
  }
  const { client, sent } = answering([json(401, { error: 'invalid_token' }), json(200, { data: {} })], {
    credential,
  })
  await getFlight(client, 'x')
  assert.deepEqual(
    sent.map(({ headers }) => headers.get('authorization')),
    ['Bearer old', 'Bearer new'],
  )
  const refusing = answering([json(401, { error: 'invalid_token' })], { credential })
  await assert.rejects(getFlight(refusing.client, 'x'), /401/)
  assert.equal(refusing.sent.length, 2)
})

test('a caller who gives up ends the wait at once', async () => {
  const { client } = answering([json(429, { error: 'rate_limit_exceeded' }, { 'retry-after': '60' })])
  const signal = AbortSignal.timeout(50)
  await assert.rejects(getFlight(client, 'x', { signal }), { name: 'TimeoutError' })
})

test('flights are listed page by page, as they are asked for', async () => {
  const page = (ids: string[], next: string | null) =>
    json(200, { data: ids.map((id) => ({ id })), pagination: { next } })
  const { client, sent } = answering([page(['a', 'b'], 'cursor'), page(['c'], null)])
  const ids = []
  for await (const { id } of listFlights(client, { season: 2026 }, { limit: 2 })) ids.push(id)
  assert.deepEqual(ids, ['a', 'b', 'c'])
  const searches = sent.map(({ url }) => url.search)
  assert.deepEqual(searches, ['?season=2026&pageSize=2', '?season=2026&limit=2&after=cursor'])
  for await (const { id } of listFlights(client)) assert.equal(id, 'c')
  assert.equal(sent.length, 3)
})

test('a file is uploaded from its path, bytes, a buffer, a Blob, a stream and an iterable, and keeps its name', async () => {
  const bodies: string[] = []
  const fetch = async (input: URL, init: RequestInit) => {
    bodies.push(`${await new Response(init.body).text()}${input.search}`)
    return uploaded()
  }
  const { client } = answering([], { fetch })
  const bytes = new TextEncoder().encode('A')
  async function* iterate() {
    yield bytes
    yield bytes
  }
  for (const file of [bytes, bytes.buffer, new Blob([bytes]), new Blob([bytes]).stream(), iterate()]) {
    await uploadFlight(client, file)
  }
  await uploadFlight(client, new File([bytes], 'a.igc'), { is_tandem: true })
  const path = join(tmpdir(), `path-${process.pid}.igc`)
  writeFileSync(path, bytes)
  await uploadFlight(client, path)
  rmSync(path)
  const named = [`A?filename=${basename(path)}`, 'A?filename=a.igc&is_tandem=true']
  assert.deepEqual(bodies, ['A', 'A', 'A', 'A', 'AA', ...named.toReversed()])
})

test('text or a parsed part is no file, and the error says what is', async () => {
  const { client } = answering([])
  for (const file of ['AXCT\r\n', undefined, { path: 'a.igc' }])
    await assert.rejects(uploadFlight(client, file as unknown as Blob), {
      name: 'CloudstreetError',
      message: /Pass .*bytes/,
    })
})

test('a credential that cannot give a token has made its own attempts: it is not asked again', async () => {
  let asked = 0
  const getToken = async () => {
    asked++
    throw new ConnectionError('The service could not be reached.')
  }
  const renew = () => assert.fail('nothing was refused')
  const { client, sent } = answering([uploaded], { credential: { getToken, renew } })
  await assert.rejects(getFlight(client, 'a'), ConnectionError)
  assert.deepEqual([asked, sent.length], [1, 0])
})

test('a class has its own name, also in code that a bundler has shortened', async () => {
  const { client } = answering([json(404, { error: 'not_found', error_description: 'No.' })])
  await assert.rejects(getFlight(client, 'a'), { name: 'NotFoundError', message: 'No.', status: 404 })
})

test('what cannot work is refused where it is given', async () => {
  const refuse = (make: () => unknown, pattern: RegExp) =>
    assert.throws(make, (error) => error instanceof CloudstreetError && pattern.test(error.message))
  refuse(() => apiKey(''), /API key is empty/)
  refuse(() => apiKey(undefined), /API key is empty/)
  refuse(() => apiKey('cst_key_x\n'), /holds blanks or line ends/)
  refuse(() => answering([uploaded], { baseUrl: 'localhost:3000' }), /such as https:.*not "localhost:3000"/)
  refuse(() => answering([uploaded], { baseUrl: '' }), /such as https:/)
  const client = { baseUrl: 'http://localhost', clientId: 'a', clientSecret: '' }
  refuse(() => clientCredentials(client), /clientSecret is empty/)
  const { client: own, sent } = answering([uploaded])
  await assert.rejects(getFlight(own, ''), /The id is empty/)
  assert.equal(sent.length, 0)
})

test('a stream that does not end is given up by its caller, and one that is too long by itself', async () => {
  const { client, sent } = answering([uploaded])
  for (const makeStream of [() => new ReadableStream<Uint8Array>(), waitForEver]) {
    const controller = new AbortController()
    const waiting = uploadFlight(client, makeStream(), { signal: controller.signal })
    controller.abort(new Error('enough'))
    await assert.rejects(waiting, /enough/)
  }
  async function* endless() {
    for (;;) yield new Uint8Array(1000)
  }
  await assert.rejects(uploadFlight(client, endless(), { maxBytes: 5000 }), /more than 5000 bytes/)
  assert.equal(sent.length, 0)
})

async function* waitForEver(): AsyncGenerator<Uint8Array> {
  await new Promise<void>(() => undefined)
  yield new Uint8Array()
}

test('an import that goes on by itself is followed to its end', async () => {
  const progress = (state: string) => json(200, { data: { id: 'a', state } })
  const { client, sent } = answering([progress('running'), progress('running'), progress('done')])
  const seen: string[] = []
  await importFlights(client, new Uint8Array([80]), { pollMs: 1, onChange: ({ state }) => seen.push(state) })
  assert.deepEqual(seen, ['running', 'running', 'done'])
  assert.deepEqual(
    sent.map(({ method, url }) => `${method} ${url.pathname}`),
    ['POST /api/v1/flights/import', 'GET /api/v1/imports/a', 'GET /api/v1/imports/a'],
  )
})

test('a parameter that the service did not know is warned about once', (context) => {
  const warn = context.mock.method(console, 'warn', () => undefined)
  const headers = new Headers({ 'x-cloudstreet-ignored': 'sesaon, pagesize' })
  warnAboutIgnored(headers)
  warnAboutIgnored(headers)
  assert.deepEqual(
    warn.mock.calls.map(({ arguments: [text] }) => /parameter (\w+)/.exec(String(text))?.[1]),
    ['sesaon', 'pagesize'],
  )
})
