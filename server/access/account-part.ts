// What a user takes along of the access ledger: who has read what, by day.
import type { Services } from '#server/platform/services.ts'
import { firstDay, LEDGER_DAYS } from './dashboard.ts'
import { listLedger } from './ledger-store.ts'

/** The ledger's part in the export; at the end of an account it goes with the user's row. */
export function createLedgerPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const rows = await listLedger(db.sql, id, firstDay(now(), LEDGER_DAYS))
      yield { path: 'access.json', bytes: Buffer.from(JSON.stringify(rows, null, 2)) }
    },
  }
}
