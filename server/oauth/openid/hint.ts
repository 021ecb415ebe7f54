// id_token_hint: an id_token of ours that comes back, to say whom an application means (OpenID Connect Core 3.1.2.1).
import type { Services } from '#server/platform/services.ts'
import { listPublishedKeys, SIGNING_ALGORITHM } from './keys.ts'

export interface Hint {
  readonly userId: string
  /** The id of the application that the id_token was issued to. */
  readonly clientId: string
}

/**
 * Undefined when our signature cannot be verified: it is not ours, or its key is gone. Its age does not matter: it
 * tells who has signed in once, and opens nothing.
 */
export async function readHint(services: Services, idToken: string): Promise<Hint | undefined> {
  const { compactVerify, createLocalJWKSet, errors } = await import('jose')
  const keys = createLocalJWKSet(await listPublishedKeys(services))
  try {
    const { payload } = await compactVerify(idToken, keys, { algorithms: [SIGNING_ALGORITHM] })
    const claims = JSON.parse(Buffer.from(payload).toString('utf8')) as Record<string, unknown>
    const { iss, sub, aud } = claims
    if (iss !== services.config.baseUrl || typeof sub !== 'string' || typeof aud !== 'string')
      return undefined
    return { userId: sub, clientId: aud }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
