// run: all
// Many processes with one stored credential, and a line that loses answers.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import {
  apiKey,
  createClient,
  getProfile,
  listFlights,
  memoryStore,
  ReauthorizationRequiredError,
  type StoredTokens,
  storedTokens,
  uploadFlight,
} from '#sdk/index.ts'
import { fileStore } from '#sdk/node/index.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, unlimited } from '#test/support/flights.ts'
import { obtainTokens, registerApplication, type TestApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startCuttingProxy } from '#test/support/sdk/cutting-proxy.ts'
import { startServer } from '#test/support/server.ts'

const PROCESSES = process.env.SWEEPS ? 200 : 4
const ROUNDS = process.env.SWEEPS ? 60 : 3
const root = join(import.meta.dirname, '../..')

/** Numbers that look random and are the same in every run. */
function createChance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

suite('one credential for many', async () => {
  const server = await startServer({ after }, { environment: { ...unlimited, RATE_LIMIT_OAUTH: '0' } })

  /** Tokens of a pilot whose access token has just ended. */
  async function signIn(): Promise<{ application: TestApplication; stored: StoredTokens; userId: string }> {
    const { user, headers } = await createSignedInUser(server)
    const application = await registerApplication(server, { type: 'public' })
    const tokens = await obtainTokens(server, application, { headers })
    const stored = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? '',
      expiresAt: 0,
      scope: tokens.scope,
    }
    return { application, stored, userId: user.id }
  }

  async function countRefreshTokens(userId: string): Promise<{ all: number; spent: number }> {
    const rows = await server.services.db.sql<{ spent: boolean }>`
      select used_at is not null as spent from refresh_tokens
      where chain_id in (select id from chains where user_id = ${userId})`
    return { all: rows.length, spent: rows.filter(({ spent }) => spent).length }
  }

  test(`${PROCESSES} processes refresh one stored credential at once: one rotation, none signed out`, async (context) => {
    const { application, stored, userId } = await signIn()
    const folder = makeFolder(context)
    const path = join(folder, 'tokens.json')
    await fileStore(path).save(stored)
    const children = Array.from({ length: PROCESSES }, () =>
      spawn(
        process.execPath,
        [join(root, 'test/support/sdk/refresher.ts'), server.url, application.id, path],
        { stdio: ['pipe', 'pipe', 'inherit'] },
      ),
    )
    const outputs = await Promise.all(children.map(readOutput(children)))
    assert.deepEqual(
      outputs.filter((output) => output !== `ready\n${userId}\n`),
      [],
    )
    assert.deepEqual(await countRefreshTokens(userId), { all: 2, spent: 1 })
  })

  test('a line that cuts answers at random loses no upload and doubles none', async (context) => {
    const chance = createChance(7)
    const proxy = await startCuttingProxy(server.url, () => chance() < 0.3)
    context.after(() => proxy.close())
    const { token } = await createPilot(server)
    const client = createClient({
      baseUrl: proxy.url,
      credential: apiKey(token),
      maxAttempts: 12,
      maxWaitMs: 50,
    })
    const results = []
    for (let seed = 1; seed <= ROUNDS; seed++) results.push(await uploadFlight(client, makeFlight(seed)))
    assert.ok(
      results.every(({ isNew }) => isNew),
      'a flight that was sent again is still new to its sender',
    )
    const listed = await Array.fromAsync(listFlights(client))
    assert.deepEqual(new Set(listed.map(({ id }) => id)), new Set(results.map(({ id }) => id)))
    assert.equal(listed.length, ROUNDS)
    assert.ok(proxy.cuts > 0)
  })

  test('a line that cuts answers at random burns no chain silently', async (context) => {
    const chance = createChance(3)
    let lost = 0
    for (let round = 0; round < ROUNDS; round++) {
      const { application, stored, userId } = await signIn()
      const proxy = await startCuttingProxy(server.url, (path) => path.includes('oauth') && chance() < 0.4)
      context.after(() => proxy.close())
      const store = memoryStore(stored)
      const credential = storedTokens({ baseUrl: proxy.url, clientId: application.id, store })
      const client = createClient({ baseUrl: proxy.url, credential })
      try {
        assert.equal((await getProfile(client)).id, userId)
      } catch (error) {
        assert.ok(error instanceof ReauthorizationRequiredError, String(error))
        assert.equal(error.reason, 'answer-lost')
        lost++
      }
      // A replay would have revoked the chain: its access token, which no answer has replaced, would be refused.
      const direct = createClient({ baseUrl: server.url, credential: apiKey(stored.accessToken) })
      assert.equal((await getProfile(direct)).id, userId)
    }
    assert.ok(lost > 0 && lost < ROUNDS, `${lost} of ${ROUNDS} lost`)
  })
})

/** Waits until all are ready, lets them go at once, and reads each to its end. */
function readOutput(children: readonly ChildProcess[]): (child: ChildProcess) => Promise<string> {
  let ready = 0
  return async (child) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      if (text === '' && ++ready === children.length) for (const one of children) one.stdin?.write('go\n')
      text += chunk.toString()
    })
    await once(child, 'close')
    return text
  }
}
