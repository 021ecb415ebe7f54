// What an export holds of a pilot's flights, and what is deleted with the account.
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Sql } from '#server/platform/database/database.ts'
import { repeatTransaction } from '#server/platform/database/batching/repeat-transaction.ts'
import type { ZippedFile } from '#server/platform/files/zip-writer.ts'
import type { Services } from '#server/platform/services.ts'
import { findAnalysis } from './analysis-store.ts'
import { toFlight } from './flight.ts'
import { deleteSomeEntries } from './import/store.ts'
import { forgetSome } from './record-change.ts'
import { removeAllFlights, removeSomeFlights } from './remove.ts'
import { findFile } from './files/files.ts'
import { isNamed, listFlightsAfter } from './store.ts'

const decompress = promisify(zstdDecompress)
const BATCH_SIZE = 100
const ERASED_AT_ONCE = 100

/** The flights' part in the export and the deletion of an account; composed with the others in app.ts. */
export function createFlightsPart(services: Pick<Services, 'db' | 'files' | 'eventSignal' | 'now'>) {
  return {
    exportFiles: ({ id }: { id: string }) => exportFlights(services, id),
    eraseInBatches: async ({ id }: { id: string }): Promise<void> => {
      await repeatTransaction(services.db, (sql) => deleteSomeEntries(sql, id, ERASED_AT_ONCE))
      await repeatTransaction(services.db, (sql) => removeSomeFlights(services, sql, id, ERASED_AT_ONCE))
      await repeatTransaction(services.db, (sql) => forgetSome(sql, id, ERASED_AT_ONCE))
    },
    erase: async (sql: Sql, { id }: { id: string }): Promise<void> => {
      await removeAllFlights(services, sql, id)
    },
  }
}

/** Each flight twice: the file as it was uploaded, and everything the service knows about it. */
async function* exportFlights(
  { db, files }: Pick<Services, 'db' | 'files'>,
  ownerId: string,
): AsyncGenerator<ZippedFile> {
  for (let afterId = ''; ;) {
    const rows = await listFlightsAfter(db.sql, ownerId, afterId, BATCH_SIZE)
    for (const row of rows) {
      afterId = row.id
      const file = await findFile({ db, files }, ownerId, row.id)
      const analysis = await findAnalysis(db.sql, ownerId, isNamed(row.id))
      // Deleted since the list was read.
      if (!file || analysis === undefined) continue
      const path = `flights/${row.flight_date}-${row.id}`
      yield { path: `${path}.igc`, content: await decompress(file.compressed) }
      const description = { ...toFlight(row), analysis: JSON.parse(analysis) as unknown }
      yield { path: `${path}.json`, content: Buffer.from(JSON.stringify(description, null, 2)) }
    }
    if (rows.length < BATCH_SIZE) return
  }
}
