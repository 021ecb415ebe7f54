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
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNode, requireKnownNode } from './node-binary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = new Set(process.argv.slice(2))
const STAMP = 'node_modules/.installed-lockfile'
/** Of memory: the builds take 1.3 GB together. */
const ROOM_FOR_ALL = 2 * 1024 ** 3
process.chdir(root)

installDependencies()
const node = orStop(() => findNode(join(root, 'node_modules')))
if (wanted.has('--peers')) install('bench/peers')
if (wanted.has('--generators')) install('test/contract/description/generators')
await buildAll(wanted.has('--web') ? [cutMap, buildWeb, bundleServer] : [cutMap])
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

/** Side by side where there is room for it. */
async function buildAll(builds) {
  const room = process.availableMemory?.() ?? freemem()
  if (room >= ROOM_FOR_ALL) await Promise.all(builds.map((build) => build()))
  else for (const build of builds) await build()
}

function buildWeb() {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const from = {
    source: 'web/index.html',
    folders: [...rooms(), 'web', 'sdk'],
    stamp: 'web/dist/.built-from',
  }
  return build('Building the web application …', from, [vite, 'build', 'web', '--logLevel', 'warn'])
}

function bundleServer() {
  const source = 'scripts/bundle.ts'
  const from = { source, folders: [...rooms(), 'server', source], stamp: 'server/dist/.built-from' }
  return build('Bundling the server …', from, [join(root, source)])
}

/** From the packages that the lockfile names: a few seconds now, instead of 300 MB at the first view of a map. */
function cutMap() {
  const source = 'server/map/cut.ts'
  const from = { source, folders: ['server/map'], stamp: 'server/map/dist/.cut-from' }
  return build('Preparing the built-in map …', from, [join(root, source)])
}

/** Unless it was built from the same before, or the source is not there, as in a release. */
async function build(sentence, { source, folders, stamp }, args) {
  if (!existsSync(source)) return
  const hash = hashFolders(folders)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say(sentence)
  const [status] = await once(spawn(node, args, { stdio: ['ignore', 2, 2] }), 'close')
  if (status !== 0) stop(`${args[0]} failed.`)
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
  if (!tryToRun(command, args)) stop(`${command} ${args[0]} failed.`)
}

function stop(sentence) {
  say(sentence)
  process.exit(1)
}

function orStop(work) {
  try {
    return work()
  } catch (error) {
    return stop(error.message)
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
