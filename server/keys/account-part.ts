// What a user takes along of his keys: what they are called and may do, never the keys themselves.
import type { Services } from '#server/platform/services.ts'
import { listKeys } from './store.ts'

/** The keys' part in the export; at the end of an account it goes with the user's row. */
export function createKeysPart({ db }: Pick<Services, 'db'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const keys = await listKeys(db.sql, id)
      yield { path: 'keys.json', bytes: Buffer.from(JSON.stringify(keys, null, 2)) }
    },
  }
}
