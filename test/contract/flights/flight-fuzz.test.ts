// run: all
// Anything at every route of flights: no 500, nothing of another pilot, and the server is as it was afterwards.
// --sweeps sends 100,000 requests.
import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'
import { createPilot, list, makeFlight, multipart, unlimited, uploadNew } from '#test/support/flights.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { SERVER, startProcess, waitForAnswer } from '#test/support/process.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'

const REQUESTS = process.env.SWEEPS === '1' ? 100_000 : 250
const AT_ONCE = 20
// A failure names its seed: FUZZ_SEED=… sends the same again.
const again = process.env.FUZZ_SEED ? { seed: Number(process.env.FUZZ_SEED) } : {}
const MARK = 'NobodyElsesBusiness'
const PLACES = { latitude: 61.5, longitude: 8.5 }

interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array | undefined
}

test(`${REQUESTS} requests of any kind`, { timeout: 3_600_000 }, async (context) => {
  const { environment, remove } = await createEnvironment()
  context.after(remove)
  const port = await findFreePort()
  Object.assign(environment, unlimited, {
    PORT: String(port),
    MAX_UPLOAD_BYTES: '100000',
    METRICS_TOKEN: 'watch',
  })
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  const pilot = await createPilot({ services } as TestServer)
  const victim = await createPilot({ services } as TestServer)
  await services.close()
  const server = startProcess(SERVER, [], environment)
  context.after(() => server.kill('SIGKILL'))
  const url = `http://localhost:${port}`
  await waitForAnswer(url, server)
  const target = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, url), init) }

  const secret = makeFlight(1, { ...PLACES, pilot: MARK, glider: MARK })
  const hidden = await uploadNew(target, victim, secret, { query: `?filename=${MARK}.igc` })
  const own = await uploadNew(target, pilot, makeFlight(2))
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  context.after(() => agent.destroy())
  const statuses = new Map<number, number>()

  const check = async (any: Sent) => {
    // One flight stays: there is something to read to the end.
    const isLast = any.method === 'DELETE' && any.path.includes(own.id)
    const sent = isLast ? { ...any, method: 'GET' } : any
    const description = () =>
      `${JSON.stringify({ ...sent, body: sent.body?.length })}\n${server.output().slice(-2000)}`
    const answer = await send(agent, port, {
      ...sent,
      headers: { ...pilot.headers, ...sent.headers },
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${description()}`, { cause: error })
    })
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const text = answer.body.toString('latin1')
    assert.ok(answer.status < 500 || answer.status === 503, `${answer.status} ${description()}`)
    assert.doesNotMatch(text, new RegExp(MARK))
    assert.doesNotMatch(text, new RegExp(hidden.hash))
    if (!sent.path.includes(hidden.id)) assert.doesNotMatch(text, new RegExp(hidden.id))
    if (answer.status < 400) return
    assert.doesNotMatch(text, /\.ts:\d|node_modules|sqlite|postgres|insert into|select /i)
    if (answer.headers['content-type']?.includes('json') && sent.method !== 'HEAD') {
      const body = JSON.parse(text) as Record<string, unknown>
      assert.deepEqual(Object.keys(body), ['error', 'error_description'])
    }
  }
  const run = (count: number) =>
    fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest([own.id, hidden.id]), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (requests) => {
          await Promise.all(requests.map(check))
        },
      ),
      { numRuns: Math.ceil(count / AT_ONCE), endOnFailure: true, reporter: tellBriefly, ...again },
    )

  await run(REQUESTS / 5)
  const before = await readMemory(url)
  await run((REQUESTS * 4) / 5)
  const after = await readMemory(url)
  context.diagnostic(
    JSON.stringify({
      requests: REQUESTS,
      statuses: Object.fromEntries(statuses),
      beforeMb: before,
      afterMb: after,
    }),
  )
  assert.ok(after < before * 1.3 + 50, `from ${before} MB to ${after} MB`)

  const found = await list(target, victim)
  assert.deepEqual(found.data, [hidden], 'the other pilot’s flight is untouched')
  const file = await target.fetch(`/api/v1/flights/${hidden.id}/igc`, { headers: victim.headers })
  assert.ok(Buffer.from(await file.arrayBuffer()).equals(secret))
})

/** Without the bodies, which fill screens; the seed brings them back. */
function tellBriefly(details: fc.RunDetails<[Sent[]]>): void {
  if (!details.failed) return
  const message = String((details.errorInstance as Error | null)?.stack)
  throw new Error(`seed ${details.seed}, path ${details.counterexamplePath}: ${message.slice(0, 2000)}`)
}

async function readMemory(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer watch' } })).text()
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  return Math.round(Number(bytes) / 1_048_576)
}

function send(
  agent: Agent,
  port: number,
  { method, path, headers, body }: Sent,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path, headers, timeout: 60_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    sent.on('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path}`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

function anyRequest(ids: string[]): fc.Arbitrary<Sent> {
  const hex = fc.stringMatching(/^[a-f0-9]{24}$/)
  const id = fc.oneof(
    fc.constantFrom(...ids),
    hex,
    fc.string({ maxLength: 40 }).map(encodeURIComponent),
    fc.constantFrom('upload', 'validate', '..', '%00', '%ff', "'--"),
  )
  const path = fc.oneof(
    fc.constant(''),
    id.map((one) => `/${one}`),
    fc.tuple(id, fc.constantFrom('igc', 'track', 'other')).map(([one, rest]) => `/${one}/${rest}`),
    fc.constantFrom('/upload', '/validate'),
  )
  const read = fc.record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'OPTIONS'),
    path: fc.tuple(path, anyQuery()).map(([one, query]) => `/api/v1/flights${one}${query}`),
    headers: anyHeaders(),
    body: fc.constant(undefined),
  })
  const upload = fc
    .tuple(fc.constantFrom('upload', 'validate'), anyQuery(), anyHeaders(), anyBody())
    .map(([route, query, headers, body]) => ({
      method: 'POST',
      path: `/api/v1/flights/${route}${query}`,
      headers: { 'content-type': body.type, ...headers },
      body: body.bytes,
    }))
  const patch = fc
    .tuple(id, anyHeaders(), fc.oneof(fc.json(), anyCorrection()))
    .map(([one, headers, json]) => ({
      method: 'PATCH',
      path: `/api/v1/flights/${one}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(json),
    }))
  return fc.oneof(
    { arbitrary: read, weight: 6 },
    { arbitrary: upload, weight: 3 },
    { arbitrary: patch, weight: 1 },
  )
}

function anyQuery(): fc.Arbitrary<string> {
  const names = [
    'page',
    'pageSize',
    'from',
    'to',
    'season',
    'updatedSince',
    'format',
    'resolution',
    'filename',
    'launch_type',
    'is_tandem',
    'glider',
    '__proto__',
  ]
  const value = fc.oneof(
    fc.integer().map(String),
    fc.integer({ min: 0, max: 200 }).map(String),
    fc.constantFrom(
      '2026-05-17',
      '2026-13-40',
      '0000-00-00',
      '9999-12-31',
      'true',
      'Self',
      'columns',
      'geojson',
      '',
    ),
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.string({ maxLength: 30 }),
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 4 })
    .map((pairs) =>
      pairs.length === 0 ? '' : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`,
    )
}

function anyHeaders(): fc.Arbitrary<Record<string, string>> {
  const text = fc.stringMatching(/^[\x21-\x7e][\x20-\x7e]{0,40}$/).map((one) => one.trim())
  const known = fc.record(
    {
      'if-none-match': fc.oneof(text, fc.constantFrom('*', '"x"', 'W/"x", "y"')),
      range: fc.oneof(
        text,
        fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
        fc.constant('bytes=-5'),
      ),
      'if-range': text,
      'accept-encoding': fc.constantFrom('zstd', 'gzip', 'zstd;q=0', '*;q=1'),
      'content-encoding': fc.constantFrom('gzip', 'identity', 'br', 'x-gzip'),
      'content-disposition': fc.oneof(
        text,
        text.map((one) => `attachment; filename="${one}"`),
      ),
      'idempotency-key': text,
      accept: text,
    },
    { requiredKeys: [] },
  )
  return fc.oneof(
    { arbitrary: fc.constant({}), weight: 2 },
    { arbitrary: known as fc.Arbitrary<Record<string, string>>, weight: 1 },
  )
}

function anyCorrection(): fc.Arbitrary<string> {
  return fc
    .record(
      {
        launch_type: fc.constantFrom('Self', 'Towed', 'Thrown'),
        is_tandem: fc.oneof(fc.boolean(), fc.anything()),
      },
      { requiredKeys: [] },
    )
    .map((body) =>
      JSON.stringify(body, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    )
}

const flights = [2, 3, 4, 5].map((seed) => Buffer.from(makeFlight(seed, { taskKm: 2 })))

function anyBody(): fc.Arbitrary<{ bytes: Uint8Array; type: string }> {
  const flight = fc.constantFrom(...flights)
  const mutated = fc
    .tuple(flight, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }), fc.nat(3000))
    .map(([bytes, changes, cut]) => {
      const copy = Buffer.from(bytes.subarray(0, bytes.length - (cut % bytes.length)))
      for (const [at, value] of changes) copy[at % copy.length] = value
      return copy
    })
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    mutated,
    mutated.map((bytes) => gzipSync(bytes, { level: 1 })),
    fc.tuple(mutated, fc.nat(500)).map(([bytes, cut]) => gzipSync(bytes, { level: 1 }).subarray(0, -1 - cut)),
    fc.constant(Buffer.alloc(120_000, 'B')),
  )
  const types = [
    'application/octet-stream',
    'application/igc',
    'text/plain',
    'application/json',
    'x',
    'multipart/form-data',
  ]
  const raw = fc.record({ bytes: content, type: fc.constantFrom(...types) })
  const name = fc.constantFrom('file', 'filename', 'glider', 'is_tandem', 'launch_type', 'other', '')
  const part = fc
    .tuple(name, fc.option(fc.string({ maxLength: 20 })), content)
    .map(([field, fileName, bytes]) => ({
      headers: `Content-Disposition: form-data; name="${field}"${fileName === null ? '' : `; filename="${fileName}"`}`,
      content: bytes,
    }))
  const ends = [
    '',
    '--flying-boundary',
    '--flying-boundary--',
    '--flying-boundary--\r\n',
    '\r\n--other--\r\n',
  ]
  const form = fc
    .tuple(fc.array(part, { maxLength: 3 }), fc.constantFrom(...ends, ends[3]!))
    .map(([parts, end]) => {
      const { body, contentType } = multipart(parts, { end })
      return { bytes: body, type: contentType }
    })
  return fc.oneof(raw, form)
}
