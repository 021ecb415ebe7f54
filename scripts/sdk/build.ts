// `npm run build:sdk`: sdk/ -> sdk/dist, JavaScript and declarations, file by file, so that bundlers take what is used.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function buildSdk(): void {
  rmSync(join(root, 'sdk/dist'), { recursive: true, force: true })
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'sdk')], {
    stdio: 'inherit',
  })
}

if (import.meta.main) buildSdk()
