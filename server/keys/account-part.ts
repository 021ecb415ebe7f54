// The keys' part of an account's export: names, scopes and last uses, never the keys themselves.
import type { Services } from '#server/platform/services.ts'
import { listKeys } from './store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createKeysPart({ db }: Pick<Services, 'db'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const keys = await listKeys(db.sql, id)
      yield { path: 'keys.json', bytes: Buffer.from(JSON.stringify(keys, null, 2)) }
    },
  }
}
