// Runs before `npm start`, `npm test` and others, on any Node from 20: installs what the lockfile says, as far as the
// command needs it, prepares the built-in map, builds the web application and bundles the server when their sources changed,
// and (for tests) fetches a browser. Does nothing when all is there.
//
//   (nothing)    what the server needs
//   --server     the server and its commands, bundled
//   --web        the web application, built, and the server
//   --dev        also what checks, tests and releases need
//   --peers      what the benches compare the service with
//   --generators what others make clients with, for a test
//   --browser    Chromium
//   --node       Node alone, after an `npm ci` by hand
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { freemem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bringNode, findNode, ownPackage, placeOf, sums } from './node/binary.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = new Set(process.argv.slice(2))
const STAMP = 'node_modules/.installed-lockfile'
const NODE = placeOf(ownPackage, 'scripts/node/dist')
/** First on the PATH of every npm script. */
const NODE_ON_PATH = 'node_modules/.bin/node'
/** Bytes of memory: the builds take 1.3 GB together. */
const ROOM_FOR_ALL = 2 * 1024 ** 3
process.chdir(root)

const node = await orStop(installAll)
if (!wanted.has('--node')) await orStop(prepareAll)

/** The runtime and all packages. */
async function installAll() {
  await sideBySide(wanted.has('--node') ? [installNode] : [installNode, installPackages])
  linkNode()
  return findNode(join(root, 'node_modules'))
}

async function prepareAll() {
  if (wanted.has('--peers')) await install('bench/peers')
  if (wanted.has('--generators')) await install('test/contract/description/generators')
  const isBundled = wanted.has('--web') || wanted.has('--server')
  await buildAll([cutMap, ...(wanted.has('--web') ? [buildWeb] : []), ...(isBundled ? [bundleServer] : [])])
  if (wanted.has('--browser')) fetchBrowser()
}

function installPackages() {
  const isWhole = wanted.has('--dev') || readStamp('.').endsWith(' whole')
  return install('.', isWhole ? [] : ['--omit=dev'], isWhole ? ' whole' : '')
}

/** By itself: npm unpacks on one core, and Node is as large as all packages together. */
async function installNode() {
  if (!(ownPackage in sums) || existsSync(NODE)) return
  say('Installing Node (once) …')
  const folder = dirname(NODE)
  await bringNode(ownPackage, folder)
  // Earlier versions, and what interrupted attempts have left.
  for (const name of readdirSync(folder).filter((name) => name !== basename(NODE)))
    rmSync(join(folder, name), { recursive: true })
}

/** npm takes the link away whenever it installs the packages. */
function linkNode() {
  const target = join('../..', NODE, 'bin/node')
  const isLinked = existsSync(NODE_ON_PATH) && readlinkSync(NODE_ON_PATH) === target
  if (isLinked || !existsSync(NODE)) return
  mkdirSync(dirname(NODE_ON_PATH), { recursive: true })
  rmSync(NODE_ON_PATH, { force: true })
  symlinkSync(target, NODE_ON_PATH)
}

async function install(folder, flags = [], kind = '') {
  const lockfile = readFileSync(join(folder, 'package-lock.json'))
  const stamp = `${createHash('sha256').update(lockfile).digest('hex')}${kind}`
  if (readStamp(folder) === stamp) return
  say('Installing dependencies (once; takes a minute or two) …')
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['ci', '--prefix', folder, ...flags, ...quietly])
  writeFileSync(join(folder, STAMP), `${stamp}\n`)
}

function readStamp(folder) {
  const path = join(folder, STAMP)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** Sources of both builds: every room that can be imported, including new ones, and the packages. */
function rooms() {
  const { imports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys(imports).map((name) => name.slice(1, -2))
  return [...names.filter((name) => !['sdk', 'server', 'test'].includes(name)), 'assets', 'package-lock.json']
}

/** Side by side where there is room for it. */
async function buildAll(builds) {
  const room = process.availableMemory?.() ?? freemem()
  if (room >= ROOM_FOR_ALL) await sideBySide(builds)
  else for (const build of builds) await build()
}

/** A failure waits for the others: what runs on would be in the way of the next attempt. */
async function sideBySide(works) {
  const results = await Promise.allSettled(works.map(async (work) => work()))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
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
  await run(node, args)
  writeFileSync(stamp, `${hash}\n`)
}

/**
 * The shell is Chromium without windows, which takes half the processor's time of the tests. Where neither can be had,
 * the tests say what they leave out; see test/support/browsing/chromium.ts.
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

async function run(command, args) {
  // Output goes to standard error: `npm run --silent admin` prints JSON alone on standard output.
  const [status] = await once(spawn(command, args, { stdio: ['ignore', 2, 2] }), 'close')
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`)
}

async function orStop(work) {
  try {
    return await work()
  } catch (error) {
    say(error.message)
    return process.exit(1)
  }
}

function tryToRun(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] })
  if (error) say(error.message)
  return status === 0
}

function say(text) {
  process.stderr.write(`${text}\n`)
}
