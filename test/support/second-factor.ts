// Second factors as their users have them: an authenticator app, its codes, and passkeys.
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

/** By the dashboard, for a visitor who is signed in. */
export async function setUpApp(server: TestServer, visitor: Visitor, password: string): Promise<SetUpApp> {
  const { secret = '' } = await askFactors(server, visitor, 'POST', '/app', password)
  const code = showCode(server, secret)
  const { recoveryCodes = [] } = await askFactors(server, visitor, 'POST', '/app/confirm', undefined, {
    code,
  })
  return { secret, recoveryCodes }
}

export const renewCodes = async (server: TestServer, visitor: Visitor, password: string) =>
  (await askFactors(server, visitor, 'POST', '/recovery-codes', password)).recoveryCodes ?? []

export const removeApp = (server: TestServer, visitor: Visitor, password: string) =>
  askFactors(server, visitor, 'DELETE', '/app', password)

/** With the password first, where one is given. */
async function askFactors(
  server: TestServer,
  visitor: Visitor,
  method: string,
  path: string,
  password?: string,
  body: object = {},
): Promise<Partial<SetUpApp>> {
  const person = asPerson(server, visitor)
  if (password !== undefined)
    assert.equal((await send(server, person, 'POST', '/account/confirm', { password })).status, 204)
  const answer = await send(server, person, method, `/second-factors${path}`, body)
  const text = await answer.text()
  assert.ok(answer.ok, text)
  return (text === '' ? {} : JSON.parse(text)) as Partial<SetUpApp>
}

/** The visitor’s browser, as the dashboard uses it. */
export const asPerson = ({ url }: TestServer, { cookies }: Visitor) => ({
  headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), origin: url },
})

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
