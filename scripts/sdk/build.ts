// `npm run build:sdk`: sdk/ -> sdk/dist, JavaScript and declarations, file by file: bundlers take what is used.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function buildSdk(target: string = join(root, 'sdk/dist')): void {
  rmSync(target, { recursive: true, force: true })
  const args = ['-p', join(root, 'sdk'), '--outDir', target]
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], {
    stdio: 'inherit',
  })
}

if (import.meta.main) buildSdk()
