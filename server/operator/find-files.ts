// Single files out of an archive.
import { findArchive } from '#server/archive/folder.ts'
import { createFileFinder } from '#server/archive/outside-files.ts'
import { readArchive } from '#server/archive/read-archive.ts'

/** Shows each wanted file that the archive has, as it is stored there; throws first when the archive is damaged. */
export async function findFilesIn(
  archive: string,
  wanted: ReadonlySet<string>,
  show: (hash: string, compressed: Uint8Array) => Promise<void>,
): Promise<void> {
  const findFile = createFileFinder()
  await readArchive(findArchive(archive), {
    row: async (table, values) => {
      const file = findFile(table, values)
      if (!file || !wanted.has(file.hash)) return
      const { hash, compressed } = file
      if (compressed instanceof Uint8Array && compressed.length > 0) await show(hash, compressed)
    },
  })
}
