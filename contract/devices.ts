// Device passwords: credentials of instruments and apps, which upload and do nothing else.
import { type Static, Type } from 'typebox'
import { id, idParams, listOf, moment, orNull, ownName } from './values.ts'

const MAX_NAME_LENGTH = 100

const name = ownName(MAX_NAME_LENGTH, 'What its owner calls it.', 'Vario 3 on the test bench')
const login = Type.String({
  description:
    'The user name that the device sends with its password; the email address of the account works, too.',
  examples: ['d-7Q2M'],
})

const members = { id: id('The device.'), name, login, createdAt: moment('When it was added.') }

export const Device = Type.Object(
  {
    ...members,
    lastUsedAt: orNull(moment('When its password was last used.'), 'Null when it was never used.'),
    firstFlightAt: orNull(moment('When its first flight arrived.'), 'Null until then.'),
    revokedAt: orNull(moment('When it was removed.'), 'Null while its password works.'),
  },
  { title: 'Device', description: 'An instrument or app that uploads with its own password.' },
)
export type Device = Static<typeof Device>

export const DeviceList = listOf('DeviceList', Device, 'The newest first.')

export const DeviceRegistration = Type.Object({ name }, { title: 'DeviceRegistration' })
export type DeviceRegistration = Static<typeof DeviceRegistration>

export const AddedDevice = Type.Object(
  {
    ...members,
    password: Type.String({
      description: 'Shown only here. Case, blanks and dashes do not matter.',
      examples: ['7Q2M-K4XD-9WHP-3TRB'],
    }),
  },
  { title: 'AddedDevice' },
)
export const AddedDeviceResult = Type.Object({ data: AddedDevice }, { title: 'AddedDeviceResult' })
export type AddedDevice = Static<typeof AddedDevice>

export const DeviceParams = idParams('The device.')
