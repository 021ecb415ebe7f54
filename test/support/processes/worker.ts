// Some jobs alone as a process, without what else a node has.
import { systemClock } from '#server/platform/clock/clock.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { createEventSignal } from '#server/events/event-signal.ts'
import { readConfig } from '#server/platform/config.ts'
import { requireSecrets } from '#server/platform/installation-secret.ts'
import { type Job, startJobs } from '#server/platform/background/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createResolver } from '#server/platform/resolver.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import type { Services } from '#server/platform/services.ts'

export async function runWorker(list: (services: Services) => Job[]): Promise<void> {
  const stop = Promise.withResolvers<void>()
  process.once('SIGTERM', () => stop.resolve())
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const db = await openDatabase(config)
  const secrets = requireSecrets(config)
  const services: Services = {
    config,
    secret: secrets[0],
    secrets,
    db,
    log,
    mail: createMail(config, secrets, Date.now),
    metrics: createMetrics(),
    eventSignal: createEventSignal(),
    epoch: 0,
    files: createFiles(['database']),
    resolveName: createResolver(),
    clock: systemClock,
    // Nothing asks whether it is ready.
    checks: { findAll: async () => [], watch: async () => [] },
    readiness: { find: async () => ({ reason: undefined, checks: {} }), end: () => undefined },
    now: Date.now,
  }
  const jobs = startJobs(list(services), services)
  setInterval(() => undefined, 60_000)
  await stop.promise
  await jobs.stop()
  process.exit(0)
}
