// The connection of an application to a user: how it ends, and DELETE /api/v1/connection, by which an application ends
// its own.
import type { FastifyRequest } from 'fastify'
import { ErrorBody, RateLimitedBody } from '#contract/errors.ts'
import type { ConnectionEnd } from '#contract/events.ts'
import { noContent } from '#contract/values.ts'
import { requireAnyBearer } from '#server/access/bearer.ts'
import { byApplication } from '#server/access/security-log/security-log.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { recordConnectionEnd } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import { findApplicationName } from '../stores/applications.ts'
import type { Party } from '../stores/consents.ts'
import { disconnect } from '../tokens.ts'

const schema = {
  operationId: 'endConnection',
  tags: ['OAuth'],
  summary: 'End the connection to the user',
  description:
    'For an application that a user no longer needs: the consent ends, with every access and refresh token that the ' +
    'application has of this user, and its webhooks hear no more of the user’s flights; they are sent connection.ended ' +
    'if they ask for it. Any access token that the user gave the application will do. A personal key and a token from ' +
    'the client_credentials grant belong to no connection: 400.',
  security: [{ oauth2: [] }],
  response: {
    204: noContent('Ended.'),
    400: ErrorBody,
    401: ErrorBody,
    429: RateLimitedBody,
  },
}

export function addConnectionRoutes(app: App, services: Services): void {
  app.delete(
    '/api/v1/connection',
    { onRequest: requireAnyBearer(services), schema },
    async (request, reply) => {
      const party = requireConnection(request)
      // Ended already when another request of the same application was faster.
      await services.db.transaction((sql) =>
        endConnection(services, sql, party, 'dropped', {
          ...byApplication(request),
          origin: originOf(request),
        }),
      )
      return reply.code(204).send()
    },
  )
}

function requireConnection({ credential }: FastifyRequest): Party {
  if (credential?.kind === 'key')
    throw invalidRequest('A personal key belongs to no connection; revoke it to end it.')
  const { applicationId, grantType, userId } = credential ?? {}
  if (applicationId === undefined || userId === undefined || grantType === 'client_credentials')
    throw invalidRequest('This token acts for the application itself and belongs to no connection.')
  return { userId, applicationId }
}

/** Consent, tokens and events end in one transaction, with their entry in the security log. */
export async function endConnection(
  services: Pick<Services, 'eventSignal' | 'now'>,
  sql: Sql,
  party: Party,
  reason: ConnectionEnd,
  { origin, ...by }: By & { origin: RequestOrigin },
): Promise<boolean> {
  const nowMs = services.now()
  if (!(await disconnect(sql, nowMs, party))) return false
  await recordConnectionEnd(services, sql, nowMs, { ...party, reason, origin })
  const subject = await findApplicationName(sql, party.applicationId)
  const event = { ...by, userId: party.userId, kind: 'consent_withdrawn', subject } as const
  await recordSecurityEvent(sql, nowMs, event)
  return true
}
