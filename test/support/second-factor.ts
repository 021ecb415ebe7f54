// Second factors as their users have them: an authenticator app set up by the page, and its codes.
import assert from 'node:assert/strict'
import { Secret, TOTP } from 'otpauth'
import type { TestServer } from './server.ts'
import type { Visitor } from './visitor.ts'

/** What the app shows now, or so many steps of 30 seconds from now. */
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
