// Before a node calls itself ready, it uploads simulated flights: its code is compiled and
// its statements are prepared. The transaction is rolled back, and what it counts, tells or writes elsewhere goes nowhere.
import { findCredential } from '#server/access/credentials.ts'
import { insertUser } from '#server/accounts/store.ts'
import { createEventSignal } from '#server/events/event-signal.ts'
import type { FlightServices, Rehearse } from '#server/flights/record/services.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/http/http.ts'
import { createId } from '#server/platform/ids.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createSecret, secretPrefixes } from '#server/platform/secrets.ts'

const UPLOAD_PATH = '/api/v1/flights/upload'

/** Thrown where the transaction would commit. */
class RehearsedError extends Error {}

export function createRehearsal(services: FlightServices, app: Pick<App, 'compileSchemas'>): Rehearse {
  const { db, files, now, scorer } = services
  const apart = {
    ...services,
    metrics: createMetrics(),
    eventSignal: createEventSignal(),
    files: { ...files, first: undefined },
  }
  return async (analysis) => {
    app.compileSchemas(UPLOAD_PATH)
    await findCredential(db, now(), createSecret(secretPrefixes.key))
    const pilotId = createId(now())
    const upload = { bytes: new Uint8Array(), fileName: undefined, options: {} }
    await uploadFlight(
      {
        ...apart,
        scorer: { ...scorer, analyse: async () => analysis },
        db: { ...db, transaction: (work) => rollBack(db, now(), pilotId, work) },
      },
      pilotId,
      upload,
    ).catch((error: unknown) => {
      if (!(error instanceof RehearsedError)) throw error
    })
  }
}

/** For a pilot who is there until it ends. */
function rollBack<Result>(
  db: Database,
  nowMs: number,
  id: string,
  work: Parameters<typeof db.transaction<Result>>[0],
): Promise<Result> {
  const pilot = {
    email: `${id}@rehearsal.invalid`,
    name: null,
    passwordHash: null,
    isVerified: true,
    language: null,
  }
  return db.transaction(async (sql) => {
    await insertUser(sql, nowMs, pilot, id)
    await work(sql)
    throw new RehearsedError()
  })
}
