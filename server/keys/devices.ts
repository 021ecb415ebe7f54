// Device passwords: what a pilot types into an instrument or an app. They upload and do nothing else.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { type CreatedDevice, NewDevice } from '#dashboard/devices.ts'
import { findInstrument } from '#dashboard/instruments.ts'
import { idParams } from '#contract/values.ts'
import { renderSVG } from 'uqr'
import { formatDevicePassword } from '#server/access/devices/secret.ts'
import { countLiveDevices, createDevice, findDevice, listDevices } from '#server/access/devices/store.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { revokeDevice } from '#server/access/revocation.ts'
import { byProvedUser, byUser } from '#server/access/security-log/security-log.ts'
import { type By, type ByProved, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { SessionServices } from '#server/access/session.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { deviceAddedMail } from './mail.ts'
import { listAllowed } from './pairing/store.ts'
import { findReader, lockUser } from './store.ts'

const MAX_LIVE_DEVICES = 100
/** An unlisted device most likely speaks Leonardo. */
const UPLOAD_PATH = '/flight_submit.php'

export const noDevice = () => notFound('You have no such device.')

export function declareDeviceDashboard(services: SessionServices): Operation[] {
  const { db } = services
  const schema = { params: idParams('The device.') }
  return [
    operation({
      route: 'GET /devices',
      doors: { dashboard: 'session' },
      respond: async ({ session }) => ({
        items: await listDevices(db.sql, session.userId),
      }),
    }),
    operation({
      route: 'POST /devices',
      doors: { dashboard: 'recent' },
      schema: { body: NewDevice },
      respond: async (request, reply) => {
        const { userId, email: user } = request.session
        const { password, address, name, ...added } = await addDevice(
          services,
          userId,
          request.body,
          byProvedUser(request),
        )
        const picture = drawLines([address, user, password, name])
        const created: CreatedDevice = { ...added, name, address, user, password, picture }
        return reply.code(201).send(created)
      },
    }),
    operation({
      route: 'GET /devices/:id',
      doors: { dashboard: 'session' },
      schema,
      noSuch: noDevice,
      respond: async ({ session, params }) => {
        const device = await findDevice(db.sql, session.userId, params.id)
        if (!device) throw noDevice()
        return device
      },
    }),
    operation({
      route: 'DELETE /devices/:id',
      doors: { dashboard: 'session' },
      schema,
      noSuch: noDevice,
      respond: async (request, reply) => {
        await removeDevice(services, request.session.userId, request.params.id, byUser(request))
        return reply.code(204).send()
      },
    }),
  ]
}

/** The only time that the password is returned. The owner is told of it by mail. */
export async function addDevice(
  { config, db, mail, now }: Pick<Services, 'config' | 'db' | 'mail' | 'now'>,
  userId: string,
  { name: typed, instrument }: NewDevice,
  by: ByProved,
): Promise<Omit<CreatedDevice, 'user' | 'picture'>> {
  const name = typed.trim()
  const fault = findNameFault(name)
  if (fault !== undefined) throw invalidRequest(`The name ${fault}.`)
  const nowMs = now()
  const { id, login, secret } = await db.transaction(async (sql) => {
    await requireRoomForDevice(sql, nowMs, userId)
    await recordSecurityEvent(sql, nowMs, { ...by, userId, kind: 'device_added', subject: name })
    const owner = await findReader(sql, userId)
    if (owner) await mail.send(sql, deviceAddedMail(owner, config.baseUrl, name))
    return createDevice(sql, nowMs, { userId, name, instrument }, by.proved)
  })
  const address = config.baseUrl + (findInstrument(instrument)?.path ?? UPLOAD_PATH)
  return { id, name, address, login, password: formatDevicePassword(secret) }
}

export async function removeDevice(
  { db, now }: Pick<Services, 'db' | 'now'>,
  userId: string,
  id: string,
  by: By,
): Promise<void> {
  await db.transaction(async (sql) => {
    const device = await findDevice(sql, userId, id)
    if (!device) throw noDevice()
    await revokeDevice(sql, now(), userId, device.id)
    await recordSecurityEvent(sql, now(), { ...by, userId, kind: 'device_removed', subject: device.name })
  })
}

/** For a phone's camera: an image as a data URL. */
function drawLines(lines: string[]): string {
  const picture = renderSVG(lines.join('\n'), { border: 2 })
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
}

/** A device that may be paired, but has not fetched its token, counts as one. */
export async function requireRoomForDevice(sql: Sql, nowMs: number, userId: string): Promise<void> {
  await lockUser(sql, userId)
  const pairings = await listAllowed(sql, nowMs, userId)
  if ((await countLiveDevices(sql, userId)) + pairings.length < MAX_LIVE_DEVICES) return
  throw invalidRequest(`You have ${MAX_LIVE_DEVICES} devices already; remove one that you no longer use.`)
}
