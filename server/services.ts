// Configuration -> what the process has: used by the server, the operator's commands and the tests alike.
import { createEventSignal } from '#server/events/event-signal.ts'
import { createScorer, type FlightServices } from '#server/flights/scorer/scorer.ts'
import type { Config } from '#server/platform/config.ts'
import { requireSameSecret, requireSecrets } from '#server/platform/installation-secret.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { createMail } from '#server/platform/mail/mail.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { migrate, type MigrationReport } from '#server/platform/database/migrate.ts'
import { createResolver } from '#server/platform/resolver.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readEpoch, requireServable } from './archive/servable.ts'
import { bindSealedRows } from './sealed-rows.ts'

export interface BuiltServices extends FlightServices {
  readonly migrations: MigrationReport
  close(): Promise<void>
}

/** Opens and migrates the database; throws with a sentence for the operator when it cannot. */
export async function buildServices(
  config: Config,
  options: { now?: () => number; log?: Log; scoringThreads?: number; nameServers?: readonly string[] } = {},
): Promise<BuiltServices> {
  const now = options.now ?? Date.now
  const log = options.log ?? createLog(config.logLevel)
  const secrets = requireSecrets(config)
  const db = openDatabase(config)
  try {
    // The connection for health checks is kept from now on, also when others take all the rest.
    await db.checks`select 1 as one`
    const migrations = await migrate(db, now)
    await requireServable(db)
    await requireSameSecret(db, secrets)
    await bindSealedRows(db, secrets)
    const mail = createMail(config, secrets, now)
    const scorer = createScorer({
      deadlineMs: config.scoringDeadlineMs,
      ...(options.scoringThreads ? { threads: options.scoringThreads } : {}),
    })
    const close = async () => {
      await scorer.close()
      await db.close()
    }
    return {
      config,
      secret: secrets[0],
      secrets,
      db,
      log,
      mail,
      epoch: await readEpoch(db),
      metrics: createMetrics(),
      eventSignal: createEventSignal(),
      resolveName: createResolver({ nameServers: options.nameServers }),
      scorer,
      now,
      migrations,
      close,
    }
  } catch (error) {
    await db.close()
    throw error
  }
}
