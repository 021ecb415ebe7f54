import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * A file of the disk, with its name, for {@link uploadFlight}.
 *
 * @example
 * await uploadFlight(client, await openFile('/media/vario/2026-05-17.igc'))
 */
export async function openFile(path: string): Promise<File> {
  // Read at once: a stick may be pulled before the last attempt.
  return new File([await readFile(path)], basename(path))
}
