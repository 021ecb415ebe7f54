// `admin app limit`: gives one application its own quota.
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { setApplicationQuota } from './store.ts'

export async function limitApplication({ db, now }: Services, options: Options): Promise<object> {
  const id = requireOption(options, 'app')
  const requests = readQuota(options, 'requests')
  const uploads = readQuota(options, 'uploads')
  if (requests === undefined && uploads === undefined) throw new Error('Give --requests, --uploads or both.')
  const quota = await setApplicationQuota(db.sql, now(), id, requests, uploads)
  if (!quota) throw new Error(`There is no application ${id}.`)
  return { app: id, ...quota }
}

/** null removes the quota, undefined leaves it as it is. */
function readQuota(options: Options, name: string): number | null | undefined {
  const text = findOption(options, name)
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} takes a whole number or "default".`)
  return Number(text)
}
