// The whole service in this process, over real HTTP, on a fresh database.
// The engine is what TEST_ENGINE says (sqlite by default); postgres needs TEST_DATABASE_URL, set by `npm test`.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '#server/app.ts'
import { createScorer } from '#server/flights/scorer/scorer.ts'
import type { Scorer } from '#server/flights/record/services.ts'
import { readConfig } from '#server/platform/config.ts'
import type { App } from '#server/platform/http/http.ts'
import { startJobs } from '#server/platform/background/jobs.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { type BuiltServices, buildServices } from '#server/services.ts'
import { listMailJobs } from '#server/platform/mail/sending.ts'
import { listJobs } from '#server/work.ts'
import { cheapHashing } from './passwords/hashing.ts'
import { keepPictureProcesses } from './photos/resident.ts'
import { watchScans } from './plans/scans.ts'
import { createDatabase, dropDatabase, findFreePort } from './postgres.ts'
import { PATIENT_DEADLINE_MS } from './process.ts'
import { closeAtEnd } from './waiting/at-end.ts'

export interface TestServer {
  /** http://localhost:PORT */
  readonly url: string
  readonly services: BuiltServices
  readonly environment: Record<string, string>
  /** Moves the service's clock forward. */
  advance(milliseconds: number): void
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export interface TestServerOptions {
  environment?: Record<string, string>
  /** Background jobs, but for mail, run only when a test asks for them. */
  work?: boolean
  /** The service's clock at the start, in milliseconds; the machine's time when absent. */
  startsAt?: number
  /** The service's clock moves only when the test advances it: what is counted by time waits for no slow machine. */
  isClockStill?: boolean
  /** Asked for host names instead of the system's name servers. */
  nameServers?: string[]
  /** The clock of the machine, as the service sees it; its time is then the one that it has in production. */
  wallClock?: () => number
  /** Where the service writes its log; by default to standard output, and nothing. */
  log?: Log
  /** Passwords are hashed, and refusals take their time, as in production: for a test of that time or work. */
  hasRealPasswords?: boolean
  /** A database that is there already, by the settings that lead to it; it stays after the test. */
  on?: Record<string, string>
  /** Stores and the mail server are checked again and again, as in production, and as often as this says. */
  watch?: { everyMs: number; retryMs: number; timeoutMs?: number }
  /** Routes of the test, in addition to those of the service. */
  addRoutes?: (app: App, services: BuiltServices) => void
}

/** A machine that runs many tests at once may take its time; what a time limit does is tested where it is set. */
const patience = {
  SCORING_DEADLINE_MS: PATIENT_DEADLINE_MS,
  DATABASE_STATEMENT_TIMEOUT_MS: '300000',
}

/**
 * Settings for a server of any kind on a fresh database: also for one started as a separate process. The database is
 * empty, or a copy of the template that `npm test` has migrated once for all.
 */
export async function createEnvironment(options: { isMigrated?: boolean } = {}): Promise<{
  environment: Record<string, string>
  remove: () => Promise<void>
}> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cloudstreet-test-'))
  const environment: Record<string, string> = { DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...patience }
  const serverUrl = process.env.TEST_DATABASE_URL ?? ''
  const isPostgres = process.env.TEST_ENGINE === 'postgres'
  const template = options.isMigrated ? process.env.TEST_TEMPLATE : undefined
  const databaseUrl = isPostgres ? await createDatabase(serverUrl, template) : undefined
  if (databaseUrl !== undefined) environment.DATABASE_URL = databaseUrl
  else if (template) copyFileSync(template, join(dataDir, 'cloudstreet.db'))
  const remove = async () => {
    // Its own: a test may have named another one in the environment since then.
    if (databaseUrl !== undefined) await dropDatabase(serverUrl, databaseUrl)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { environment, remove }
}

keepPictureProcesses()

const scorers = new Map<number, Scorer>()

/** A thread loads its code and the places, which takes longer than most tests: one for all servers of this process. */
function shareScorer(deadlineMs: number): Scorer {
  const scorer = scorers.get(deadlineMs) ?? createScorer({ deadlineMs, threads: 1 })
  scorers.set(deadlineMs, scorer)
  return scorer
}

const shared = new Map<string, Promise<TestServer>>()

/**
 * One for all tests of this process that ask for the same and change nothing for each other: each makes its own users.
 * Nothing is limited, and the clock runs by itself, unless options say otherwise; with options tests may move it.
 */
export async function shareServer(options?: SharedOptions): Promise<TestServer> {
  const key = JSON.stringify(options)
  const started = shared.get(key) ?? startShared(options)
  shared.set(key, started)
  // The promise is the caller's own: Node takes a test for a part of whatever began the promise that its suite waits for.
  return started
}

type SharedOptions = Pick<TestServerOptions, 'environment' | 'isClockStill'>

async function startShared(options?: SharedOptions): Promise<TestServer> {
  const server = await startServer({ after: closeAtEnd }, options ?? { environment: limitless })
  return { ...server, ...(!options && { advance: refuseShared }), close: refuseShared }
}

const limitless = {
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_UPLOADS: '0',
  RATE_LIMIT_OAUTH: '0',
  RATE_LIMIT_SIGN_IN: '0',
}

function refuseShared(): never {
  throw new Error('Other tests share this server: start one for this test.')
}

/** Started for one test or suite and closed after it. */
export async function startServer(
  context: { after: (close: () => Promise<void>) => void },
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { environment, remove } = options.on
    ? { environment: { ...options.on }, remove: async () => undefined }
    : await createEnvironment({ isMigrated: true })
  const port = await findFreePort()
  Object.assign(environment, { PORT: String(port) }, options.environment)
  watchScans()
  const startedAt = Date.now()
  const readClock = options.isClockStill ? () => startedAt : Date.now
  let clockOffsetMs = options.startsAt === undefined ? 0 : options.startsAt - startedAt
  const config = readConfig(environment)
  const services = await buildServices(config, {
    ...(options.wallClock ? { wallClock: options.wallClock } : { now: () => readClock() + clockOffsetMs }),
    log: options.log ?? createLog(config.logLevel),
    // A copy: a test may replace a function of its server alone.
    ...(config.leagues.byDefault === 'xcontest' && { scorer: { ...shareScorer(config.scoringDeadlineMs) } }),
    passwordHashing: options.hasRealPasswords ? undefined : cheapHashing,
    minResponseMs: options.hasRealPasswords ? undefined : 0,
    ...(options.nameServers ? { nameServers: options.nameServers } : {}),
    ...(options.watch ? { checks: options.watch } : {}),
  })
  const app = await createApp(services)
    .then(async (created) => {
      options.addRoutes?.(created, services)
      await created.after()
      return created
    })
    .catch(async (error: unknown) => {
      // A refused start holds no connection: PostgreSQL has few, and one would keep the process of the tests alive.
      await services.close()
      await remove()
      throw error
    })
  if (options.watch) void services.checks.watch(options.watch)
  await app.listen({ port: config.port, host: config.host })
  // Mail leaves also where a test asks for no other work.
  const jobs = startJobs(options.work ? listJobs(services) : listMailJobs(services), services)
  const close = once(async () => {
    await app.close()
    await jobs.stop()
    await services.close()
    services.log.flush()
    await remove()
  })
  context.after(close)
  const url = config.baseUrl
  return {
    url,
    services,
    environment,
    advance: (milliseconds) => {
      clockOffsetMs += milliseconds
    },
    fetch: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }),
    close,
  }
}

/** Lets go of the function with its call: the test runner keeps what it runs afterwards, and 3 MB of a closed server with it. */
function once(run: () => Promise<void>): () => Promise<void> {
  let left: (() => Promise<void>) | undefined = run
  return async () => {
    const running = left?.()
    left = undefined
    await running
  }
}
