// Internal to the dashboard; may change with any release.
// GET, POST /app/api/devices; GET, DELETE /app/api/devices/:id (revoke). Times are milliseconds since 1970.
import { type Static, Type } from 'typebox'
import { bodyOf } from '#contract/values.ts'
import { instrumentIds } from './instruments.ts'
import { name } from './names.ts'

export interface DeviceSummary {
  id: string
  name: string
  /** May be typed instead of the email address, such as d-7Q2M. */
  login: string
  /** One of the instruments that the dashboard lists; null when it is none of them. */
  instrument: string | null
  createdAt: number
  /** The owner's last proof of identity, such as "password"; null where that is not known. */
  madeBy: string | null
  revokedAt: number | null
  lastUsedAt: number | null
  lastUsedAddress: string | null
  /** The first flight that it sent; null until then. */
  firstFlightId: string | null
  firstFlightAt: number | null
}

export const NewDevice = bodyOf('NewDevice', {
  name,
  instrument: Type.Optional(Type.Enum([...instrumentIds])),
})
export type NewDevice = Static<typeof NewDevice>

/** Answer of POST, the four lines to type: the only time that the password is shown. */
export interface CreatedDevice {
  id: string
  name: string
  address: string
  user: string
  login: string
  /** In groups of four, XXXX-XXXX-XXXX-XXXX. */
  password: string
  /** The four lines as a QR code, a data URL. */
  picture: string
}
