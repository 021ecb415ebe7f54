// Configuration -> services -> routes and jobs -> graceful stop.
import { parseArgs } from 'node:util'
import { createApp } from './app.ts'
import { type DemoSignIn, openDemo } from './demo/demo.ts'
import { ConfigError, describeSettings, readConfig, readEnvironment } from './platform/config.ts'
import { DatabaseUnavailableError } from './platform/database/database.ts'
import { startJobs } from './platform/jobs.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { MINUTE_MS, SECOND_MS } from './platform/time.ts'
import { type BuiltServices, buildServices } from './services.ts'
import { listJobs } from './work.ts'

const STOP_TIMEOUT_MS = 10 * SECOND_MS
const WARM_UP_AFTER_MS = 3 * SECOND_MS

const HELP = `Cloudstreet: IGC upload, exact XC scoring, OAuth 2.0, signed webhooks.

Usage: npm start [-- options]

Options:
  --no-work      answer requests only; another process does the background work
  --demo         fill an empty database with a pilot, an application and 40 flights
  --work-only    do the background work only; listen to no port
  --help         show this

Settings (environment variables, or a file .env in the working folder):
${describeSettings()}
`

async function main(): Promise<void> {
  const options = readOptions()
  if (options.help) {
    process.stdout.write(HELP)
    return
  }
  if (options['work-only'] && options['no-work']) {
    throw new ConfigError('--work-only and --no-work leave nothing to do; give one of them.')
  }
  const services = await buildServices(readConfig(readEnvironment()))
  // However the process ends, its last lines are written.
  process.once('exit', () => services.log.flush())
  const app = options['work-only'] ? undefined : await createApp(services)
  const demo =
    options.demo && app
      ? await openDemo(services, app, (text) => process.stderr.write(`${text}\n`))
      : undefined
  await app?.listen({ port: services.config.port, host: services.config.host })
  const jobs = options['no-work'] ? undefined : startJobs(listJobs(services), services.log)
  if (app) {
    greet(services, demo)
    // The first requests go first; whoever uploads by then starts the threads.
    setTimeout(() => void services.scorer.warmUp(), WARM_UP_AFTER_MS).unref()
  }

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    await app?.close()
    await jobs?.stop()
    await services.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  if (!app) setInterval(() => undefined, MINUTE_MS)
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
    throw new ConfigError(`${(error as Error).message} Try npm start -- --help.`)
  }
}

function greet({ config, db, log }: BuiltServices, demo: DemoSignIn | undefined): void {
  const first = demo
    ? `  The demo pilot signs in at ${config.baseUrl}/sign-in as ${demo.email} with ${demo.password};\n`
    : `  First: make an account at ${config.baseUrl}/sign-up, then a key at ${config.baseUrl}/app/developers;\n`
  log.info({ url: config.baseUrl, database: db.engine }, 'listening')
  process.stderr.write(
    `\n  Cloudstreet is at ${config.baseUrl}\n` +
      `  Its data lies in ${db.location}\n` +
      first +
      `  the API is described at ${config.baseUrl}/docs. Stop with Ctrl-C.\n\n`,
  )
}

function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError) return error.message
  if (error instanceof DatabaseUnavailableError) return `The database cannot be reached: ${error.message}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return 'Another program listens on this port already; set PORT to a free one.'
  if (code === 'EACCES') return `This user may not do that: ${message}`
  return message
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
