// The Node that npm brings, on Linux, or the one on the PATH elsewhere. Runs on any Node from 20.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const MIN_MAJOR = 24
/** The first that takes `not null` away from a column. */
const MIN_SQLITE = [3, 53]
/** The sums are SHA-256 of the binary in each package. */
export const { version, sums } = JSON.parse(readFileSync(new URL('version.json', import.meta.url), 'utf8'))
/** The package with the Node of this machine; there is no sum of it if npm has none, such as on a Mac. */
export const ownPackage = `node-${process.platform}-${process.arch}`
const execute = promisify(execFile)

/** In a folder with those of other machines and versions. */
export function placeOf(name, folder) {
  return join(folder, `${name}-${version}`)
}

/** Brings it to its place and returns that: binary and licence; headers and manual are a third of it, and 2,800 files. */
export async function bringNode(name, folder) {
  const place = placeOf(name, folder)
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(folder, 'unpacked-'))
  try {
    const flags = ['--prefer-offline', '--loglevel=error']
    await execute('npm', ['pack', `${name}@${version}`, '--pack-destination', work, ...flags])
    const files = ['bin/node', 'LICENSE', 'package.json'].map((path) => `package/${path}`)
    await execute('tar', ['-xzf', join(work, `${name}-${version}.tgz`), '-C', work, ...files])
    requireKnownNode(join(work, 'package/bin/node'), name)
    renameSync(join(work, 'package'), place)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return place
}

function requireKnownNode(path, name) {
  if (createHash('sha256').update(readFileSync(path)).digest('hex') === sums[name]) return
  throw new Error(
    `${name} ${version} is not the Node whose sum is in scripts/node/version.json; it is not run.`,
  )
}

/** Where npm brings no Node, such as on a Mac, the one that runs this must be new enough. */
export function findNode(modules) {
  const path = join(modules, '.bin/node')
  if (existsSync(path)) return path
  if (Number.parseInt(process.versions.node, 10) >= MIN_MAJOR && hasSqlite()) return process.execPath
  throw new Error(
    `Cloudstreet needs Node ${MIN_MAJOR} or newer, with SQLite ${MIN_SQLITE.join('.')} or newer in it. npm brings it on ` +
      `Linux only (x64, arm64); the Node on your PATH is ${process.versions.node} with SQLite ${process.versions.sqlite}.`,
  )
}

function hasSqlite() {
  const [major = 0, minor = 0] = (process.versions.sqlite ?? '').split('.').map(Number)
  return major > MIN_SQLITE[0] || (major === MIN_SQLITE[0] && minor >= MIN_SQLITE[1])
}
