// Before a node calls itself ready, simulated flights are uploaded to it: its code is compiled and its statements are
// prepared. All of it is one transaction that is rolled back, and what it counts, tells or writes elsewhere goes nowhere.
import { randomBytes } from 'node:crypto'
import { issueCredential } from '#server/access/credentials.ts'
import { createMemoryCounters } from '#server/access/limits/counters.ts'
import { createRateLimits } from '#server/access/limits/rate-limit.ts'
import { addGates } from '#server/access/operations/gates.ts'
import { addOperations } from '#server/access/operations/operation.ts'
import { followProof } from '#server/access/proof.ts'
import { insertUser } from '#server/accounts/store.ts'
import { createEventSignal } from '#server/events/event-signal.ts'
import { declareUploading } from '#server/flights/operations.ts'
import type { Analysis } from '#server/flights/record/findings.ts'
import type { FlightServices, Rehearse } from '#server/flights/record/services.ts'
import type { Database, Sql } from '#server/platform/database/database.ts'
import { type App, createHttp } from '#server/platform/http/http.ts'
import { createId } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'

const UPLOAD_PATH = '/api/v1/flights/upload'
/** Of a usual file. */
const FILE_BYTES = 100_000

/** Thrown where the transaction would commit. */
class RehearsedError extends Error {}

export function createRehearsal(services: FlightServices, app: Pick<App, 'compileSchemas'>): Rehearse {
  const stage = createStage(services)
  return async (analysis) => {
    app.compileSchemas(UPLOAD_PATH)
    await services.db
      .transaction(async (sql) => {
        await stage.upload(sql, analysis)
        throw new RehearsedError()
      })
      .catch((error: unknown) => {
        if (!(error instanceof RehearsedError)) throw error
      })
  }
}

/** The upload alone, as the service has it, on a database that is one transaction. */
function createStage(services: FlightServices) {
  const { now, files, scorer } = services
  let scene: { sql: Sql; analysis: Analysis }
  const db: Database = {
    ...services.db,
    get sql() {
      return scene.sql
    },
    reading: () => db,
    transaction: (work) => work(scene.sql),
  }
  const apart = {
    ...services,
    db,
    log: createLog('silent'),
    metrics: createMetrics(),
    counters: createMemoryCounters(now),
    eventSignal: createEventSignal(),
    files: { ...files, first: undefined },
    scorer: { ...scorer, analyse: async () => scene.analysis },
    findSession: async () => undefined,
  }
  const stage = createHttp(apart)
  addGates(stage, apart, createRateLimits(apart))
  addOperations(stage, declareUploading(apart))
  const upload = async (sql: Sql, analysis: Analysis) => {
    scene = { sql, analysis }
    const key = await createPilot(sql, now())
    const { statusCode, body } = await stage.inject({
      method: 'POST',
      url: UPLOAD_PATH,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' },
      payload: randomBytes(Math.min(FILE_BYTES, services.config.maxUploadBytes)),
    })
    if (statusCode !== 201) throw new Error(`a rehearsed upload was answered with ${statusCode}: ${body}`)
  }
  return { upload }
}

/** With a key; both are there until the transaction ends. */
async function createPilot(sql: Sql, nowMs: number): Promise<string> {
  const id = createId(nowMs)
  const pilot = {
    email: `${id}@rehearsal.invalid`,
    name: null,
    passwordHash: null,
    isVerified: true,
    language: null,
  }
  await insertUser(sql, nowMs, pilot, id)
  const key = { kind: 'key', userId: id, scopes: ['flights:write'] } as const
  return (await issueCredential(sql, nowMs, key, followProof('operator'))).secret
}
