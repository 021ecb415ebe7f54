// The measured side of the bench `nodes`: one node on a PostgreSQL that others use too, without background jobs.
// Runs as a separate process; sends its parent its port, and its CPU time whenever asked.
import type { AddressInfo } from 'node:net'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { buildServices } from '#server/services.ts'

process.on('message', (message: { start?: Record<string, string>; ask?: 'cpu' }) => {
  if (message.ask === 'cpu') {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuMicroseconds: user + system })
  } else if (message.start) {
    void start(message.start).then((port) => process.send?.({ port }))
  }
})
process.on('disconnect', () => process.exit(0))

async function start(environment: Record<string, string>): Promise<number> {
  const services = await buildServices(readConfig(environment))
  const app = await createApp(services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}
