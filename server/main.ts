// Configuration -> services -> routes and jobs -> graceful stop.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createApp, createMonitoringApp } from './app.ts'
import { requireBackupFolder } from './archive/schedule.ts'
import { type DemoSignIn, openDemo } from './demo/demo.ts'
import { adviseRestore } from './operator/integrity/advice.ts'
import type { CheckFinding } from './platform/checks/check.ts'
import {
  commandLines,
  ConfigError,
  describeSettings,
  readConfig,
  readEnvironment,
} from './platform/config.ts'
import { DatabaseDamagedError, DatabaseUnavailableError } from './platform/database/database.ts'
import { listen, listenWhileMigrating } from './platform/http/starting.ts'
import type { App } from './platform/http/http.ts'
import { startJobs } from './platform/background/jobs.ts'
import { MigrationError } from './platform/database/migrations/files.ts'
import { createLog } from './platform/log.ts'
import { collectGarbage, keepLimitsOfThreads } from './platform/files/memory.ts'
import { makeFilesPrivate, requireFolder } from './platform/files/private-files.ts'
import { requireRoles, type Role } from './platform/files/serving-lock.ts'
import { startAnnouncing } from './platform/nodes.ts'
import { FINISH_SECONDS } from './platform/settings.ts'
import { SECOND_MS } from './platform/time.ts'
import { offerHeights } from './platform/settings/heights.ts'
import { version } from './platform/settings/release.ts'
import { type BuiltServices, buildServices } from './services.ts'
import { listJobs } from './work.ts'

const STOP_TIMEOUT_MS = FINISH_SECONDS * SECOND_MS
const MAX_ECHO_MS = 2 * SECOND_MS

const HELP = `Cloudstreet: IGC upload, exact XC scoring, OAuth 2.0, signed webhooks.

Usage: ${commandLines.start} [OPTIONS]

Options:
  --demo         fill an empty database with a demo pilot, an application and 40 flights
  --no-work      serve requests only; another process runs the background jobs
  --work-only    run the background jobs only; on WORK_PORT answer health checks and metrics
  --help         show this help

Settings (environment variables, or a .env file in the working directory):
${describeSettings()}
`

async function main(): Promise<void> {
  makeFilesPrivate()
  keepLimitsOfThreads()
  const options = readOptions()
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  if (options['work-only'] && options['no-work']) {
    throw new ConfigError('--work-only and --no-work together leave nothing to do; use one of them.')
  }
  const config = readConfig(readEnvironment())
  // PostgreSQL is for several nodes; the embedded database is for one.
  if (!config.databaseUrl) requireFolder('DATA_DIR', config.dataDir, 'DATA_DIR is where its data is')
  const lock = config.databaseUrl ? undefined : requireRoles(config.dataDir, readRoles(options))
  if (!options['no-work']) requireBackupFolder(config)
  const log = createLog(config.logLevel)
  // However the process ends, its last lines are written.
  process.once('exit', () => log.flush())
  const isServing = !options['work-only']
  const address = { port: isServing ? config.port : config.workPort, host: config.host }
  let migrating: App | undefined
  const onMigrating = async () => {
    migrating = await listenWhileMigrating({ config, log }, address)
  }
  const services = await buildServices(config, { log, onMigrating }).catch((error: unknown) => {
    if (error instanceof DatabaseDamagedError) throw new Error(`${error.message} ${adviseRestore(config)}`)
    throw error
  })
  void services.checks.watch().then(sayFaults)
  const announcement = await startAnnouncing(services, version, readRoles(options))
  const app = isServing ? await createApp(services) : await createMonitoringApp(services)
  const demo =
    options.demo && isServing
      ? await openDemo(services, createApp, (text) => process.stderr.write(`${text}\n`))
      : undefined
  // Others take precedence; an upload before then starts the threads itself. Then goes what only the start needed.
  if (isServing && config.scoringWarmUpAfterMs > 0)
    void services.scorer.warmUp(config.scoringWarmUpAfterMs).then(() => collectGarbage('regular'))
  await listen(app, address, migrating)
  const jobs = options['no-work'] ? undefined : startJobs(listJobs(services), services)
  if (isServing) {
    greet(services, demo)
  }

  stopOnSignals(services, async () => {
    await app.close()
    await jobs?.stop()
    await announcement.stop()
    await services.close()
    lock?.release()
  })
}

/**
 * The first signal lets requests in progress finish. Started by npm, the process hears each signal of its group twice,
 * since npm passes it on; only a later one is the operator's, who no longer wants to wait.
 */
function stopOnSignals({ config, log, readiness }: BuiltServices, stop: () => Promise<void>): void {
  let stopsAt: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (stopsAt !== undefined && now - stopsAt > MAX_ECHO_MS) process.exit(1)
    if (stopsAt !== undefined) return
    stopsAt = now
    // After Ctrl-C there is no load balancer to wait for.
    const drainMs = signal === 'SIGTERM' ? config.drainMs : 0
    readiness.end()
    if (signal === 'SIGINT')
      process.stderr.write('\n  Finishing the requests in progress; press Ctrl-C again to stop at once.\n')
    setTimeout(() => process.exit(1), drainMs + STOP_TIMEOUT_MS).unref()
    void sleep(drainMs)
      .then(stop)
      .then(() => {
        log.info({ seconds: Math.round(performance.now() - now) / 1000 }, 'stopped')
        process.exit(0)
      })
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        demo: { type: 'boolean' },
        help: { type: 'boolean' },
        'no-work': { type: 'boolean' },
        'work-only': { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message} Run ${commandLines.start} --help to see the options.`)
  }
}

function readRoles(options: ReturnType<typeof readOptions>): Role[] {
  return [
    ...(options['work-only'] ? [] : ['serving' as const]),
    ...(options['no-work'] ? [] : ['working' as const]),
  ]
}

function greet({ config, db, log, terrain }: BuiltServices, demo: DemoSignIn | undefined): void {
  const firstStep = demo
    ? `To see the demo, sign in at ${config.baseUrl}/sign-in as ${demo.email} with the password ${demo.password}\n` +
      `  To call the API: export CLOUDSTREET_KEY=${demo.key}`
    : `To begin, sign up at ${config.baseUrl}/sign-up, then create an API key at ${config.baseUrl}/app/developers`
  log.info({ url: config.baseUrl, database: db.engine }, 'listening')
  process.stderr.write(
    `\n  Cloudstreet is running at ${config.baseUrl}\n` +
      `  Its data is in ${db.location}\n` +
      `  ${firstStep}\n` +
      `  The API is documented at ${config.baseUrl}/docs\n` +
      (terrain.find() === undefined ? `  ${offerHeights(config.terrain)}\n` : '') +
      '  Press Ctrl-C to stop.\n\n',
  )
}

/** On a terminal and in the journal, whatever LOG_LEVEL is; what comes later is in the log. */
function sayFaults(findings: readonly CheckFinding[]): void {
  for (const { state, sentence, cause, remedy } of findings) {
    const lines = [sentence, cause, remedy].filter((line) => line !== undefined)
    if (state === 'act') process.stderr.write(`\n  ${lines.join('\n  ')}\n`)
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message
  if (error instanceof DatabaseUnavailableError) return `The database cannot be reached: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return `Another program is already listening on this port; set ${process.argv.includes('--work-only') ? 'WORK_PORT' : 'PORT'} to a free one.`
  if (code === 'EACCES') return `The service lacks a permission: ${message}`
  return message
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
