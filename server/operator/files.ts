// `files heal`: a copy from a backup for each file of a flight or photo that is damaged or lost.
import { findArchive } from '#server/archive/folder.ts'
import { createFileFinder } from '#server/archive/outside-files.ts'
import { readArchive } from '#server/archive/read-archive.ts'
import { findDamaged, healFile } from '#server/flights/files/heal-files.ts'
import { type FileTable, fileTables } from '#server/flights/files/tables.ts'
import type { FileProblem } from '#server/platform/files/file-store.ts'
import { CommandFailure, type Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'

/** Heals files that `admin check`, or a pilot who wanted one, has found. */
export async function healFiles(
  services: Services,
  _options: Options,
  [archive]: readonly string[],
): Promise<object> {
  if (archive === undefined) throw new Error('Usage: files heal FILE, where FILE is a backup')
  // Before anything is done: a backup that is damaged itself heals nothing.
  await readArchive(findArchive(archive))
  const damaged: Damaged[] = []
  for (const table of fileTables)
    for (const file of await findDamaged(services, table)) damaged.push({ table, ...file })
  const healed = await healFrom(services, archive, damaged)
  const report = {
    healed: damaged.filter((file) => healed.has(file)).map(describe),
    damaged: damaged.filter((file) => !healed.has(file)).map(describe),
  }
  if (report.damaged.length === 0) return report
  throw new CommandFailure(
    `${count(report.damaged)} still corrupt or lost: the backup has none of them whole.`,
    report,
  )
}

interface Damaged {
  table: FileTable
  key: string
  hash: string
  problem: FileProblem
}

const describe = ({ table, key, hash, problem }: Damaged) => ({ [`${table.of}Id`]: key, hash, problem })

async function healFrom(
  services: Services,
  archive: string,
  damaged: readonly Damaged[],
): Promise<Set<Damaged>> {
  const healed = new Set<Damaged>()
  const wanted = Map.groupBy(damaged, ({ hash }) => hash)
  if (wanted.size === 0) return healed
  const findFile = createFileFinder()
  await readArchive(findArchive(archive), {
    row: async (table, values) => {
      const { hash = '', compressed } = findFile(table, values) ?? {}
      if (!(compressed instanceof Uint8Array) || compressed.length === 0) return
      for (const file of wanted.get(hash) ?? [])
        if (!healed.has(file) && (await healFile(services, file.table, file.key, compressed)))
          healed.add(file)
    },
  })
  return healed
}

const count = ({ length }: readonly unknown[]) => (length === 1 ? '1 file is' : `${length} files are`)
