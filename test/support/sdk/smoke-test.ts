// The smoke test of the SDK for one runtime: what it is given, the program as one file, and what has to come of it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { finishAuthorization, memoryStore, startAuthorization } from '#sdk/index.ts'
import { createSignatureHeaders, createWebhookSecret } from '#server/webhooks/delivery/sign.ts'
import { makeFlight } from '../flights.ts'
import { authorizePath, decide, REDIRECT_URI, registerApplication } from '../oauth.ts'
import { createKey, createSignedInUser } from '../people.ts'
import type { TestServer } from '../server.ts'
import type { SmokeInput, SmokeResult } from './smoke.ts'

export interface SmokeTest {
  /** A module that does it all and hands the result to `globalThis.report`. */
  code: string
  check: (result: SmokeResult) => Promise<void>
}

export async function prepareSmokeTest(server: TestServer): Promise<SmokeTest> {
  const { user, headers } = await createSignedInUser(server)
  const { id: clientId } = await registerApplication(server, { type: 'public' })
  const application = { baseUrl: server.url, clientId, store: memoryStore() }
  const consent = async ({ url, pending }: SmokeResult['authorization']) => {
    const page = await server.fetch(authorizePath(Object.fromEntries(new URL(url).searchParams)), { headers })
    // The second time the pilot is not asked.
    const answer = page.headers.has('location') ? page : await decide(server, await page.text(), { headers })
    await finishAuthorization(application, answer.headers.get('location') ?? '', pending)
    return (await application.store.load())!
  }
  const tokens = await consent(await startAuthorization(application, { redirectUri: REDIRECT_URI }))
  const secret = createWebhookSecret()
  const body = JSON.stringify({ event: 'flight.deleted', flight: { id: 'ä', hash: null } })
  const input: SmokeInput = {
    baseUrl: server.url,
    key: await createKey(server, user, ['profile:read', 'flights:read', 'flights:write']),
    flight: Buffer.from(makeFlight(1)).toString(),
    clientId,
    redirectUri: REDIRECT_URI,
    tokens: { ...tokens, expiresAt: 0 },
    webhook: { secret, headers: sign(secret, body), body },
  }

  const check = async (result: SmokeResult) => {
    const [isNew, fileName, id] = result.uploaded
    assert.deepEqual([isNew, fileName, result.again], [true, 'one.igc', false])
    assert.deepEqual(result.progress, [0, input.flight.length])
    assert.deepEqual([result.listed, result.changed, result.downloaded], [[id], [id], true])
    const [requestId, ...missing] = result.missing
    assert.deepEqual(missing, ['NotFoundError', 404])
    assert.match(String(requestId), /\w/)
    assert.deepEqual(result.profiles, Array(5).fill(user.id))
    assert.ok(result.refreshToken && result.refreshToken !== tokens.refreshToken)
    assert.deepEqual([result.event, result.signed], ['flight.deleted', 'own'])
    assert.match(result.forged as string, /^WebhookVerificationError: /)
    await consent(result.authorization)
  }
  return { code: await bundle(input), check }
}

function sign(secret: string, body: string): Record<string, string> {
  const unixSeconds = Math.floor(Date.now() / 1000)
  return createSignatureHeaders({ id: 'e1', body: Buffer.from(body), unixSeconds, secrets: [secret] })
}

async function bundle(input: SmokeInput): Promise<string> {
  const smoke = join(import.meta.dirname, 'smoke.ts')
  const code = `import { runSmoke } from ${JSON.stringify(smoke)}
    globalThis.report(JSON.stringify(await runSmoke(${JSON.stringify(input)})))`
  const bundling = await rolldown({
    input: 'entry',
    platform: 'neutral',
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? '\0entry' : null),
        load: (id) => (id === '\0entry' ? code : null),
      },
    ],
  })
  const { output } = await bundling.generate({ minify: true })
  return output[0].code
}
