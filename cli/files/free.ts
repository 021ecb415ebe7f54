import { access } from 'node:fs/promises'

/** With a sentence for people. */
export async function requireFree(path: string): Promise<void> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  )
  if (isThere) throw new Error(`${path} is there already; --force replaces it.`)
}
