// Second factors as their users have them: an authenticator app set up by the page, its codes, and passkeys.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import { send, type SignedIn } from './account.ts'
import { type Authenticator, createAuthenticator, type Signing } from './authenticator.ts'
import type { TestServer } from './server.ts'
import type { Visitor } from './visitor.ts'

/** The app's code now, or so many steps of 30 seconds from now. */
export function showCode({ services }: TestServer, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: services.now() + steps * 30_000 })
}

export interface SetUpApp {
  secret: string
  recoveryCodes: string[]
}

/** By the page, for a visitor who is signed in. */
export async function setUpApp(server: TestServer, visitor: Visitor, password: string): Promise<SetUpApp> {
  await visitor.open('/second-factor')
  const begun = await visitor.submit('/second-factor', { action: 'begin', password })
  const secret = /<p class="secret"><code>([A-Z2-7 ]+)</.exec(begun.text)?.[1]?.replaceAll(' ', '')
  assert.ok(secret, 'the page shows the key')
  const code = showCode(server, secret)
  const { text } = await visitor.submit('/second-factor/confirm', { code })
  return { secret, recoveryCodes: readRecoveryCodes(text) }
}

export function readRecoveryCodes(text: string): string[] {
  return [...text.matchAll(/<li><code>([a-z0-9-]{19})</g)].map(([, code = '']) => code)
}

// ── passkeys

export const PASSKEYS = '/second-factors/passkeys'
export const SIGN_IN = '/sign-in/passkey'
export const STEP = '/sign-in/second-factor/passkey'

/** By the dashboard, for a user who is signed in. */
export async function addPasskey(
  server: TestServer,
  person: SignedIn,
  authenticator = createAuthenticator(server.url),
  { name = 'My phone', signing = {} }: { name?: string; signing?: Signing } = {},
) {
  const asked = await send(server, person, 'POST', `${PASSKEYS}/options`, {})
  const options = (await asked.json()) as { challenge: string; user: { id: string } }
  const response = authenticator.register(options, signing)
  const answer = await send(server, person, 'POST', PASSKEYS, { name, response })
  return { authenticator, options, response, answer }
}

/** As the page's script does it. */
export async function post(server: TestServer, visitor: Visitor, path: string, body: unknown = {}) {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' }
  const response = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    visitor.cookies.set(name, value)
  }
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

export interface PasskeyRequest {
  challenge: string
  userVerification: string
  allowCredentials: object[]
}

/** To sign in, alone or as the second step. */
export async function usePasskey(
  server: TestServer,
  visitor: Visitor,
  authenticator: Authenticator,
  path = SIGN_IN,
  signing: Signing = {},
) {
  const { body } = await post(server, visitor, `${path}/options`)
  const response = authenticator.sign(body as unknown as PasskeyRequest, signing)
  const answer = await post(server, visitor, path, { response, returnTo: '/app/settings' })
  return { ...answer, options: body as unknown as PasskeyRequest, response }
}
