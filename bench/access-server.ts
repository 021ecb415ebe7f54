// The measured side of the bench `access`: the whole service, or a bare Fastify route with the same answer.
// Runs as a process of its own; sends its parent its address, and its CPU time whenever asked.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { issueCredential } from '#server/access/credentials.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { createId } from '#server/platform/ids.ts'
import { buildServices } from '#server/services.ts'

async function startBare(answer: unknown): Promise<{ port: number; key: string }> {
  const app = Fastify()
  app.get('/api/v1/profile', async () => answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.server.address() as AddressInfo).port, key: 'none' }
}

async function startService(): Promise<{ port: number; key: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudstreet-bench-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  // Counted as always, but never refused.
  const environment = { DATA_DIR: dataDir, RATE_LIMIT_REQUESTS: '1000000', RATE_LIMIT_WINDOW_SECONDS: '3600' }
  const services = await buildServices(readConfig(environment))
  const app = await createApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [id, now] = [createId(services.now()), services.now()]
  await services.db.sql`
    insert into users (id, email, name, created_at, updated_at)
    values (${id}, 'pilot@example.org', 'Ada Thermal', ${now}, ${now})`
  const { secret } = await issueCredential(services.db.sql, now, {
    kind: 'key',
    userId: id,
    scopes: ['profile:read', 'profile:email'],
    name: 'bench',
  })
  return { port: (app.server.address() as AddressInfo).port, key: secret }
}

process.on('message', (message: { start?: 'service' | 'bare'; answer?: unknown; ask?: 'cpu' }) => {
  if (message.ask === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicroseconds: user + system })
    return
  }
  const starting = message.start === 'service' ? startService() : startBare(message.answer)
  void starting.then((started) => process.send?.(started))
})
process.on('disconnect', () => process.exit(0))
