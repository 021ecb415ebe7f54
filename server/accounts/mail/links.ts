// One-time links sent by mail. They expire, and only their hashes are stored (better-auth's verification values).
import { randomBytes } from 'node:crypto'
import { DAY_SECONDS, HOUR_SECONDS } from '#server/platform/time.ts'
import type { Auth } from '../auth/auth.ts'

const lifetimeSeconds = {
  // better-auth's own identifier: its resetPassword takes the link.
  'reset-password': HOUR_SECONDS,
  'verify-email': DAY_SECONDS,
} as const

export type LinkPurpose = keyof typeof lifetimeSeconds

/** The path of a new link; `value` is handed back when the link is used. */
export async function createLink(auth: Auth, purpose: LinkPurpose, value: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { internalAdapter } = await (await auth.open()).$context
  await internalAdapter.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value,
    expiresAt: new Date(Date.now() + lifetimeSeconds[purpose] * 1000),
  })
  return `/${purpose}?token=${token}`
}

/** The value of a link that can be used now, without using it; undefined when it is unknown, used or expired. */
export async function findLink(auth: Auth, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const { internalAdapter } = await (await auth.open()).$context
  const found = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return found && found.expiresAt.getTime() > Date.now() ? found.value : undefined
}

/** Uses the link up: of any number of requests with it at once, one gets the value. */
export async function consumeLink(
  auth: Auth,
  purpose: LinkPurpose,
  token: string,
): Promise<string | undefined> {
  const { internalAdapter } = await (await auth.open()).$context
  return (await internalAdapter.consumeVerificationValue(`${purpose}:${token}`))?.value
}
