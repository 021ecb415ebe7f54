// Devices of a user, made in the database as the dashboard makes them.
import { formatDevicePassword } from '#server/access/devices/secret.ts'
import type { TestUser } from './people.ts'
import type { TestServer } from './server.ts'
import { createDevice } from './access/issuing.ts'

export interface TestDevice {
  id: string
  /** Such as d-7Q2M. */
  login: string
  password: string
}

export async function addDevice({ services }: TestServer, user: TestUser): Promise<TestDevice> {
  const device = { userId: user.id, name: 'test device' }
  const { id, login, secret } = await createDevice(services.db.sql, services.now(), device)
  return { id, login, password: formatDevicePassword(secret) }
}
