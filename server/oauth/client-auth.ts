// Authenticates the client (RFC 6749 2.3).
import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readBasic } from '#server/access/basic.ts'
import { ApiError, invalidRequest } from '#server/platform/errors.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { hashSecret } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { isDocumentAddress } from './documents/address.ts'
import { invalidClient, missingClient } from './errors.ts'
import type { Parameters as Sent } from './parameters.ts'
import { type Client, findClient } from './stores/applications.ts'

/** The client id and secret that a request came with, not checked yet. */
export interface ClientCredentials {
  readonly clientId: string
  /** Undefined or empty when none was sent. */
  readonly secret: string | undefined
}

/** From HTTP Basic or from form fields, never both (2.3); undefined when the request names no client at all. */
export function findClientCredentials(
  request: FastifyRequest,
  parameters: Sent,
): ClientCredentials | undefined {
  const clientId = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  if (request.headers.authorization === undefined)
    return clientId === undefined ? undefined : { clientId, secret }
  if (secret !== undefined) {
    throw invalidRequest(
      'The client authenticates in two ways at once; use either the Authorization header or the form.',
    )
  }
  const basic = readBasic(request)
  if (!basic) throw invalidClient()
  if (clientId !== undefined && clientId !== basic.id) {
    throw invalidRequest('client_id differs from the one in the Authorization header.')
  }
  return { clientId: basic.id, secret: basic.secret || undefined }
}

/** Undefined for what cannot be one. No document is read here: the user who allowed it had it read. */
function readClientId({ config }: Services, text: string): Parameters<typeof findClient>[2] | undefined {
  if (ID_PATTERN.test(text)) return { id: text }
  return config.clientDocuments && isDocumentAddress(text) ? { documentUrl: text } : undefined
}

const UNKNOWN_CLIENT_ID = '0'.repeat(24)
const UNKNOWN_HASH = hashSecret('no secret')

/**
 * Throws 401 when the secret is wrong. A known client and an unknown one take the same steps, so the time does not
 * tell one from the other: one look-up, one hash and two comparisons.
 */
export async function authenticateClient(
  services: Services,
  credentials: ClientCredentials | undefined,
): Promise<Client> {
  if (!credentials) throw missingClient()
  const clientId = readClientId(services, credentials.clientId) ?? { id: UNKNOWN_CLIENT_ID }
  const client = await findClient(services.db.sql, services.now(), clientId)
  const hash = Buffer.from(hashSecret(credentials.secret ?? ''), 'latin1')
  const [current = UNKNOWN_HASH, old = UNKNOWN_HASH] = client?.secretHashes ?? []
  const isCurrent = isSameHash(hash, current)
  const isOld = isSameHash(hash, old)
  const isPublic = client?.type === 'public' && credentials.secret === undefined
  if (!client || !(isPublic || isCurrent || isOld)) throw invalidClient()
  return client.read()
}

/** In constant time; hashes are of one length. */
function isSameHash(hash: Buffer, stored: string): boolean {
  return timingSafeEqual(hash, Buffer.from(stored, 'latin1'))
}

/** Like `authenticateClient`, without public clients: anyone can claim to be one. */
export async function authenticateConfidentialClient(
  services: Services,
  credentials: ClientCredentials,
): Promise<Client> {
  const application = await authenticateClient(services, credentials)
  if (application.type === 'public') throw invalidClient()
  return application
}

/**
 * For the start of the device flow. A confidential client may leave its secret out, as Go's library does: the code that
 * it gets is worth nothing without the secret, which the token endpoint asks for (RFC 8628 3.1, 3.4).
 */
export async function identifyClient(
  services: Services,
  credentials: ClientCredentials | undefined,
): Promise<{ application: Client; isAuthenticated: boolean }> {
  if (credentials?.secret !== undefined) {
    const application = await authenticateClient(services, credentials)
    return { application, isAuthenticated: true }
  }
  if (!credentials) throw missingClient()
  const clientId = readClientId(services, credentials.clientId)
  const client = clientId && (await findClient(services.db.sql, services.now(), clientId))
  if (!client) throw invalidClient()
  return { application: client.read(), isAuthenticated: false }
}

export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500
}
