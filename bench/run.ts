// `npm run bench -- <name>` runs bench/<name>.bench.ts; without a name it lists what there is. `model` reckons with what
// `nodes` has measured.
import { readdirSync } from 'node:fs'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const [name] = process.argv.slice(2)

if (name === 'model') {
  await import('./model.ts')
} else if (name && names.includes(name)) {
  await import(`./${name}.bench.ts`)
} else {
  console.error(`Usage: npm run bench -- <name>, one of: ${[...names, 'model'].join(', ')}`)
  process.exitCode = 1
}
