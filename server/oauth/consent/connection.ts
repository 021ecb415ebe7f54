// The connection of an application to a user: how it ends, and DELETE /api/v1/connection, by which an application ends
// its own.
import { ErrorBody } from '#contract/errors.ts'
import type { ConnectionEnd } from '#contract/events.ts'
import { noContent } from '#contract/values.ts'
import { ANY_CREDENTIAL } from '#server/access/bearer.ts'
import type { Credential } from '#server/access/credentials.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { byApplication } from '#server/access/security-log/security-log.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { recordConnectionEnd } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { originOf, type RequestOrigin } from '#server/platform/requests/origin.ts'
import type { Services } from '#server/platform/services.ts'
import { findApplicationName } from '../stores/applications.ts'
import type { Party } from '../stores/consents.ts'
import { disconnect } from '../tokens.ts'

export function declareConnection(services: Services): Operation {
  return operation({
    route: 'DELETE /connection',
    doors: { api: ANY_CREDENTIAL },
    schema: {
      operationId: 'endConnection',
      tags: ['OAuth'],
      summary: 'Disconnect from the user',
      description:
        'For an application that a user no longer needs: the consent ends, with every access and refresh token that the ' +
        'application has of this user, and its webhooks hear no more of the user’s flights; they are sent connection.ended ' +
        'if they ask for it. Any access token that the user gave the application will do. A personal key and a token from ' +
        'the client_credentials grant belong to no connection: 400.',
      response: { 204: noContent('Ended.'), 400: ErrorBody },
    },
    handle: async ({ credential }, request) => {
      const by = { ...byApplication(request), origin: originOf(request) }
      // Ended already when another request of the same application was faster.
      await services.db.transaction((sql) =>
        endConnection(services, sql, requireConnection(credential), 'dropped', by),
      )
    },
  })
}

function requireConnection(credential: Credential | undefined): Party {
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
