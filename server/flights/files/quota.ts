// How much room a pilot has for files (STORAGE_QUOTA_BYTES). Checked before a file is put anywhere, and once more in the
// transaction that stores it, where the pilot's other uploads wait: of two at once only what fits is stored.
import type { StorageUse } from '#contract/logbook/statistics.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findStoredBytes, readStoredBytes } from '../record/derived/stored-bytes.ts'

type QuotaServices = Pick<Services, 'db' | 'config'>

export async function describeStorage({ db, config }: QuotaServices, ownerId: string): Promise<StorageUse> {
  return { usedBytes: await readStoredBytes(db, ownerId), quotaBytes: config.storageQuotaBytes || null }
}

/** A file that the pilot has already needs no room. */
export async function requireRoomFor(
  { db, config: { storageQuotaBytes: quota } }: QuotaServices,
  ownerId: string,
  byteLength: number,
  findKnown?: () => Promise<object | undefined>,
): Promise<void> {
  if (quota === 0) return
  const used = await readStoredBytes(db, ownerId)
  if (used + byteLength <= quota || (await findKnown?.())) return
  throw storageFull(quota, used, byteLength)
}

/** In the transaction that has just stored the file; `counted` are all bytes with it, where that is known. */
export async function requireRoomOf(
  sql: Sql,
  { config: { storageQuotaBytes: quota } }: Pick<Services, 'config'>,
  ownerId: string,
  byteLength: number,
  counted: number | null = null,
): Promise<void> {
  if (quota === 0) return
  const used = counted ?? (await findStoredBytes(sql, ownerId))
  if (used > quota) throw storageFull(quota, used - byteLength, byteLength)
}

function storageFull(quota: number, used: number, byteLength: number): ApiError {
  const left = Math.max(0, quota - used)
  return new ApiError(
    413,
    'storage_full',
    `This file has ${byteLength} bytes, and of the ${quota} bytes for this account’s files ${left} are left. ` +
      'Deleting flights or photos makes room.',
  )
}
