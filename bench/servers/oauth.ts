// The measured side of the bench `oauth`: the whole service on its durable database, or oidc-provider in memory.
// Runs as a separate process; sends its parent its address, and its CPU time whenever asked.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { byOperator } from '#server/access/security-log/store.ts'
import { createApplication } from '#server/oauth/applications.ts'
import { readConfig } from '#server/platform/config.ts'
import { createId } from '#server/platform/ids.ts'
import { buildServices } from '#server/services.ts'
import { loadPeer } from '../peers/load.ts'

export interface Started {
  port: number
  tokenPath: string
  introspectionPath: string
  clientId: string
  clientSecret: string
}

async function startService(): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  // Counted as always, but never refused.
  const environment = { DATA_DIR: dataDir, RATE_LIMIT_OAUTH: '1000000', RATE_LIMIT_WINDOW_SECONDS: '3600' }
  const services = await buildServices(readConfig(environment))
  const app = await createApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [ownerId, now] = [createId(services.now()), services.now()]
  await services.db.sql`
    insert into users (id, email, name, created_at, updated_at)
    values (${ownerId}, 'owner@example.org', 'Olga Owner', ${now}, ${now})`
  const { id, clientSecret } = await createApplication(
    services,
    ownerId,
    {
      name: 'Bench',
      description: null,
      website: null,
      type: 'confidential',
      grants: ['client_credentials'],
      scopes: ['profile:read'],
      redirectUris: [],
    },
    byOperator,
  )
  return {
    port: (app.server.address() as AddressInfo).port,
    tokenPath: '/api/oauth/token',
    introspectionPath: '/api/oauth/introspect',
    clientId: id,
    clientSecret: clientSecret ?? '',
  }
}

async function startPeer(): Promise<Started> {
  const { Provider } = await loadPeer('oidc-provider')
  const client = { clientId: 'bench', clientSecret: 'bench-secret-of-some-length-0123456789' }
  const provider = new Provider('http://127.0.0.1', {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    scopes: ['profile:read'],
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      devInteractions: { enabled: false },
    },
  })
  const server = provider.listen(0, '127.0.0.1')
  await new Promise<void>((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    tokenPath: '/token',
    introspectionPath: '/token/introspection',
    ...client,
  }
}

process.on('message', (message: { start?: 'service' | 'peer'; ask?: 'cpu' }) => {
  if (message.ask === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicroseconds: user + system })
    return
  }
  const starting = message.start === 'service' ? startService() : startPeer()
  void starting.then((started) => process.send?.(started))
})
process.on('disconnect', () => process.exit(0))
