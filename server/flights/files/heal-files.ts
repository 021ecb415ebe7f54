// Puts a whole file where a damaged one is: from a backup (`files heal`), or from the pilot who uploads it again.
import { isWhole, sumInside } from '#server/platform/files/content.ts'
import type { Services } from '#server/platform/services.ts'
import { examineFile } from './check-files.ts'
import { type DamagedFile, findFileOf, listDamaged } from './damage-store.ts'
import { noteOutsideFile, placeInside, replaceInside } from './store.ts'
import type { FileTable } from './tables.ts'

const BATCH_SIZE = 200

type HealServices = Pick<Services, 'db' | 'files' | 'now'>

/** Files that are known to be damaged and, read once more, still are. */
export async function findDamaged(services: HealServices, table: FileTable): Promise<DamagedFile[]> {
  const damaged: DamagedFile[] = []
  for (let afterKey = ''; ;) {
    const batch = await listDamaged(services.db.sql, table, afterKey, BATCH_SIZE)
    for (const { key } of batch) {
      const still = await examineFile(services, table, key)
      if (still) damaged.push(still)
    }
    afterKey = batch.at(-1)?.key ?? afterKey
    if (batch.length < BATCH_SIZE) return damaged
  }
}

/** False when these bytes are another file, or what it belongs to is gone. */
export async function healFile(
  services: HealServices,
  table: FileTable,
  key: string,
  compressed: Uint8Array,
): Promise<boolean> {
  const { db, files, now } = services
  const found = await findFileOf(db.sql, table, key)
  if (!found || !(await isWhole(compressed, { ...found, storedHash: null }))) return false
  const { hash } = found
  const stored = { compressed, storedHash: sumInside(compressed) }
  if (!found.isOutside) await replaceInside(db.sql, table, key, stored)
  else if (files.first && (await noteOutsideFile(db.sql, now(), hash)))
    await files.first.put(hash, compressed)
  else await db.transaction((sql) => placeInside(sql, now(), table, { key, hash }, stored))
  return (await examineFile(services, table, key)) === undefined
}
