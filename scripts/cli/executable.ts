// `npm run build:cli`, second half: cli/dist/linux-<arch>/cloudstreet, the program and Node in one file.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bringNode, placeOf } from '../node/binary.mjs'
import { type Arch, arches } from '../release/build.ts'
import { bundleCli } from './build.ts'

const root = join(import.meta.dirname, '../..')
const postject = join(root, 'node_modules/postject/dist/cli.js')
/** Searched for by Node in its own file as it starts (nodejs.org/api/single-executable-applications.html). */
const [RESOURCE, FUSE] = ['NODE_SEA_BLOB', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2']

/** The files, one for each architecture; the same sources give the same bytes. */
export async function buildExecutables(target: string, wanted: readonly Arch[] = arches): Promise<string[]> {
  const work = mkdtempSync(join(tmpdir(), 'cloudstreet-executable-'))
  try {
    await prepareBlob(work)
    return await Promise.all(wanted.map((arch) => placeExecutable(work, join(target, `linux-${arch}`), arch)))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** Without a code cache, which would be of one architecture and of no use to a program of 40 kB. */
async function prepareBlob(work: string): Promise<void> {
  await bundleCli(join(work, 'cloudstreet.cjs'), 'cjs')
  // Relative: the blob contains the path of its main script.
  const config = { main: 'cloudstreet.cjs', output: RESOURCE, disableExperimentalSEAWarning: true }
  writeFileSync(join(work, 'sea.json'), JSON.stringify(config))
  const node = join(await findNode(work, process.arch as Arch), 'bin/node')
  execFileSync(node, ['--experimental-sea-config', 'sea.json'], { cwd: work, stdio: 'pipe' })
}

async function placeExecutable(work: string, folder: string, arch: Arch): Promise<string> {
  const node = await findNode(work, arch)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'cloudstreet')
  copyFileSync(join(node, 'bin/node'), file)
  // Its library warns of section names that are never read; its output matters when it fails.
  execFileSync(process.execPath, [postject, file, RESOURCE, join(work, RESOURCE), '--sentinel-fuse', FUSE], {
    stdio: 'pipe',
  })
  chmodSync(file, 0o755)
  const licences = [join(root, 'cli/LICENSE'), join(node, 'LICENSE')].map((path) =>
    readFileSync(path, 'utf8'),
  )
  writeFileSync(join(folder, 'LICENSE'), licences.join('\nNode.js, which is part of this program:\n\n'))
  return file
}

/** That of the release: this machine's is installed, another's comes the same way. */
async function findNode(work: string, arch: Arch): Promise<string> {
  const name = `node-linux-${arch}`
  const installed = placeOf(name, join(root, 'scripts/node/dist'))
  return existsSync(installed) ? installed : bringNode(name, work)
}

if (import.meta.main) {
  for (const file of await buildExecutables(join(root, 'cli/dist'))) process.stdout.write(`${file}\n`)
}
