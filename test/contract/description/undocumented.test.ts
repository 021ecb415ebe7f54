// run: all
// Whatever is asked of an operation, the answer is one that its description has.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import Schema from 'typebox/schema'
import { keyScopes } from '#contract/scopes.ts'
import { type FuzzedOperation, listFuzzed, makeRequest, type Random } from '#test/support/abuse/fuzz.ts'
import { fetchResolved } from '#test/support/description.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { basic, registerApplication } from '#test/support/oauth.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { foundLeague } from '#test/support/rankings/league.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

const SEED = Number(process.env.FUZZ_SEED ?? 58)
/** Of each operation. */
const ROUNDS = process.env.SWEEPS === undefined ? 14 : 150

/** Mulberry32. */
function makeRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

async function createCallers(server: TestServer) {
  const pilot = await createPilot(server)
  const flights = []
  for (const seed of [1, 2]) flights.push(await uploadNew(server, pilot, makeFlight(seed)))
  const key = await createKey(server, pilot.user, [...keyScopes])
  const narrow = await createKey(server, pilot.user, ['profile:read'])
  const application = await registerApplication(server)
  const { login, password } = await addDevice(server, pilot.user)
  const league = await foundLeague(server)
  const ids = [
    ...flights.map(({ id }) => id),
    flights[0]!.hash,
    league.clubId,
    league.season.id,
    'f'.repeat(24),
  ]
  const able = [pilot.headers, bearer(key), bearer(league.owner.token)]
  const callers = [
    ...able,
    ...able,
    ...able,
    ...able,
    bearer(narrow),
    bearer('cst_key_unknown'),
    basic(application.id, application.secret ?? ''),
    basic(login, password),
    {},
  ]
  return { ids, callers }
}

async function judge(response: Response, { operation }: FuzzedOperation): Promise<string | undefined> {
  const { status } = response
  const described = operation.responses[status]
  if (status >= 500) return `is a fault: ${await response.text()}`
  if (!described) return `is not described: ${(await response.text()).slice(0, 200)}`
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  const body = await response.text()
  const types = Object.keys(described.content ?? {})
  if (types.length === 0) return body === '' ? undefined : `has a body: ${body.slice(0, 100)}`
  if (!types.includes(type)) return `is of the type ${type}, not ${types.join()}`
  if (type !== 'application/json') return undefined
  const { schema } = described.content![type]!
  return Schema.Check(schema as never, JSON.parse(body))
    ? undefined
    : `does not fit its schema: ${body.slice(0, 300)}`
}

suite('requests at random', () => {
  test(`are answered as described, ${ROUNDS} of each operation, with the seed ${SEED}`, async () => {
    const server = await shareServer()
    const operations = listFuzzed(await fetchResolved(server))
    assert.ok(operations.length > 100, String(operations.length))
    const { ids, callers } = await createCallers(server)
    const random = makeRandom(SEED)
    const wrong = new Map<string, string>()
    for (let round = 0; round < ROUNDS; round++) {
      for (const each of operations) {
        const { url, init } = makeRequest(each, random, ids)
        const caller = callers[Math.floor(random() * callers.length)]!
        const response = await server.fetch(url, {
          ...init,
          headers: { ...init.headers, ...caller },
          redirect: 'manual',
        })
        const problem = await judge(response, each)
        const name = `${each.operation.operationId} ${response.status}`
        if (problem)
          wrong.set(
            name,
            `${init.method} ${url.slice(0, 200)} with ${init.headers['content-type']}: ${problem}`,
          )
      }
    }
    assert.deepEqual(Object.fromEntries(wrong), {})
  })
})
