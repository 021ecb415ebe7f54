// Parts of an account's export: what was accessed, by which key or application, by day; and uploads that were refused.
import type { Services } from '#server/platform/services.ts'
import { firstDay } from './dashboard.ts'
import { listFailures } from './failures/store.ts'
import { listLedger } from './ledger-store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createLedgerPart({ config, db, now }: Pick<Services, 'config' | 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const rows = await listLedger(db.sql, id, firstDay(now(), config.retention.ledger))
      yield toFile('access.json', rows)
      const failures = await listFailures(db.sql, id, firstDay(now(), config.retention.refusals))
      yield toFile('failed-uploads.json', failures)
    },
  }
}

const toFile = (path: string, rows: object) => ({
  path,
  content: Buffer.from(JSON.stringify(rows, null, 2)),
})
