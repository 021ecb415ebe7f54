// The operator gives one application another quota than the general one.
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { setApplicationQuota } from './store.ts'

export const appLimitUsage =
  'app limit --app CLIENT_ID [--requests N] [--uploads N] (in a window; 0 for no limit, "default" for the general one)'

export async function limitApplication({ db, now }: Services, options: Options): Promise<object> {
  const id = requireOption(options, 'app')
  const requests = readQuota(options, 'requests')
  const uploads = readQuota(options, 'uploads')
  if (requests === undefined && uploads === undefined) throw new Error('Give --requests, --uploads or both.')
  const quota = await setApplicationQuota(db.sql, now(), id, requests, uploads)
  if (!quota) throw new Error(`There is no application ${id}.`)
  return { app: id, ...quota }
}

/** null takes the quota away, undefined leaves it. */
function readQuota(options: Options, name: string): number | null | undefined {
  const text = findOption(options, name)
  if (text === undefined) return undefined
  if (text === 'default') return null
  if (!/^\d{1,7}$/.test(text)) throw new Error(`--${name} takes a whole number, or "default".`)
  return Number(text)
}
