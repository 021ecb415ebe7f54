// Sources, production packages and Node -> one folder -> archive, bill of materials, checksums.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { makeBillOfMaterials } from './bill-of-materials.ts'
import { copyProduct, installPackages, type Manifest, placeNode, readManifest } from './contents.ts'
import { packFolder } from './pack.ts'

/** Architectures for which npm has a Node of ours (`scripts/node`). */
export const arches = ['x64', 'arm64'] as const
export type Arch = (typeof arches)[number]

export interface ReleaseOptions {
  /** A checkout in which `scripts/setup.mjs --web` has run. */
  root: string
  /** Where the files are written. */
  target: string
  arch: Arch
  say?: (text: string) => void
}

export interface Release {
  name: string
  archive: string
  bytes: number
  billOfMaterials: string
  checksums: string
  packages: number
}

export async function buildRelease(options: ReleaseOptions): Promise<Release> {
  const { root, target, arch, say = () => undefined } = options
  const manifest = readManifest(root)
  const name = `cloudstreet-${manifest.version}-linux-${arch}`
  const node = `node-linux-${arch}`
  const work = mkdtempSync(join(tmpdir(), 'cloudstreet-release-'))
  try {
    const folder = join(work, name)
    say('Installing the production packages …')
    installPackages(root, folder, arch)
    copyProduct(root, folder)
    const madeAt = findTime(root)
    const bill = makeBillOfMaterials({ root, folder, node, madeAt })
    await placeNode(folder, node)
    writeFileSync(join(folder, 'sbom.cdx.json'), bill.text)

    say('Packing …')
    mkdirSync(target, { recursive: true })
    removeOthers(target, manifest)
    const archive = join(target, `${name}.tar.gz`)
    packFolder(folder, archive, madeAt)
    const billOfMaterials = join(target, `${name}.cdx.json`)
    writeFileSync(billOfMaterials, bill.text)
    const checksums = writeChecksums(target, manifest)
    return {
      name,
      archive,
      bytes: statSync(archive).size,
      billOfMaterials,
      checksums,
      packages: bill.packages,
    }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * The same commit gives the same archive, byte by byte. It has to be the commit's time: browsers tell an asset of one
 * release from that of the next by its size and time.
 */
function findTime(root: string): Date {
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, stdio: 'pipe' })
    return new Date(Number(seconds) * 1000)
  } catch {
    return new Date()
  }
}

/** An image is built of what is there: two versions would be unpacked over each other. */
function removeOthers(target: string, { version }: Manifest): void {
  const others = readdirSync(target).filter(
    (name) => name.startsWith('cloudstreet-') && !name.startsWith(`cloudstreet-${version}-linux-`),
  )
  for (const name of others) rmSync(join(target, name))
}

/** Checksums for every architecture of this version that is there, as `sha256sum --check` reads them. */
function writeChecksums(target: string, { version }: Manifest): string {
  const path = join(target, 'SHA256SUMS')
  const files = readdirSync(target).filter((name) => name.startsWith(`cloudstreet-${version}-linux-`))
  const lines = files.sort().map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(target, name)))
    return `${hash.digest('hex')}  ${basename(name)}\n`
  })
  writeFileSync(path, lines.join(''))
  return path
}
