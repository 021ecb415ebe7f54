// `npm run release`: dist/cloudstreet-<version>-linux-<arch>.tar.gz, which runs where neither Node nor npm is.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Arch, arches, buildRelease } from './release/build.ts'

const HELP = `Usage: npm run release [-- --arch ${arches.join('|')}]

Writes the archive, its bill of materials (CycloneDX) and SHA256SUMS to dist/.
`

const { values } = parseArgs({ options: { arch: { type: 'string' }, help: { type: 'boolean' } } })
const arch = values.arch ?? process.arch
if (values.help || !arches.includes(arch as Arch)) {
  process.stderr.write(HELP)
  process.exit(values.help ? 0 : 1)
}
const root = join(import.meta.dirname, '..')
const { archive, bytes, packages } = await buildRelease({
  root,
  target: join(root, 'dist'),
  arch: arch as Arch,
  say: (text) => process.stderr.write(`${text}\n`),
})
process.stdout.write(`${archive}: ${(bytes / 1e6).toFixed(1)} MB, ${packages} packages\n`)
