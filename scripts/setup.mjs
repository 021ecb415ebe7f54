// Runs before `npm start`, `npm test` and others, on any Node from 20: installs what the lockfile says, as far as the
// command needs it, prepares the built-in map, builds the web application and bundles the server when their sources changed,
// and (for tests) fetches a browser. Does nothing when all is there.
//
//   (nothing)    what the server needs
//   --web        the web application, built, and the server as `npm start` runs it
//   --dev        also what checks, tests and releases need
//   --peers      what the benches compare the service with
//   --generators what others make clients with, for a test
//   --browser    Chromium
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, requireKnownNode } from './node-binary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = new Set(process.argv.slice(2))
const STAMP = 'node_modules/.installed-lockfile'
process.chdir(root)

installDependencies()
const node = orStop(() => findNode(join(root, 'node_modules')))
cutMap()
if (wanted.has('--peers')) install('bench/peers')
if (wanted.has('--generators')) install('test/contract/description/generators')
if (wanted.has('--web')) {
  buildWeb()
  bundleServer()
}
if (wanted.has('--browser')) fetchBrowser()

function installDependencies() {
  const isWhole = wanted.has('--dev') || readStamp('.').endsWith(' whole')
  install('.', isWhole ? [] : ['--omit=dev'], isWhole ? ' whole' : '', () => {
    orStop(() => requireKnownNode(join(root, 'node_modules')))
    // Headers and manual of Node are a third of its package.
    for (const name of readdirSync('node_modules').filter((name) => name.startsWith('node-linux-')))
      for (const folder of ['include', 'share'])
        rmSync(join('node_modules', name, folder), { recursive: true, force: true })
  })
}

function install(folder, flags = [], kind = '', finish = () => {}) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const stamp = `${createHash('sha256').update(lockfile).digest('hex')}${kind}`
  if (readStamp(folder) === stamp) return
  say('Installing dependencies (once; takes a minute or two) …')
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  run('npm', ['ci', '--prefix', folder, ...flags, ...quietly])
  finish()
  writeFileSync(join(folder, STAMP), `${stamp}\n`)
}

function readStamp(folder) {
  const path = join(folder, STAMP)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** What both builds may be made of: every room that can be imported, so that no new one is forgotten, and the packages. */
function rooms() {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys(imports).map((name) => name.slice(1, -2))
  return [...names.filter((name) => !['sdk', 'server', 'test'].includes(name)), 'assets', 'package-lock.json']
}

function buildWeb() {
  if (!existsSync('web/index.html')) return
  const stamp = 'web/dist/.built-from'
  const hash = hashFolders([...rooms(), 'web', 'sdk'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say('Building the web application …')
  run(node, [join(root, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--logLevel', 'warn'])
  writeFileSync(stamp, `${hash}\n`)
}

function bundleServer() {
  if (!existsSync('scripts/bundle.ts')) return
  const stamp = 'server/dist/.built-from'
  const hash = hashFolders([...rooms(), 'server', 'scripts/bundle.ts'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say('Bundling the server …')
  run(node, [join(root, 'scripts/bundle.ts')])
  writeFileSync(stamp, `${hash}\n`)
}

/** From the packages that the lockfile names: a few seconds now, instead of 300 MB at the first view of a map. */
function cutMap() {
  if (!existsSync('server/map/cut.ts')) return
  const stamp = 'server/map/dist/.cut-from'
  const hash = hashFolders(['server/map'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say('Preparing the built-in map …')
  run(node, [join(root, 'server/map/cut.ts')])
  writeFileSync(stamp, `${hash}\n`)
}

/**
 * The shell is Chromium without windows, which takes half the processor's time of the tests. Where neither can be had,
 * the tests say what they leave out; see test/support/chromium.ts.
 */
function fetchBrowser() {
  const isThere = (...names) => names.some((name) => existsSync(`/usr/bin/${name}`))
  if (process.env.CHROMIUM_PATH || isThere('chromium-headless-shell')) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const install = (name) =>
    tryToRun('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o', 'Acquire::Retries=0', name])
  if (isThere('chromium', 'chromium-browser', 'google-chrome')) {
    const { status } = spawnSync('apt-cache', ['show', 'chromium-headless-shell'], { stdio: 'ignore' })
    if (status !== 0) return
    say('Installing the headless Chromium for the browser tests (once) …')
    install('chromium-headless-shell')
    return
  }
  say('Installing Chromium for the browser tests (once) …')
  const isFetched =
    tryToRun('apt-get', ['update', '-qq']) && (install('chromium-headless-shell') || install('chromium'))
  if (!isFetched) say('Chromium could not be installed.')
}

function hashFolders(folders) {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const path of folders.flatMap(listFiles)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function listFiles(folder) {
  if (!statSync(folder).isDirectory()) return [folder]
  return readdirSync(folder)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => listFiles(join(folder, name)))
}

function run(command, args) {
  if (tryToRun(command, args)) return
  say(`${command} ${args[0]} failed.`)
  process.exit(1)
}

function orStop(work) {
  try {
    return work()
  } catch (error) {
    say(error.message)
    return process.exit(1)
  }
}

function tryToRun(command, args) {
  // Output goes to standard error: `npm run --silent admin` prints JSON alone on standard output.
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] })
  if (error) say(error.message)
  return status === 0
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
