// The access ledger: what each credential was used for, and when. Counted in memory and written every few seconds and at
// the stop, never within a request: a crash may lose the last few seconds of counts.
import { createTally } from '#server/platform/concurrency/tally.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/http/http.ts'
import type { Services } from '#server/platform/services.ts'
import { MINUTE_MS, SECOND_MS, toDay } from '#server/platform/time.ts'
import { addToLedger, type LastUse, type LedgerEntry, setLastUse } from './ledger-store.ts'

const WRITE_EVERY_MS = 5 * SECOND_MS
const LAST_USE_EVERY_MS = MINUTE_MS

export interface Ledger {
  /** Writes what has been counted so far. */
  flush(): Promise<void>
  /** Counts every answered request that passed a `requireBearer`. */
  addTo(app: App): void
}

export function createLedger({ db, log, now }: Services): Ledger {
  const writeAll =
    <Row>(write: (sql: Sql, row: Row) => Promise<void>) =>
    (rows: readonly Row[]) =>
      db.transaction(async (sql) => {
        for (const row of rows) await write(sql, row)
      })
  const common = { log, everyMs: WRITE_EVERY_MS, keepsAll: true }
  const entries = createTally<LedgerEntry>({
    ...common,
    what: 'the access ledger',
    nameOf: ({ userId, day, sourceId, scope }) => `${userId} ${day} ${sourceId} ${scope}`,
    addUp: (known, { requests, uploads, lastAt }) => ({
      ...known,
      requests: known.requests + requests,
      uploads: known.uploads + uploads,
      lastAt,
    }),
    write: writeAll(addToLedger),
  })
  const lastUses = createTally<LastUse>({
    ...common,
    what: 'the last uses of credentials',
    nameOf: ({ credentialId }) => credentialId,
    addUp: (_known, use) => use,
    write: writeAll(setLastUse),
  })
  const flush = async () => {
    await Promise.all([entries.flush(), lastUses.flush()])
  }
  const addTo: Ledger['addTo'] = (app) => {
    app.addHook('onResponse', (request, _reply, done) => {
      const { credential: caller, usedScope: scope, ip: address, files: uploads = 0 } = request
      if (caller && scope !== undefined) {
        const { id: credentialId, userId, applicationId, lastUsedAt = 0 } = caller
        const at = now()
        const source = {
          sourceKind: applicationId ? 'application' : 'key',
          sourceId: applicationId ?? credentialId,
        } as const
        entries.add({
          userId,
          day: toDay(at),
          ...source,
          scope,
          requests: 1,
          uploads,
          firstAt: at,
          lastAt: at,
        })
        if (at - lastUsedAt >= LAST_USE_EVERY_MS) lastUses.add({ credentialId, at, address })
      }
      done()
    })
    app.addHook('onClose', flush)
  }
  return { flush, addTo }
}
