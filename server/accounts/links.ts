// Links sent by mail: used once, for a limited time, kept as hashes (better-auth's verification values).
import { randomBytes } from 'node:crypto'
import { DAY_SECONDS, HOUR_SECONDS } from '#server/platform/time.ts'
import type { Auth } from './auth/auth.ts'

const linkSeconds = {
  // better-auth's own identifier: its resetPassword takes the link.
  'reset-password': HOUR_SECONDS,
  'verify-email': DAY_SECONDS,
} as const

export type LinkPurpose = keyof typeof linkSeconds

/** The path of a fresh link; `value` comes back when it is used. */
export async function createLink(auth: Auth, purpose: LinkPurpose, value: string): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const { internalAdapter } = await (await auth.open()).$context
  await internalAdapter.createVerificationValue({
    identifier: `${purpose}:${token}`,
    value,
    expiresAt: new Date(Date.now() + linkSeconds[purpose] * 1000),
  })
  return `/${purpose}?token=${token}`
}

/** Whether the link could be used now; it stays usable. */
export async function findLink(auth: Auth, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const { internalAdapter } = await (await auth.open()).$context
  const found = await internalAdapter.findVerificationValue(`${purpose}:${token}`)
  return found && found.expiresAt.getTime() > Date.now() ? found.value : undefined
}

/** The link's value, to the first who uses it. */
export async function useLink(auth: Auth, purpose: LinkPurpose, token: string): Promise<string | undefined> {
  const { internalAdapter } = await (await auth.open()).$context
  return (await internalAdapter.consumeVerificationValue(`${purpose}:${token}`))?.value
}
