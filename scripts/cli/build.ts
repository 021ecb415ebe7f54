// `npm run build:cli`, first half: cli/ -> cli/dist/cloudstreet.js, one file without dependencies, for Node 20 or newer.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const root = join(import.meta.dirname, '../..')

export async function buildCli(): Promise<string> {
  const file = join(root, 'cli/dist/cloudstreet.js')
  await bundleCli(file, 'esm')
  chmodSync(file, 0o755)
  return file
}

export async function bundleCli(file: string, format: 'esm' | 'cjs'): Promise<void> {
  await build({
    input: join(root, 'cli/main.ts'),
    platform: 'node',
    logLevel: 'warn',
    output: { file, format, minify: true, codeSplitting: false },
  })
}

if (import.meta.main) await buildCli()
