// Keys and devices of an account: their export (names, scopes and last uses, never a secret) and their review.
import type { DeviceSummary } from '#dashboard/devices.ts'
import type { KeySummary } from '#dashboard/keys.ts'
import { listDevices } from '#server/access/devices/store.ts'
import type { AccessItem, AccessOwners } from '#server/access/review-kinds.ts'
import { revokeDevice, revokeKey } from '#server/access/revocation.ts'
import type { Services } from '#server/platform/services.ts'
import { endAllowed, listAllowed } from './pairing/store.ts'
import { listKeys } from './store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createKeysPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const keys = await listKeys(db.sql, id)
      yield { path: 'keys.json', content: Buffer.from(JSON.stringify(keys, null, 2)) }
      const devices = await listDevices(db.sql, id)
      yield { path: 'devices.json', content: Buffer.from(JSON.stringify(devices, null, 2)) }
    },
    access: {
      key: {
        list: async (sql, userId) =>
          (await listKeys(sql, userId))
            .filter((key) => key.revokedAt === null && (key.expiresAt ?? Infinity) > now())
            .map((key) => ({ ...toItem(key), hint: key.hint })),
        end: async (sql, userId, id) => {
          await revokeKey(sql, now(), userId, id)
        },
      },
      device: {
        list: async (sql, userId) =>
          (await listDevices(sql, userId)).filter(({ revokedAt }) => revokedAt === null).map(toItem),
        end: (sql, userId, id) => revokeDevice(sql, now(), userId, id),
      },
      pairing: { list: (sql, userId) => listAllowed(sql, now(), userId), end: endAllowed },
    } satisfies AccessOwners,
  }
}

function toItem({ id, name, createdAt, madeBy, lastUsedAt }: KeySummary | DeviceSummary): AccessItem {
  return { id, name, madeAt: createdAt, madeBy, lastUsedAt }
}
