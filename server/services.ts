// Configuration -> what the process has: used by the server, the operator's commands and the tests alike.
import { createCounters } from '#server/access/limits/counters.ts'
import { createEventSignal } from '#server/events/event-signal.ts'
import { openLeagues } from '#server/flights/leagues/leagues.ts'
import type { LeagueServices } from '#server/flights/leagues/scores.ts'
import { createScorer } from '#server/flights/scorer/scorer.ts'
import type { Scorer } from '#server/flights/record/services.ts'
import { startDatabaseClock, systemClock } from '#server/platform/clock/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { findFact } from '#server/platform/database/installation.ts'
import { requireSameSecret, requireSecrets } from '#server/platform/installation-secret.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { migrate, type MigrationReport } from '#server/platform/database/migrations/migrate.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { createChecks } from '#server/platform/checks/checks.ts'
import { checkClock, checkDamage, checkDatabase } from '#server/platform/checks/database.ts'
import { checkDisk } from '#server/platform/checks/disk.ts'
import { checkMail } from '#server/platform/checks/mail.ts'
import { createReadiness } from '#server/platform/checks/readiness.ts'
import { checkRecent } from '#server/platform/checks/recent.ts'
import { checkStorage, type StorageOptions } from '#server/platform/checks/storage.ts'
import { createResolver } from '#server/platform/resolver.ts'
import { openTerrainThread } from '#server/terrain/terrain.ts'
import type { PasswordHashing } from '#server/platform/services.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { registerBuiltInApplications } from '#server/oauth/stores/built-in.ts'
import { adviseDamaged } from './operator/integrity/advice.ts'
import { measure } from './measure.ts'

export interface BuiltServices extends LeagueServices {
  readonly migrations: MigrationReport
  close(): Promise<void>
}

/** Opens and migrates the database; throws with a sentence for the operator when it cannot. */
export async function buildServices(
  config: Config,
  options: {
    now?: () => number
    /** The clock of the machine; a test may set it. */
    wallClock?: () => number
    log?: Log
    /** Before a database that is in use is migrated, which may take long. */
    onMigrating?: () => Promise<void>
    /** One that several servers of a test share; the test that passes it in closes it. */
    scorer?: Scorer
    nameServers?: readonly string[]
    /** A test's own, with less work. No setting leads here: what a process stores is always expensive to guess. */
    passwordHashing?: PasswordHashing | undefined
    /** A test's own, to avoid the wait. */
    minResponseMs?: number | undefined
    /** Of a test that does not wait as long. */
    checks?: StorageOptions
  } = {},
): Promise<BuiltServices> {
  const log = options.log ?? createLog(config.logLevel)
  const leagues = openLeagues(config.leagues)
  const terrain = openTerrainThread(config.terrain)
  const secrets = requireSecrets(config)
  // Before anything is changed: without the keys to a bucket nothing starts.
  const metrics = createMetrics()
  const files = await openFiles(config, metrics)
  const db = await openDatabase(config)
  const closing = new AbortController()
  try {
    await db.requireSessions()
    // Its connection is the one for health checks, which is kept from now on, also when others take all the rest.
    const clock =
      db.engine === 'postgres'
        ? await startDatabaseClock(db, log, closing.signal, options.wallClock)
        : systemClock
    const now = options.now ?? clock.now
    const migrations = await migrate(db, now, { log, onBegin: options.onMigrating })
    await requireSameSecret(db, secrets)
    await registerBuiltInApplications({ db, now })
    const mail = createMail(config, secrets, now)
    const scorer =
      options.scorer ?? createScorer({ deadlineMs: config.scoringDeadlineMs, rules: leagues.rules })
    const close = async () => {
      closing.abort()
      if (!options.scorer) await scorer.close()
      await terrain.close()
      await db.close()
    }
    const checks = createChecks(
      [
        checkDatabase(db, now),
        checkDamage(db, () => adviseDamaged(config)),
        checkClock(clock),
        ...checkStorage(files, options.checks),
        checkDisk(config),
        ...checkMail(config),
        ...checkRecent(metrics),
      ],
      log,
      closing.signal,
    )
    const services: BuiltServices = {
      config,
      secret: secrets[0],
      secrets,
      db,
      log,
      mail,
      files,
      // Raised by a restore: sequence numbers of webhooks may then come again.
      epoch: Number((await findFact(db.sql, 'epoch')) ?? 0),
      metrics,
      counters: createCounters({ db, now, log, metrics }, 'api:'),
      eventSignal: createEventSignal(),
      resolveName: createResolver({ nameServers: options.nameServers }),
      scorer,
      leagues,
      terrain,
      clock,
      checks,
      readiness: createReadiness(checks),
      now,
      passwordHashing: options.passwordHashing,
      minResponseMs: options.minResponseMs,
      migrations,
      close,
    }
    measure(services)
    return services
  } catch (error) {
    closing.abort()
    await db.close()
    throw error
  }
}
