// The backups in BACKUP_DIR.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { OperatorBackups } from '#dashboard/operator.ts'
import { listArchives } from '#server/archive/folder.ts'
import type { Services } from '#server/platform/services.ts'

export async function listBackups({ config }: Services): Promise<OperatorBackups> {
  const { folder } = config.backup
  const archives = folder === undefined ? [] : listArchives(folder)
  return {
    folder: folder ?? null,
    backups: archives.map(({ file, madeAt }) => ({
      name: basename(file),
      madeAt: new Date(madeAt).toISOString(),
      bytes: statSync(file).size,
    })),
  }
}
