import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore, ReauthorizationRequiredError, type StoredTokens, storedTokens } from '../index.ts'

const expired: StoredTokens = { accessToken: 'at1', expiresAt: 0, refreshToken: 'rt1', scope: 'flights:read' }

const tokens = (count: number) => () =>
  Response.json({
    access_token: `at${count}`,
    refresh_token: `rt${count}`,
    expires_in: 3600,
    scope: 'flights:read',
  })
const cut = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) })
}
const unreachable = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })
}
/** As Deno says it. */
const unconnected = () => {
  const reason =
    'error sending request for url (http://localhost/): client error (Connect): tcp connect error'
  throw new TypeError('fetch failed', { cause: new Error(reason) })
}
const introspected = (active: boolean) => () => Response.json({ active })

/** An application whose requests are answered in turn. */
function answering(
  answers: (() => Response)[],
  stored: StoredTokens | undefined = expired,
  clientSecret?: string,
) {
  const asked: string[] = []
  const store = memoryStore(stored)
  const fetch = async (input: URL, init: RequestInit) => {
    const token = (init.body as URLSearchParams).get('refresh_token') ?? ''
    asked.push(`${input.pathname.split('/').at(-1)} ${token}`.trim())
    const answer = answers[asked.length - 1]
    assert.ok(answer, `an unexpected request: ${asked.join(', ')}`)
    return answer()
  }
  const secret = clientSecret === undefined ? {} : { clientSecret }
  const credential = storedTokens({ baseUrl: 'http://localhost', clientId: 'c', store, fetch, ...secret })
  return { credential, store, asked }
}

const isReason = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof ReauthorizationRequiredError, String(error))
  assert.equal(error.reason, reason)
  return true
}

test('a hundred calls at once share one rotation', async () => {
  const { credential, store, asked } = answering([tokens(2)])
  const got = await Promise.all(Array.from({ length: 100 }, () => credential.getToken()))
  assert.deepEqual(new Set(got), new Set(['at2']))
  assert.deepEqual(asked, ['token rt1'])
  assert.equal((await store.load())?.refreshToken, 'rt2')
  assert.equal((await store.load())?.isInDoubt, undefined)
})

test('a token that another process has renewed is taken from the store', async () => {
  const { credential, store, asked } = answering([], { ...expired, expiresAt: Date.now() + 60_000 })
  assert.equal(await credential.getToken(), 'at1')
  await store.save({ ...expired, accessToken: 'at2', expiresAt: Date.now() + 60_000 })
  assert.equal(await credential.renew?.('at1'), true)
  assert.equal(await credential.getToken(), 'at2')
  assert.deepEqual(asked, [])
})

test('a spent refresh token whose answer was lost is never sent again', async () => {
  const { credential, store, asked } = answering([cut, introspected(false), introspected(false)])
  await assert.rejects(credential.getToken(), (error: Error) => {
    assert.match(
      error.message,
      /lost, and with it the next refresh token\. The pilot has to sign in again\.$/,
    )
    return isReason('answer-lost')(error)
  })
  assert.equal((await store.load())?.isInDoubt, true)
  await assert.rejects(credential.getToken(), isReason('answer-lost'))
  assert.deepEqual(asked, ['token rt1', 'introspect', 'introspect'])
})

test('a refresh token that the service has not seen is sent again after the line broke', async () => {
  const { credential, asked } = answering([cut, introspected(true), tokens(2)], expired, 'cst_sec_x')
  assert.equal(await credential.getToken(), 'at2')
  assert.deepEqual(asked, ['token rt1', 'introspect', 'token rt1'])
})

test('a process that was killed while it refreshed leaves its doubt to the next', async () => {
  const { credential, asked } = answering([introspected(true), tokens(2)], { ...expired, isInDoubt: true })
  assert.equal(await credential.getToken(), 'at2')
  assert.deepEqual(asked, ['introspect', 'token rt1'])
})

test('a token in doubt that cannot be looked up: the pilot has to sign in again', async () => {
  const unknown = () => Response.json({ error: 'invalid_client' }, { status: 401 })
  const { credential } = answering([unknown], { ...expired, isInDoubt: true })
  await assert.rejects(credential.getToken(), isReason('answer-lost'))
})

test('a service that cannot be reached, or is busy, leaves no doubt', async () => {
  const busy = () => Response.json({ error: 'x' }, { status: 503, headers: { 'retry-after': '0' } })
  const { credential, asked } = answering([unreachable, unconnected, busy, tokens(2)])
  assert.equal(await credential.getToken(), 'at2')
  assert.deepEqual(asked, ['token rt1', 'token rt1', 'token rt1', 'token rt1'])
})

test('a refused refresh token ends the session with a clear error', async () => {
  const refused = () => Response.json({ error: 'invalid_grant' }, { status: 400 })
  const { credential, store } = answering([refused])
  await assert.rejects(credential.getToken(), isReason('refused'))
  assert.equal(await store.load(), undefined)
  await assert.rejects(credential.getToken(), isReason('signed-out'))
})

test('a wrong client secret does not cost the refresh token', async () => {
  const refused = () => Response.json({ error: 'invalid_client' }, { status: 401 })
  const { credential, store } = answering([refused])
  await assert.rejects(credential.getToken(), { code: 'invalid_client' })
  assert.deepEqual(await store.load(), { ...expired, isInDoubt: false })
})

test('an access token that is still good is used while the service cannot renew it', async () => {
  const refused = () => Response.json({ error: 'invalid_client' }, { status: 401 })
  const { credential } = answering([refused], { ...expired, expiresAt: Date.now() + 10_000 })
  assert.equal(await credential.getToken(), 'at1')
})

test('tokens without a refresh token: the error says that there is none', async () => {
  const { credential } = answering([], { ...expired, refreshToken: undefined })
  await assert.rejects(credential.getToken(), /has ended, and has no refresh token/)
})
