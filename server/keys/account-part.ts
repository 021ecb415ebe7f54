// The keys' part of an account: their export (names, scopes and last uses, never the keys themselves) and their review.
import { revokeAllKeys } from '#server/access/revocation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { listKeys } from './store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createKeysPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const keys = await listKeys(db.sql, id)
      yield { path: 'keys.json', bytes: Buffer.from(JSON.stringify(keys, null, 2)) }
    },
    async listAccess(userId: string) {
      const keys = await listKeys(db.sql, userId)
      const items = keys
        .filter((key) => key.revokedAt === null && (key.expiresAt ?? Infinity) > now())
        .map(({ name, hint, createdAt, lastUsedAt }) => {
          const use = lastUsedAt === null ? 'never used' : `last used ${toDay(lastUsedAt)}`
          return { name, detail: `${hint}, created ${toDay(createdAt)}, ${use}` }
        })
      return [{ title: 'API keys', ending: 'Ending revokes them.', items }]
    },
    async endAccess(sql: Sql, userId: string) {
      await revokeAllKeys(sql, now(), userId)
    },
  }
}
