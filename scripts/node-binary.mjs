// The Node that npm brings, on Linux, or the one on the PATH elsewhere. Runs on any Node from 20.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MIN_MAJOR = 24
/** The first that takes `not null` away from a column. */
const MIN_SQLITE = [3, 53]
const sums = JSON.parse(readFileSync(new URL('node-sums.json', import.meta.url), 'utf8'))

/** Throws when a Node that npm has put into this folder is not the one whose SHA-256 is kept here. */
export function requireKnownNode(modules) {
  for (const [name, sum] of Object.entries(sums)) {
    const path = join(modules, name, 'bin/node')
    if (!existsSync(path)) continue
    if (createHash('sha256').update(readFileSync(path)).digest('hex') === sum) continue
    throw new Error(`${path} is not the Node whose sum is in scripts/node-sums.json; it is not run.`)
  }
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
