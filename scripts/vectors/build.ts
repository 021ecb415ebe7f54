// `npm run build:vectors`: the recipes -> vectors/package/dist, files and manifest. With --fix, also the table of what is fixed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFixed, makeManifest, recipes } from '../../vectors/vectors.ts'

const root = join(import.meta.dirname, '../../vectors')

export function buildVectors(target: string = join(root, 'package/dist')): void {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(join(target, 'files'), { recursive: true })
  for (const { name, bytes } of recipes) writeFileSync(join(target, 'files', `${name}.igc`), bytes)
  writeFileSync(join(target, 'manifest.json'), `${JSON.stringify(makeManifest(), null, 2)}\n`)
}

if (import.meta.main) {
  buildVectors()
  if (process.argv.includes('--fix'))
    writeFileSync(join(root, 'fixed.json'), `${JSON.stringify(listFixed(makeManifest().vectors), null, 2)}\n`)
}
