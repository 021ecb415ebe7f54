import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { findImportProblems } from './imports.ts'
import { findLinkProblems } from './links.ts'
import { findMapProblems, maps } from './map.ts'
import { findSentenceProblems } from './sentences.ts'
import { findSignalProblems } from './signals.ts'
import { findSizeProblems, MAX_FILES, MAX_LINES } from './sizes.ts'
import { findColumnProblems } from './columns.ts'
import { findUntypedProblems } from './typed.ts'
import { findWorkflowProblems } from './workflows.ts'

function makeTree(context: TestContext, files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'cloudstreet-structure-'))
  context.after(() => rmSync(root, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

suite('imports', () => {
  test('a feature may know the platform, never another feature', (context) => {
    const root = makeTree(context, {
      'server/keys/routes.ts':
        "import '#server/platform/ids.ts'\nimport { a } from '#server/flights/store.ts'\n",
    })
    assert.deepEqual(findImportProblems(root), [
      'server/keys/routes.ts imports server/flights/store.ts: server/keys/ may not know server/flights/',
    ])
  })

  test('a file reaches its own folder by a relative path', (context) => {
    const root = makeTree(context, { 'server/flights/upload/d.ts': "import '#server/flights/upload/b.ts'\n" })
    assert.deepEqual(findImportProblems(root), [
      'server/flights/upload/d.ts reaches its own folder by #server/flights/upload/b.ts',
    ])
  })

  test('rooms of a folder know each other in one direction', (context) => {
    const files = {
      'server/flights/operations.ts': "import './upload/b.ts'\n",
      'server/flights/upload/b.ts': "import '../record/c.ts'\n",
      'server/flights/record/c.ts': '',
    }
    assert.deepEqual(findImportProblems(makeTree(context, files)), [])
    const both = makeTree(context, { ...files, 'server/flights/record/d.ts': "import '../upload/e.ts'\n" })
    assert.deepEqual(findImportProblems(both), [
      'a circle: server/flights/upload -> server/flights/record -> server/flights/upload',
    ])
  })

  test('a file beside the rooms is above a room or below it: never both', (context) => {
    const root = makeTree(context, {
      'server/oauth/device/b.ts': "import '../a.ts'\n",
      'server/oauth/a.ts': "import './device/c.ts'\n",
    })
    assert.deepEqual(findImportProblems(root), [
      'a circle: server/oauth/a.ts -> server/oauth/device -> server/oauth/a.ts',
    ])
  })

  test('a folder without a place may import nothing', (context) => {
    const root = makeTree(context, { 'cellar/a.ts': "import '#igc/read.ts'\n" })
    assert.deepEqual(findImportProblems(root), ['cellar/a.ts imports igc/read.ts: cellar/ may not know igc/'])
  })

  test('what runs in a browser imports nothing of Node', (context) => {
    const root = makeTree(context, {
      'igc/a.ts': "import { join } from 'node:path'\n",
      'server/b.ts': "import 'node:fs'\n",
    })
    assert.deepEqual(findImportProblems(root), ['igc/a.ts imports node:path: igc/ runs in a browser too'])
  })

  test('a circle is named with the files on its way', (context) => {
    const root = makeTree(context, {
      'igc/a.ts': "import './b.ts'\n",
      'igc/b.ts': "const c = await import('./c.ts')\n",
      'igc/c.ts': "import { a } from './a.ts'\n",
    })
    assert.deepEqual(findImportProblems(root), ['a circle: igc/a.ts -> igc/b.ts -> igc/c.ts -> igc/a.ts'])
  })
})

suite('sizes', () => {
  test('a file may have as many lines as the limit, and no more; data may be long', (context) => {
    const files = {
      'a.ts': 'a\n'.repeat(MAX_LINES),
      'b.css': 'b\n'.repeat(MAX_LINES + 1),
      'c.json': '1\n'.repeat(MAX_LINES + 1),
    }
    const root = makeTree(context, files)
    assert.deepEqual(findSizeProblems(root, Object.keys(files)), [
      `b.css has ${MAX_LINES + 1} lines; ${MAX_LINES} are the most`,
    ])
  })

  test('a folder may have as many files as the limit, and no more; migrations may grow', () => {
    const list = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${folder}/${index}.txt`)
    const paths = [
      ...list('full', MAX_FILES),
      ...list('fuller', MAX_FILES + 1),
      ...list('server/migrations', MAX_FILES + 1),
    ]
    assert.deepEqual(findSizeProblems('/', paths), [
      `fuller/ has ${MAX_FILES + 1} files side by side; ${MAX_FILES} are the most`,
    ])
  })
})

suite('the map', () => {
  const paths = [
    'igc/read.ts',
    'igc/parse/a.ts',
    'igc/flight/a.ts',
    'server/keys/a.ts',
    'server/keys/made/a.ts',
  ]
  const [folders, rooms] = maps as [(typeof maps)[0], (typeof maps)[0]]
  const draw = (lines: string[]) => `# Title\n\n## The map\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`

  test('names what is there: by indent, inside the first folder of a line, or next to it', () => {
    const map = [
      'igc/     bytes -> track',
      '  parse/   columns    flight/  range',
      'server/',
      '  keys/  made/ (new)',
    ]
    assert.deepEqual(findMapProblems(rooms, draw(map), paths), [])
  })

  test('a folder that is gone and one that is not named are problems', () => {
    const map = [
      'igc/     bytes -> track',
      '  parse/   columns    fixes/  points',
      'server/',
      '  keys/  of users',
    ]
    assert.deepEqual(findMapProblems(rooms, draw(map), paths), [
      'docs/develop/map.md: the map names fixes/ in "parse/   columns    fixes/  points", which is not there',
      'docs/develop/map.md: the map does not name igc/flight/',
      'docs/develop/map.md: the map does not name server/keys/made/',
    ])
  })

  test('the README names each folder, in rows that fit a screen', () => {
    const map = (words: string) => draw([`igc/     ${words}`])
    assert.deepEqual(findMapProblems(folders, map('bytes -> track'), paths), [
      'CONTRIBUTING.md: the map does not name server/',
    ])
    assert.match(findMapProblems(folders, map('word '.repeat(30)), paths)[0] ?? '', /longer than 120/)
  })

  test('a page without a map is told so', () => {
    assert.equal(findMapProblems(folders, '# Title\n', paths).length, 1)
  })
})

suite('sentences of the contract', () => {
  const files: Record<string, string> = {
    'a.test.ts': "test('is shown', () => {})\n  test(`${name} is 400`, async () => {})\n",
  }
  const check = (markdown: string) => findSentenceProblems(markdown, (path) => files[path])

  test('each with a test that exists are as they should be', () => {
    const markdown =
      '1. One: `a.test.ts › is shown`, `a.test.ts › ${name} is 400`\n2. Two: `a.test.ts › is shown`\n'
    assert.deepEqual(check(markdown), [])
  })

  test('without a test, with one that does not exist, or out of order are named with their line', () => {
    const markdown =
      '# Title\n\n1. One\n3. Three: `a.test.ts › is hidden`\n3. Three: `b.test.ts › is shown`, `a.test.ts › is shown`\n'
    assert.deepEqual(check(markdown), [
      'test/contract/sentences.md:3: no test shows sentence 1',
      'test/contract/sentences.md:4: this sentence should be number 2',
      'test/contract/sentences.md:4: a.test.ts has no test named "is hidden"',
      'test/contract/sentences.md:5: there is no file b.test.ts',
    ])
    assert.deepEqual(check(''), ['test/contract/sentences.md:1: there is no sentence'])
  })
})

suite('links', () => {
  const check = (files: Record<string, string>) =>
    findLinkProblems(Object.keys(files), (path) => files[path] ?? '')

  test('to files, folders and headings lead there', () => {
    const files = {
      'README.md': '[a](docs/a.md#two-words--more) [b](docs) [c](#title)\n# Title\n',
      'docs/a.md': '# `Two` words, & more\n[up](../README.md) [web](https://example.org/x) [page](/docs/x)\n',
    }
    assert.deepEqual(check(files), [])
  })

  test('to what is not there are named; those in code are no links', () => {
    const files = {
      'a.md':
        '[a](b.md) `[code](c.md)`\n```\n# Fenced\n[d](d.md)\n```\n[e](#fenced)\n# Same\n# Same\n[f](#same-1)\n',
    }
    assert.deepEqual(check(files), [
      'a.md: b.md leads to no file',
      'a.md: #fenced leads to no heading of a.md',
    ])
  })
})

suite('workflows', () => {
  test('name actions by commit and version', () => {
    const path = '.github/workflows/a.yml'
    const commit = 'a'.repeat(40)
    const check = (line: string) => findWorkflowProblems([path], () => `    - uses: ${line}\n`)
    assert.deepEqual(check(`actions/checkout@${commit} # v4.2.2`), [])
    for (const action of ['actions/checkout@v4', `actions/checkout@${commit}`])
      assert.equal(check(action).length, 1)
  })
})

suite('statements', () => {
  test('name their columns: a node must survive a column that a newer one adds', () => {
    const check = (line: string) => findColumnProblems(['server/a/store.ts'], () => `one\n${line}\n`)
    assert.deepEqual(check('select id, count(*) from users where id in (select user_id from sessions)'), [])
    for (const line of [
      'select * from users',
      'SELECT u.* from users u',
      'on conflict do nothing returning *',
    ])
      assert.deepEqual(check(line), ['server/a/store.ts:2 has a statement with *: name its columns'])
  })
})

suite('signals', () => {
  test('are held by a timer: the garbage collector must not take a deadline', () => {
    const check = (path: string, line: string) => findSignalProblems([path], () => `one\n${line}\n`)
    assert.deepEqual(check('sdk/client.ts', 'const { signal } = startDeadline(1000)'), [])
    assert.deepEqual(check('sdk/client.test.ts', 'AbortSignal.timeout(50)'), [])
    for (const line of ['AbortSignal.timeout(1)', 'AbortSignal.any([a, b])', 'fetch(new Request(url))'])
      assert.deepEqual(check('sdk/client.ts', line), [
        'sdk/client.ts:2 has a signal that may be lost: use startDeadline',
      ])
  })
})

test('a folder with TypeScript that is not type-checked is named', () => {
  const paths = ['igc/a.ts', 'privacy/b.test.ts', 'web/c.tsx', 'assets/d.svg', '.github/e.yml']
  assert.deepEqual(findUntypedProblems('{ "include": ["igc", "web"] }', paths), [
    'tsconfig.json does not include privacy/, which has TypeScript',
  ])
})
