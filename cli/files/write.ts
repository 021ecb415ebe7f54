// Files that are there whole or not at all.
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface WriteOptions {
  /** Of the file; folders that are made for it fit. */
  mode?: number
  /** Does not replace a file that is there. */
  isNew?: boolean
}

export async function writeWhole(
  path: string,
  content: string | Uint8Array,
  { mode = 0o666, isNew = false }: WriteOptions = {},
): Promise<void> {
  // Who may read may also enter.
  await mkdir(dirname(path), { recursive: true, mode: mode | ((mode & 0o444) >> 2) })
  const draft = `${path}.${process.pid}.part`
  try {
    const file = await open(draft, 'w', mode)
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    if (isNew) await requireFree(path)
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

/** With a sentence for people. */
export async function requireFree(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${path} is there already; --force replaces it.`)
}
