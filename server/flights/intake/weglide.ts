// WeGlide's upload: multipart with a file, a number and a date of birth, which are the only secret. Both are random and
// made for this alone, once the pilot has switched it on.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, invalidRequest } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import { findAccountLabel } from '#server/access/devices/store.ts'
import { findFlight } from '../store.ts'
import {
  acceptFile,
  addDialect,
  type IntakeServices,
  toFlightNumber,
  waitForAddress,
  withSlash,
} from './dialect.ts'
import { findText } from './form-bytes.ts'
import { readFields } from './read-fields.ts'

const PATH = '/v1/igcfile'

export function addWeglide(app: App, services: IntakeServices): void {
  addDialect(app, services, refuse, (scope) => {
    const onRequest = [services.countRequest, waitForAddress]
    for (const [path, schema] of withSlash(PATH))
      scope.post(path, { onRequest, schema }, (request, reply) => upload(services, request, reply))
  })
}

async function upload(
  services: IntakeServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = await readFields(request, services.config.maxUploadBytes)
  const number = readNumber(findText(fields, 'user_id'))
  const device = await services.devices.signInByNumber(
    request,
    number,
    findText(fields, 'date_of_birth') ?? '',
  )
  await services.devices.countUpload(request, device)
  const file = fields.get('file') ?? fields.get('igc_file')
  if (!file) throw invalidRequest('There is no flight: the part file is missing.')
  const { id } = await acceptFile(services, request, device, { bytes: file.bytes, fileName: file.fileName })
  const row = await findFlight(services.db.sql, device.userId, id)
  const { displayName } = await findAccountLabel(services.db.sql, device.userId)
  const { glider } = JSON.parse(row?.metadata ?? '{}') as { glider?: string | null }
  // XCSoar takes 201 alone, the first of a list, and no null in it.
  return reply.code(201).send([
    {
      id: toFlightNumber(id),
      scoring_date: row?.flight_date ?? '',
      registration: '',
      competition_id: '',
      user: { id: number, name: displayName },
      aircraft: {
        id: readNumber(findText(fields, 'aircraft_id')),
        name: glider ?? '',
        kind: '',
        sc_class: '',
      },
    },
  ])
}

function readNumber(text = ''): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

/** An object, never a list: clients show `error_description`. */
function refuse(reply: FastifyReply, error: ApiError): FastifyReply {
  const { status, code, message } = error
  return reply.code(status).headers(error.headers).send({ error: code, error_description: message })
}
