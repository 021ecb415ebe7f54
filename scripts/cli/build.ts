// `npm run build:cli`, first half: cli/ -> cli/dist/cloudstreet.js, one file without dependencies, for Node 20 or newer.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { writeManual } from '../../cli/manual.ts'
import manifest from '../../cli/package.json' with { type: 'json' }
import { commands } from '../../cli/table.ts'

const root = join(import.meta.dirname, '../..')

export async function buildCli(): Promise<string> {
  const file = join(root, 'cli/dist/cloudstreet.js')
  await bundleCli(file, 'esm')
  chmodSync(file, 0o755)
  writeFileSync(join(root, 'cli/dist/cloudstreet.1'), writeManual(commands, manifest.version))
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
