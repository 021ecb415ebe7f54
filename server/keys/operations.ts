// Device passwords over the API, for programs that their owner has just allowed to manage them.
import * as contract from '#contract/devices.ts'
import { ErrorBody } from '#contract/errors.ts'
import { noContent, ShortListQuery } from '#contract/values.ts'
import { listDevices } from '#server/access/devices/store.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { pageOf } from '#server/access/operations/pages.ts'
import { byProvedUser, byUser } from '#server/access/security-log/security-log.ts'
import { requireRecentToken } from '#server/access/operations/recent-token.ts'
import type { SessionServices } from '#server/access/session.ts'
import type { DeviceSummary } from '#dashboard/devices.ts'
import { addDevice, noDevice, removeDevice } from './devices.ts'

const tags = ['Devices']
const doors = { api: 'devices:manage' } as const

export function declareDevices(services: SessionServices): Operation[] {
  const { db, now } = services
  return [
    operation({
      route: 'GET /devices',
      doors,
      schema: {
        operationId: 'listDevices',
        tags,
        summary: 'List the devices of the account, newest first',
        description:
          'Instruments and apps that upload with their own password, and those that were removed. No answer has the password again.',
        querystring: ShortListQuery,
        response: { 200: contract.DeviceList },
      },
      handle: async ({ userId }, { query }) =>
        pageOf((await listDevices(db.sql, userId)).map(describe), query, ({ id }) => id),
    }),
    operation({
      route: 'POST /devices',
      doors,
      before: [requireRecentToken(services)],
      schema: {
        operationId: 'addDevice',
        tags,
        summary: 'Add a device, and get its password',
        description:
          'The password uploads flights by every dialect and as a Bearer token, and does nothing else. The owner is told by email. The user must have signed in for the token within the last 15 minutes: later the answer is 401 insufficient_user_authentication with max_age (RFC 9470), and a refreshed token does not change that.',
        body: contract.DeviceRegistration,
        response: { 201: contract.AddedDeviceResult, 400: ErrorBody },
      },
      handle: async ({ userId }, request, reply) => {
        void reply.header('cache-control', 'no-store')
        const { id, name, login, password } = await addDevice(
          services,
          userId,
          request.body,
          byProvedUser(request),
        )
        return { data: { id, name, login, createdAt: toTime(now()), password } }
      },
    }),
    operation({
      route: 'DELETE /devices/:id',
      doors,
      schema: {
        operationId: 'removeDevice',
        tags,
        summary: 'Remove a device',
        description: 'Its password ends at once. Removing it again is answered in the same way.',
        params: contract.DeviceParams,
        response: { 204: noContent('Removed.'), 404: ErrorBody },
      },
      noSuch: noDevice,
      handle: async ({ userId }, request) => {
        await removeDevice(services, userId, request.params.id, byUser(request))
      },
    }),
  ]
}

function describe({ id, name, login, ...times }: DeviceSummary): contract.Device {
  return {
    id,
    name,
    login,
    createdAt: toTime(times.createdAt),
    lastUsedAt: times.lastUsedAt === null ? null : toTime(times.lastUsedAt),
    firstFlightAt: times.firstFlightAt === null ? null : toTime(times.firstFlightAt),
    revokedAt: times.revokedAt === null ? null : toTime(times.revokedAt),
  }
}

const toTime = (ms: number) => new Date(ms).toISOString()
