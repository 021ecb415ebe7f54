// The mail job alone as a process, quick to start: to be killed again and again. CLOCK_OFFSET_MS sets its clock ahead.
import { systemClock } from '#server/platform/clock/clock.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { createEventSignal } from '#server/events/event-signal.ts'
import { readConfig } from '#server/platform/config.ts'
import { requireSecrets } from '#server/platform/installation-secret.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { createLog } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { listMailJobs } from '#server/platform/mail/sending.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createResolver } from '#server/platform/resolver.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'

const offsetMs = Number(process.env.CLOCK_OFFSET_MS ?? 0)
const now = () => Date.now() + offsetMs
const config = readConfig(process.env)
const log = createLog(config.logLevel)
const secrets = requireSecrets(config)
const services = {
  config,
  secret: secrets[0],
  secrets,
  db: await openDatabase(config),
  log,
  mail: createMail(config, secrets, now),
  eventSignal: createEventSignal(),
  epoch: 0,
  files: createFiles(['database']),
  resolveName: createResolver(),
  clock: systemClock,
  // Nothing asks whether it is ready.
  checks: { findAll: async () => [], watch: async () => [] },
  readiness: { find: async () => ({ reason: undefined, checks: {} }), end: () => undefined },
  metrics: createMetrics(),
  now,
}
const jobs = startJobs(listMailJobs(services), services)
setInterval(() => undefined, 60_000)
process.once('SIGTERM', () => void jobs.stop().then(() => process.exit(0)))
