// The bill of materials (CycloneDX) of a release's folder: npm's own, what the dashboard was built of, Node.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sums, version } from '../node/binary.mjs'
import { readManifest, runNpm } from './contents.ts'

interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  purl: string
  licenses: unknown[]
  hashes?: { alg: 'SHA-256' | 'SHA-512'; content: string }[]
}

interface Bill {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
  components: Component[]
}

interface Locked {
  version: string
  license?: string
  integrity?: string
}

interface Options {
  root: string
  /** With its packages installed. */
  folder: string
  /** The package that brings Node. */
  node: string
  madeAt: Date
}

export function makeBillOfMaterials(options: Options): { text: string; packages: number } {
  const { root, folder, node, madeAt } = options
  const flags = ['--sbom-format=cyclonedx', '--sbom-type=application', '--loglevel=error']
  const bill = JSON.parse(runNpm(folder, ['sbom', ...flags])) as Bill
  const locked = readLocked(root)
  bill.components.push(...listBundled(root).map((name) => describe(name, locked[`node_modules/${name}`])))
  for (const component of bill.components) addHash(component, locked)
  bill.components.push(describeNode(node))
  bill.metadata.component.name = readManifest(root).name
  bill.metadata.timestamp = madeAt.toISOString()
  // npm draws one at random; the same contents get the same number instead.
  bill.serialNumber = `urn:uuid:${toUuid(JSON.stringify(bill.components))}`
  return { text: `${JSON.stringify(bill, null, 2)}\n`, packages: bill.components.length }
}

/** Packages that Vite builds into the dashboard: a release contains their code although it does not install them. */
function listBundled(root: string): string[] {
  const { devDependencies } = readManifest(root)
  const { dependencies } = readManifest(join(root, 'web/packages'))
  const text = globSync('web/**/*.{ts,tsx,css}', { cwd: root, exclude: ['web/dist/**', 'web/*.config.ts'] })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const isImported = (name: string) => new RegExp(`(from|import)\\s*\\(?['"]${name}(/[^'"]*)?['"]`).test(text)
  return Object.keys({ ...devDependencies, ...dependencies }).filter(isImported)
}

function readLocked(root: string): Record<string, Locked> {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  return (JSON.parse(text) as { packages: Record<string, Locked> }).packages
}

/** With the sum of its binary: that and the licence are what a release contains of the package. */
function describeNode(name: string): Component {
  const hashes = [{ alg: 'SHA-256' as const, content: sums[name] ?? '' }]
  return { ...describe(name, { version, license: 'MIT' }), hashes }
}

function describe(name: string, found?: Locked): Component {
  if (!found) throw new Error(`package-lock.json does not have ${name}, which the dashboard is built of.`)
  return {
    'bom-ref': `${name}@${found.version}`,
    type: 'library',
    name,
    version: found.version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${found.version}`,
    licenses: found.license ? [{ license: { id: found.license } }] : [],
  }
}

/** The one that `npm ci` has compared the package with. */
function addHash(component: Component, locked: Record<string, Locked>): void {
  const { name, version } = component
  const found = Object.entries(locked).find(
    ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
  )
  const encoded = found?.[1].integrity?.split('sha512-')[1]
  if (!encoded) throw new Error(`package-lock.json has no checksum for ${name} ${version}.`)
  component.hashes = [{ alg: 'SHA-512', content: Buffer.from(encoded, 'base64').toString('hex') }]
}

/** RFC 9562 5.8: version 8 is for the maker's own scheme, here the first bits of a hash. */
function toUuid(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
