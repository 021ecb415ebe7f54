// `npm run build:sdk`: sdk/ -> sdk/dist, JavaScript and declarations, file by file: bundlers take what is used.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTypes } from './types.ts'

const root = join(import.meta.dirname, '../..')

/** Compiles a copy that has the types written out and no contract: nothing else of ours can get in. */
export async function buildSdk(target: string = join(root, 'sdk/dist')): Promise<void> {
  rmSync(target, { recursive: true, force: true })
  const copy = mkdtempSync(join(tmpdir(), 'cloudstreet-sdk-'))
  try {
    cpSync(join(root, 'sdk'), copy, { recursive: true })
    writeFileSync(join(copy, 'types.ts'), await printTypes())
    const config = {
      extends: join(root, 'sdk/tsconfig.json'),
      include: ['.'],
      exclude: ['dist', '**/*.test.ts'],
    }
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
    const args = [
      '-p',
      copy,
      '--rootDir',
      copy,
      '--outDir',
      target,
      '--typeRoots',
      join(root, 'node_modules/@types'),
    ]
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...args], {
      stdio: 'inherit',
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (import.meta.main) await buildSdk()
