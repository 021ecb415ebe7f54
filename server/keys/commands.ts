// `admin key create`: creates a key for a user, for a first try or for a machine that has no browser.
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createKey, readNewKey } from './key.ts'
import { findUserIdByEmail } from './store.ts'

export async function createKeyForUser({ db, now }: Services, options: Options): Promise<object> {
  const owner = requireOption(options, 'owner')
  const days = findOption(options, 'days')
  const asked = readNewKey({
    name: requireOption(options, 'name'),
    days: days === undefined ? null : Number(days),
    scopes: requireOption(options, 'scopes')
      .split(/[\s,]+/)
      .filter(Boolean),
  })
  const userId = await findUserIdByEmail(db.sql, owner)
  if (!userId) throw new Error(`There is no user with the address ${owner}.`)
  const created = await createKey(db, now(), userId, asked)
  return { ...created, owner, ...asked }
}
