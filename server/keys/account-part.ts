// What the account has of keys and devices: their export (names, scopes and last uses, never a secret) and their review.
import { listDevices } from '#server/access/devices/store.ts'
import { revokeAllKeys } from '#server/access/revocation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { endAllowed, listAllowed } from './pairing/store.ts'
import { listKeys } from './store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createKeysPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const keys = await listKeys(db.sql, id)
      yield { path: 'keys.json', bytes: Buffer.from(JSON.stringify(keys, null, 2)) }
      const devices = await listDevices(db.sql, id)
      yield { path: 'devices.json', bytes: Buffer.from(JSON.stringify(devices, null, 2)) }
    },
    async listAccess(userId: string) {
      const keys = await listKeys(db.sql, userId)
      const items = keys
        .filter((key) => key.revokedAt === null && (key.expiresAt ?? Infinity) > now())
        .map(({ name, hint, createdAt, lastUsedAt }) => {
          return { name, detail: `${hint}, created ${toDay(createdAt)}, ${describeUse(lastUsedAt)}` }
        })
      const devices = (await listDevices(db.sql, userId))
        .filter(({ revokedAt }) => revokedAt === null)
        .map(({ name, createdAt, lastUsedAt }) => ({
          name,
          detail: `added ${toDay(createdAt)}, ${describeUse(lastUsedAt)}`,
        }))
      const waiting = (await listAllowed(db.sql, now(), userId)).map((name) => ({
        name,
        detail: 'allowed just now, not connected yet',
      }))
      return [
        { title: 'API keys', ending: 'Ending revokes them.', items },
        { title: 'Devices that upload', ending: 'Ending removes them.', items: [...waiting, ...devices] },
      ]
    },
    async endAccess(sql: Sql, userId: string) {
      await endAllowed(sql, userId)
      await revokeAllKeys(sql, now(), userId)
    },
  }
}

function describeUse(lastUsedAt: number | null): string {
  return lastUsedAt === null ? 'never used' : `last used ${toDay(lastUsedAt)}`
}
