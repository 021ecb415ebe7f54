// `npm run bench -- <name>` runs bench/<name>.bench.ts; without a name it lists what there is. With `--strict` a bench that misses its aim exits with 1.
import { readdirSync } from 'node:fs'
import { failOnMissedAims } from './support/aims.ts'

if (process.argv.includes('--strict')) failOnMissedAims()
process.argv = process.argv.filter((word) => word !== '--strict')

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const [name] = process.argv.slice(2)

if (name && names.includes(name)) {
  await import(`./${name}.bench.ts`)
} else {
  console.error(`Usage: npm run bench -- <name> [--strict], one of: ${names.join(', ')}`)
  process.exitCode = 1
}
