// If-Match: a flight is changed only as the client has read it (RFC 9110 13.1.1).
import type { FastifyRequest } from 'fastify'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import { originOf } from '#server/platform/requests/origin.ts'
import { makeEtag, matchesEtag } from '#server/platform/http/conditional.ts'
import { writeDetail } from './flight.ts'
import type { ChangeRequest } from './change.ts'
import { findFlight } from './store.ts'

/** With which a flight is changed: under a condition, and for what request. */
export function describeChange(request: FastifyRequest, ownerId: string, id: string): ChangeRequest {
  return { precondition: readPrecondition(request, ownerId, id), origin: originOf(request) }
}

function readPrecondition(
  { headers }: FastifyRequest,
  ownerId: string,
  id: string,
): ChangeRequest['precondition'] {
  const header = headers['if-match']
  if (header === undefined) return undefined
  return async (sql: Sql) => {
    const row = await findFlight(sql, ownerId, id)
    if (row && !matchesEtag(header, makeEtag(writeDetail(row)))) throw preconditionFailed()
  }
}

const preconditionFailed = () =>
  new ApiError(
    412,
    'precondition_failed',
    'The flight has changed since it was read, so nothing was done: read it again.',
  )
