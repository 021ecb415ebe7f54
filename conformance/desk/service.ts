// The real service on an embedded database in a folder that is removed afterwards, with one pilot.
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { apiKey, createClient, deleteFlight, listFlights } from '#sdk/index.ts'
import type { Scope } from '#contract/scopes.ts'
import { issueCredential } from '#server/access/credentials.ts'
import { formatDevicePassword } from '#server/access/devices/secret.ts'
import { createDevice } from '#server/access/devices/store.ts'
import { revokeSecret } from '#server/access/revocation.ts'
import { byOperator } from '#server/access/security-log/store.ts'
import { createUserByOperator } from '#server/accounts/commands.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { buildServices } from '#server/services.ts'

export interface Login {
  /** The login of a device, such as d-7Q2M. */
  user: string
  /** Its password. */
  password: string
  /** A personal key that may upload. */
  token: string
}

export interface Service {
  /** Where it really listens, behind the gate. */
  readonly url: string
  createLogin(): Promise<Login>
  revoke(login: Login): Promise<void>
  countFlights(): Promise<number>
  removeFlights(): Promise<void>
  close(): Promise<void>
}

const EMAIL = 'maker@conformance.example'

export async function startService(folder: string, publicUrl: string): Promise<Service> {
  const config = readConfig({
    DATA_DIR: join(folder, 'data'),
    BASE_URL: publicUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'silent',
    // The faults decide who is turned away.
    RATE_LIMIT_REQUESTS: '0',
    RATE_LIMIT_UPLOADS: '0',
  })
  const services = await buildServices(config, { log: createLog('silent') })
  const app = await createApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { sql } = services.db
  const email = new Map([
    ['email', [EMAIL]],
    ['verified', ['true']],
  ])
  const { id: userId } = (await createUserByOperator(services, email)) as { id: string }
  const issueKey = async (scopes: readonly Scope[]) => {
    const key = { kind: 'key', userId, scopes: [...scopes], name: 'conformance' } as const
    return (await issueCredential(sql, services.now(), key, byOperator.proved)).secret
  }
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const credential = apiKey(await issueKey(['flights:read', 'flights:delete']))
  const client = createClient({ baseUrl: url, credential })
  return {
    url,
    createLogin: async () => {
      const device = { userId, name: 'conformance' }
      const { login, secret } = await createDevice(sql, services.now(), device, byOperator.proved)
      const token = await issueKey(['flights:read', 'flights:write', 'profile:read'])
      return { user: login, password: formatDevicePassword(secret), token }
    },
    revoke: async ({ password, token }) => {
      for (const secret of [password.replaceAll('-', ''), token])
        await revokeSecret(sql, services.now(), secret)
    },
    countFlights: async () => (await Array.fromAsync(listFlights(client, { fields: 'light' }))).length,
    removeFlights: async () => {
      const flights = await Array.fromAsync(listFlights(client, { fields: 'light' }))
      for (const { id } of flights) await deleteFlight(client, id)
    },
    close: async () => {
      await app.close()
      await services.close()
    },
  }
}
