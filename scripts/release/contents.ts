// The contents of a release, and how they get there.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { bringNode } from '../node/binary.mjs'

export interface Manifest {
  name: string
  version: string
  imports: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  [field: string]: unknown
}

/** Folders and files of the checkout that run, or that an operator reads. */
export const product = [
  'airspace',
  'analysis',
  'assets',
  'contract',
  'dashboard',
  'igc',
  'language',
  'privacy',
  'rankings',
  'scoring',
  'server',
  'terrain',
  'web/dist',
  'docs/guide',
  'docs/operate',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
]

export function readManifest(root: string): Manifest {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
}

/** Installs from the lockfile, with its checksums; nothing is taken from the checkout's own node_modules. */
export function installPackages(root: string, folder: string, arch: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(root, name), join(folder, name))
  }
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error']
  runNpm(folder, ['ci', ...flags, '--os=linux', `--cpu=${arch}`, '--libc=glibc'])
  rmSync(join(folder, 'package-lock.json'))
  rmSync(join(folder, '.npmrc'))
}

export function copyProduct(root: string, folder: string): void {
  if (!existsSync(join(root, 'web/dist/index.html'))) {
    throw new Error('The dashboard is not built; run npm run build:web first.')
  }
  if (!existsSync(join(root, 'server/dist/main.js'))) {
    throw new Error('The server is not bundled; run npm run release, not its script.')
  }
  if (!existsSync(join(root, 'server/map/dist/.cut-from'))) {
    throw new Error('The built-in map is not prepared; run npm run setup first.')
  }
  const filter = (path: string) => !/\.test\.ts$|\/\.(built|cut)-from$/.test(path)
  for (const path of product) cpSync(join(root, path), join(folder, path), { recursive: true, filter })
  cpSync(join(import.meta.dirname, 'files'), folder, { recursive: true })
  const { name, version, description, license, type, imports, dependencies } = readManifest(root)
  const { '#test/*': _, ...shipped } = imports
  const own = {
    name,
    version,
    private: true,
    description,
    license,
    type,
    imports: shipped,
    dependencies,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`)
}

/** Node goes to bin/, its licence to those of the packages. */
export async function placeNode(folder: string, name: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  rmSync(join(modules, '.bin'), { recursive: true, force: true })
  rmSync(join(modules, '.package-lock.json'), { force: true })
  const node = await bringNode(name, modules)
  renameSync(join(node, 'bin/node'), join(folder, 'bin/node'))
  rmSync(join(node, 'bin'), { recursive: true })
  renameSync(node, join(modules, name))
}

export function runNpm(folder: string, args: string[]): string {
  // Started by npm itself, this process has settings of the checkout's npm: the folder is named.
  return execFileSync('npm', [...args, '--prefix', folder], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
}
