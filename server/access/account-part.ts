// The access ledger's part of an account's export: what was accessed, by which key or application, by day.
import type { Services } from '#server/platform/services.ts'
import { firstDay, LEDGER_DAYS } from './dashboard.ts'
import { listLedger } from './ledger-store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createLedgerPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const rows = await listLedger(db.sql, id, firstDay(now(), LEDGER_DAYS))
      yield { path: 'access.json', content: Buffer.from(JSON.stringify(rows, null, 2)) }
    },
  }
}
