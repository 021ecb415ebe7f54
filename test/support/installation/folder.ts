import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

interface Context {
  after: (end: () => void) => void
}

/** An empty folder that is gone after the test or suite. */
export function makeFolder(context: Context): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-test-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with these files, by their paths. */
export function makeFiles(context: Context, files: Record<string, string>): string {
  const folder = makeFolder(context)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
