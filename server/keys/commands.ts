// The operator's commands for personal keys: create one, for a first try or for a machine that has no browser; list, revoke.
import { NewKey } from '#dashboard/keys.ts'
import { requireUserId } from '#server/access/operators.ts'
import { revokeKey } from '#server/access/revocation.ts'
import { byOperator, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { requireValid } from '#server/platform/http/schemas.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createKey } from './key.ts'
import { findKey, listKeys } from './store.ts'

export async function createKeyForUser(services: Services, options: Options): Promise<object> {
  const owner = requireOption(options, 'owner')
  const days = findOption(options, 'days')
  const asked = requireValid(NewKey, {
    name: requireOption(options, 'name'),
    days: days === undefined ? null : Number(days),
    scopes: requireOption(options, 'scopes')
      .split(/[\s,]+/)
      .filter(Boolean),
  })
  const userId = await requireUserId(services.db.sql, owner)
  const created = await createKey(services, userId, asked, byOperator)
  return { ...created, owner, ...asked }
}

/** Newest first, the revoked ones too; never a secret. */
export async function listKeysByOperator({ db }: Services, options: Options): Promise<object> {
  const userId = await requireUserId(db.sql, requireOption(options, 'owner'))
  const toText = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  const keys = await listKeys(db.sql, userId)
  return {
    keys: keys.map((key) => ({
      ...key,
      createdAt: toText(key.createdAt),
      expiresAt: toText(key.expiresAt),
      revokedAt: toText(key.revokedAt),
      lastUsedAt: toText(key.lastUsedAt),
    })),
  }
}

export async function revokeKeyByOperator({ db, now }: Services, options: Options): Promise<object> {
  const id = requireOption(options, 'key')
  return db.transaction(async (sql) => {
    const key = ID_PATTERN.test(id) ? await findKey(sql, id) : undefined
    if (!key) throw new Error(`There is no key ${id}.`)
    const { name, userId } = key
    await revokeKey(sql, now(), userId, id)
    await recordSecurityEvent(sql, now(), { userId, kind: 'key_revoked', actor: 'operator', subject: name })
    return { id, name, revoked: true }
  })
}
