// part: release; installs into folders
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { ownPackage, sums } from './node/binary.mjs'
import { arches } from './release/build.ts'
import { makeFolder } from '#test/support/installation/folder.ts'

const ON_PATH = 'node_modules/.bin/node'
const VERSION = 'scripts/node/version.json'
/** Describes a Node whose binary has this text. */
const known = (text: string, version = '24.0.0') =>
  JSON.stringify({ version, sums: { [ownPackage]: createHash('sha256').update(text).digest('hex') } })

/** A checkout with these files, on a machine that npm has no Node for, with an npm that installs nothing. */
function makeCheckout(context: TestContext, files: Record<string, string> = {}) {
  const root = makeFolder(context)
  for (const name of ['setup.mjs', 'node/binary.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  const at = (path: string) => join(root, path)
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  /** A script that is run with `ci --prefix FOLDER …` or `pack PACKAGE --pack-destination FOLDER …`. */
  const setNpm = (script: string) => {
    write('path/npm', `#!/bin/sh\necho "$1 $2" >> npm.log\n${script}\n`)
    chmodSync(at('path/npm'), 0o755)
  }
  const setUp = (options: string[] = [], args: string[] = []) =>
    spawnSync(process.execPath, [...options, at('scripts/setup.mjs'), ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${at('path')}${delimiter}${process.env.PATH}` },
    })
  const nothing = { 'package-lock.json': '{}\n', [VERSION]: '{"version":"24.0.0","sums":{}}' }
  for (const [path, text] of Object.entries({ ...nothing, ...files })) write(path, text)
  setNpm('mkdir -p node_modules')
  /** The requests to npm since the last call. */
  const takeAsked = () => {
    const text = existsSync(at('npm.log')) ? readFileSync(at('npm.log'), 'utf8') : ''
    rmSync(at('npm.log'), { force: true })
    return text.split('\n').filter(Boolean).sort()
  }
  return Object.assign(setUp, { at, write, setNpm, takeAsked })
}

/** An npm that brings a Node whose binary has this text, and else empties node_modules. */
const bringing = (text: string) => `
[ "$1" = pack ] || { rm -rf node_modules; mkdir node_modules; exit; }
cd "$4" && mkdir -p package/bin package/include && printf %s '${text}' > package/bin/node
touch package/LICENSE package/package.json package/include/node.h
tar -czf "$(echo "$2" | tr @ -).tgz" package && rm -r package`

const asIf = (version: string, of = 'node') => [
  '--import',
  `data:text/javascript,Object.defineProperty(process.versions,'${of}',{value:'${version}'})`,
]

suite('set-up', () => {
  const ASKED = ['ci --prefix', `pack ${ownPackage}@24.0.0`]

  test('installs Node with the packages, once, and puts it first on the PATH of npm scripts', (context) => {
    const setUp = makeCheckout(context, { [VERSION]: known('a Node') })
    setUp.setNpm(bringing('a Node'))
    assert.equal(setUp().status, 0)
    assert.deepEqual(setUp.takeAsked(), ASKED)
    assert.equal(readFileSync(setUp.at(ON_PATH), 'utf8'), 'a Node')
    const folder = setUp.at(`scripts/node/dist/${ownPackage}-24.0.0`)
    assert.deepEqual(readdirSync(folder).sort(), ['LICENSE', 'bin', 'package.json'])
    assert.equal(setUp().status, 0)
    assert.deepEqual(setUp.takeAsked(), [])
  })

  test('puts it there again after `npm ci` by hand, which has set-up do so', (context) => {
    const setUp = makeCheckout(context, { [VERSION]: known('a Node') })
    setUp.setNpm(bringing('a Node'))
    setUp()
    const cases: [string[], string[]][] = [
      [['--node'], []],
      [[], ['ci --prefix']],
    ]
    for (const [args, asked] of cases) {
      rmSync(setUp.at('node_modules'), { recursive: true })
      setUp.takeAsked()
      assert.equal(setUp([], args).status, 0)
      assert.deepEqual(setUp.takeAsked(), asked)
      assert.equal(readFileSync(setUp.at(ON_PATH), 'utf8'), 'a Node')
    }
    const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    assert.match(manifest, /"postinstall": "node scripts\/setup\.mjs --node"/)
  })

  test('puts a new version in place of the old one', (context) => {
    const setUp = makeCheckout(context, { [VERSION]: known('a Node') })
    setUp.setNpm(bringing('a Node'))
    setUp()
    setUp.write(VERSION, known('a newer Node', '24.1.0'))
    setUp.setNpm(bringing('a newer Node'))
    assert.equal(setUp().status, 0)
    assert.equal(readFileSync(setUp.at(ON_PATH), 'utf8'), 'a newer Node')
    assert.deepEqual(readdirSync(setUp.at('scripts/node/dist')), [`${ownPackage}-24.1.0`])
  })

  test('refuses a Node from npm whose binary was changed, every time', (context) => {
    const setUp = makeCheckout(context, { [VERSION]: known('a Node') })
    setUp.setNpm(bringing('another'))
    for (const attempt of [1, 2]) {
      const { status, stderr } = setUp()
      assert.equal(status, 1, `attempt ${attempt}`)
      assert.match(stderr, /24\.0\.0 is not the Node whose sum is in scripts\/node\/version\.json/)
      assert.equal(existsSync(setUp.at(ON_PATH)), false)
      assert.deepEqual(readdirSync(setUp.at('scripts/node/dist')), [])
    }
  })

  test('ends only when both installations have, and makes again the one that failed', (context) => {
    const setUp = makeCheckout(context, { [VERSION]: known('a Node') })
    setUp.setNpm(`[ "$1" = pack ] || exit 1\nsleep 0.5${bringing('a Node')}`)
    const { status, stderr } = setUp()
    assert.equal(status, 1)
    assert.match(stderr, /npm ci failed\./)
    assert.deepEqual(setUp.takeAsked(), ASKED)
    setUp.setNpm(bringing('a Node'))
    assert.equal(setUp().status, 0)
    assert.deepEqual(setUp.takeAsked(), ['ci --prefix'])

    rmSync(setUp.at('scripts/node/dist'), { recursive: true })
    setUp.setNpm('echo no network >&2; exit 1')
    assert.match(setUp().stderr, /npm pack .*no network/s)
  })

  test('takes the Node on the PATH where npm brings none, if it is new enough', (context) => {
    const setUp = makeCheckout(context)
    assert.deepEqual([setUp().status, setUp(asIf('26.0.0')).status], [0, 0])
    const { status, stderr } = setUp(asIf('20.19.2'))
    assert.equal(status, 1)
    assert.equal(setUp(asIf('3.52.0', 'sqlite')).status, 1)
    assert.match(stderr, /needs Node 24 or newer, with SQLite 3\.53 .* the Node on your PATH is 20\.19\.2 /)
  })

  test('bundles the server when a room that it imports has changed, else not', (context) => {
    const imports = { '#server/*': './server/*', '#rooms/*': './rooms/*' }
    const setUp = makeCheckout(context, {
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

  test('knows a Node for every machine that there is a release for', () => {
    assert.deepEqual(Object.keys(sums).sort(), arches.map((arch) => `node-linux-${arch}`).sort())
  })
})
