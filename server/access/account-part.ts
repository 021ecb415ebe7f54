// The access ledger's part of an account's export: what was accessed, by which key or application, by day.
import type { Services } from '#server/platform/services.ts'
import { firstDay } from './dashboard.ts'
import { listLedger } from './ledger-store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createLedgerPart({ config, db, now }: Pick<Services, 'config' | 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const rows = await listLedger(db.sql, id, firstDay(now(), config.retention.ledger))
      yield { path: 'access.json', content: Buffer.from(JSON.stringify(rows, null, 2)) }
    },
  }
}
