// Which application asks, and whether it is that (RFC 6749 2.3).
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readBasic } from '#server/access/basic.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { invalidClient } from './errors.ts'
import type { Parameters } from './parameters.ts'
import { type Client, findClient } from './stores/applications.ts'

/** How a request names its client. */
export interface Claim {
  readonly clientId: string
  /** Undefined or empty: none was sent. */
  readonly secret: string | undefined
}

/** By Basic or by form fields, never both; undefined when the request names no client at all. */
export function findClaim(request: FastifyRequest, parameters: Parameters): Claim | undefined {
  const clientId = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  if (request.headers.authorization === undefined)
    return clientId === undefined ? undefined : { clientId, secret }
  if (secret !== undefined) {
    throw invalidRequest('The client authenticates in two ways at once: use the header or the form.')
  }
  const basic = readBasic(request)
  if (!basic) throw invalidClient()
  if (clientId !== undefined && clientId !== basic.id) {
    throw invalidRequest('client_id differs from the one in the Authorization header.')
  }
  return { clientId: basic.id, secret: basic.secret || undefined }
}

const NOBODY = '0'.repeat(24)
const NO_HASH = hashSecret('no secret')

/**
 * The application, or 401. A known client and an unknown one take the same steps: one look-up, one hash and two
 * comparisons.
 */
export async function authenticateClient(services: Services, claim: Claim | undefined): Promise<Client> {
  if (!claim) throw invalidClient()
  const clientId = ID_PATTERN.test(claim.clientId) ? claim.clientId : NOBODY
  const client = await findClient(services.db.sql, services.now(), clientId)
  const hash = Buffer.from(hashSecret(claim.secret ?? ''), 'latin1')
  const [current = NO_HASH, old = NO_HASH] = client?.secretHashes ?? []
  const isCurrent = isSameHash(hash, current)
  const isOld = isSameHash(hash, old)
  const isPublic = client?.type === 'public' && claim.secret === undefined
  if (!client || !(isPublic || isCurrent || isOld)) throw invalidClient()
  return client.read()
}

/** In constant time; hashes are of one length. */
function isSameHash(hash: Buffer, stored: string): boolean {
  return timingSafeEqual(hash, Buffer.from(stored, 'latin1'))
}

/** Like `authenticateClient`, but only by a secret: a public client is nobody in particular. */
export async function authenticateConfidentialClient(services: Services, claim: Claim): Promise<Client> {
  const application = await authenticateClient(services, claim)
  if (application.type === 'public') throw invalidClient()
  return application
}

export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}
