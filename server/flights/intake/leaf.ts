// The Leaf vario's upload: raw bytes with a Bearer token. Its firmware sends again for ever unless the answer is 200 with
// a text as flightId, 400 or 413; and it erases its token at 401, which is said for nothing but a bad token.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { countFiles } from '#server/access/admission/files.ts'
import { findRequestCredential } from '#server/access/bearer.ts'
import { toAccountLabel } from '#server/access/devices/store.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { acceptFile, inWords, type IntakeServices } from './dialect.ts'
import { readBytes } from './read-fields.ts'
import { leafSchema } from './schemas.ts'

const PATH = '/api/ingest'
const DEFAULT_NAME = 'device.igc'

export function declareLeaf(services: IntakeServices): Operation {
  return operation({
    route: `POST ${PATH}`,
    doors: { instrument: 'instrument' },
    body: 'upload',
    before: [requireSender(services)],
    schema: leafSchema,
    options: inWords(services, refuse),
    respond: (request, reply) => ingest(services, request as FastifyRequest, reply),
  })
}

function requireSender(services: IntakeServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await findRequestCredential(services, request)
    if (!caller) throw new ApiError(401, 'invalid_token', 'The token is unknown or revoked.')
    if (!caller.scopes.includes('flights:write'))
      throw new ApiError(403, 'insufficient_scope', 'This credential may not upload.')
    request.usedScope = 'flights:write'
    await countFiles(services, request, reply, caller)
  }
}

async function ingest(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const caller = request.credential!
  const bytes = await readBytes(request, services.config.maxUploadBytes)
  const fileName = String(request.headers['x-filename'] ?? DEFAULT_NAME)
  const { id, isNew } = await acceptFile(services, request, caller, { bytes, fileName })
  const account = toAccountLabel(caller.userId)
  return reply.send({ flightId: id, status: 'ready', deduped: !isNew, account })
}

/** A fault of the file is 400 or 413; anything else is tried again later. */
function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .send({ error: error.status === 400 ? 'invalid_igc' : error.code, message: error.message })
}
