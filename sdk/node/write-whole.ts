// Files that are there whole or not at all.
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A reader sees the old content or the new one; after a power failure, too. Folders that are made for it fit its mode. */
export async function writeWhole(path: string, content: string | Uint8Array, mode = 0o666): Promise<void> {
  // Readers of the file may also enter its folder.
  await mkdir(dirname(path), { recursive: true, mode: mode | ((mode & 0o444) >> 2) })
  const draft = `${path}.${randomUUID()}.part`
  try {
    const file = await open(draft, 'wx', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
