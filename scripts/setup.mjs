// Runs before `npm start` and `npm test`, on any Node from 20: installs what the lockfile says, builds the web
// application when its sources changed, and (for tests) finds a browser. Does nothing when all is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const wanted = new Set(process.argv.slice(2))
process.chdir(root)

installDependencies()
if (wanted.has('--web')) buildWeb()
if (wanted.has('--browser')) requireBrowser()

function installDependencies() {
  const stamp = 'node_modules/.installed-lockfile'
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say('Installing dependencies (once; takes a minute or two) …')
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(stamp, `${hash}\n`)
}

function buildWeb() {
  if (!existsSync('web/index.html')) return
  const stamp = 'web/dist/.built-from'
  const hash = hashFolders(['web', 'igc', 'contract', 'dashboard', 'assets'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === hash) return
  say('Building the web application …')
  run(join(root, 'node_modules/.bin/node'), [
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    'web',
    '--logLevel',
    'warn',
  ])
  writeFileSync(stamp, `${hash}\n`)
}

function requireBrowser() {
  const known = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  if (known.some((path) => path && existsSync(path))) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests (once) …')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
    return
  }
  fail('The browser tests need Chromium: install it, or name it in CHROMIUM_PATH.')
}

function hashFolders(folders) {
  const hash = createHash('sha256').update(readFileSync('package-lock.json'))
  for (const path of folders.flatMap(listFiles)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? listFiles(path) : [path]
    })
}

function run(command, args) {
  // Output goes to standard error: `npm run --silent admin` prints JSON alone on standard output.
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] })
  if (status !== 0) fail(`${command} ${args[0]} failed${error ? `: ${error.message}` : ''}.`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(text) {
  say(text)
  process.exit(1)
}
