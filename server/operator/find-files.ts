// Single files out of an archive.
import { readArchive } from '#server/archive/read-archive.ts'
import { FLIGHT_FILES } from '#server/archive/outside-files.ts'

/** Shows each wanted file that the archive has, as it is stored there; throws first when the archive is damaged. */
export async function findFilesIn(
  archive: string,
  wanted: ReadonlySet<string>,
  show: (hash: string, compressed: Uint8Array) => Promise<void>,
): Promise<void> {
  const hashes = new Map<string, string>()
  await readArchive(archive, {
    row: async (table, values) => {
      const get = (name: string) => values[table.columns.findIndex((column) => column.name === name)]
      // Flights come before their files.
      if (table.name === 'flights' && wanted.has(String(get('hash'))))
        hashes.set(String(get('id')), String(get('hash')))
      if (table.name !== FLIGHT_FILES) return
      const [hash, compressed] = [hashes.get(String(get('flight_id'))), get('compressed')]
      if (hash !== undefined && compressed instanceof Uint8Array && compressed.length > 0)
        await show(hash, compressed)
    },
  })
}
