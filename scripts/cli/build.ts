// `npm run build:cli`: cli/ -> cli/dist/cloudstreet.js, one file without dependencies, for Node 20 or newer.
import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const root = join(import.meta.dirname, '../..')
const target = join(root, 'cli/dist')

export async function buildCli(): Promise<string> {
  rmSync(target, { recursive: true, force: true })
  const file = join(target, 'cloudstreet.js')
  await build({
    input: join(root, 'cli/main.ts'),
    platform: 'node',
    logLevel: 'warn',
    output: { file, format: 'esm', minify: true, codeSplitting: false },
  })
  chmodSync(file, 0o755)
  return file
}

if (import.meta.main) await buildCli()
