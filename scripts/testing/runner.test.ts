import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { countWrittenTests, findFiles, type PartName, toBatches } from './parts.ts'
import { isMeant, isNightly, nightly } from './nightly.ts'
import { createReport } from './report.ts'
import { longest, type Outcome, sortLongestFirst, type Task } from './tasks.ts'

const root = join(import.meta.dirname, '../..')

function makeFiles(context: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-runner-'))
  context.after(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const task = (part: Task['part'], name: string): Task => ({ part, name, run: () => assert.fail() })

suite('files are chosen', () => {
  const files = {
    'test/contract/a.test.ts': "test('a duplicate is 200', …)",
    'test/contract/b.test.ts': 'test(`is ${word}`, …)',
    'test/races/c.test.ts': "test('ten at once', …)",
    'test/browser/d.test.ts':
      "test('one', …)\nfor (…) await suite.test(\n  `two, ${look}`, …)\n/x/.test(text)",
  }

  test('by their part and by a piece of their path', (context) => {
    const folder = makeFiles(context, files)
    const all = { paths: [], name: undefined, isFull: false }
    assert.deepEqual(findFiles(folder, 'sqlite', all), [
      'test/contract/a.test.ts',
      'test/contract/b.test.ts',
      'test/races/c.test.ts',
    ])
    assert.deepEqual(findFiles(folder, 'quick', all).length, 2)
    assert.deepEqual(findFiles(folder, 'sqlite', { ...all, paths: ['races', 'b.t'] }), [
      'test/contract/b.test.ts',
      'test/races/c.test.ts',
    ])
  })

  test('by the name of a test; all of them when no file contains it', (context) => {
    const folder = makeFiles(context, files)
    assert.deepEqual(findFiles(folder, 'sqlite', { paths: [], name: 'a duplicate', isFull: false }), [
      'test/contract/a.test.ts',
    ])
    assert.equal(
      findFiles(folder, 'sqlite', { paths: [], name: 'is made at run time', isFull: false }).length,
      3,
    )
  })

  test('and those of several rooms put together', () => {
    const names = [
      ...Object.keys(files),
      'test/contract/oauth/e.test.ts',
      'test/contract/oauth/documents/k.test.ts',
      'test/contract/webhooks/n.test.ts',
      'test/contract/flights/l.test.ts',
      'test/contract/flights/files/m.test.ts',
      'server/oauth/f.test.ts',
      'server/oauth/grants/g.test.ts',
      'server/h.test.ts',
      'igc/parse/i.test.ts',
      'igc/j.test.ts',
    ]
    assert.deepEqual(
      toBatches(names).map((batch) => [batch.name, batch.files.length]),
      [
        ['test/contract, the service', 2],
        ['test/races/c.test.ts', 1],
        ['test/browser/d.test.ts', 1],
        ['test/contract, applications', 3],
        ['test/contract/flights/l.test.ts', 1],
        ['test/contract/flights/files/m.test.ts', 1],
        ['server', 2],
        ['server/h.test.ts', 1],
        ['what has no service', 2],
      ],
    )
  })

  test('and one that replaces the timers of its process is in none with others', () => {
    const all = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    const replacing = all.filter((file) => readFileSync(join(root, file), 'utf8').includes('mock.timers'))
    assert.ok(replacing.length > 0)
    const batches = toBatches(all)
    for (const file of replacing)
      assert.ok(
        batches.some(({ name }) => name === file),
        file,
      )
  })

  test('and those that take longest start first, all of which are there', () => {
    for (const name of longest.filter((one) => !one.startsWith('check '))) {
      const [, part = '', batch = ''] = /^(\w+) (.+)$/.exec(name) ?? []
      const files = findFiles(root, part as PartName, { paths: [], name: undefined, isFull: false })
      assert.ok(
        toBatches(files).some((one) => one.name === batch),
        name,
      )
    }
    const tasks = [task('unit', 'b'), task('unit', 'a'), task('check', 'lint'), task('check', 'type check')]
    assert.deepEqual(
      sortLongestFirst(tasks).map(({ name }) => name),
      ['type check', 'lint', 'b', 'a'],
    )
  })

  for (const engine of ['sqlite', 'postgres', 'browser'] as const) {
    test(`and what waits for the night runs in ${engine} only in full or when it is named; all of it is there`, () => {
      const all = { paths: [], name: undefined, isFull: false }
      const usual = findFiles(root, engine, all)
      const full = findFiles(root, engine, { ...all, isFull: true })
      for (const file of nightly[engine].flatMap(({ files }) => files)) {
        const isIt = (path: string) => isMeant(file, path)
        assert.ok(!usual.some(isIt), file)
        assert.ok(full.some(isIt), file)
      }
      const [late = ''] = full.filter((file) => !usual.includes(file))
      assert.deepEqual(findFiles(root, engine, { ...all, paths: [late] }), [late])
    })
  }

  test('and what waits is a file, not a folder whose name begins like it', () => {
    assert.ok(isNightly('postgres', 'test/contract/log.test.ts'))
    assert.ok(!isNightly('postgres', 'test/contract/logbook/statistics.test.ts'))
  })

  test('and no promise of the contract waits for the night', () => {
    const sentences = readFileSync(join(root, 'test/contract/sentences.md'), 'utf8')
    const files = [...sentences.matchAll(/[\w/-]+\.test\.ts/g)].map(([name]) => name)
    assert.ok(files.length > 50)
    const late = files.filter((file) => isNightly('sqlite', file) || isNightly('browser', file))
    assert.deepEqual(late, [])
  })

  test('and the tests in them counted as they are written', (context) => {
    assert.equal(countWrittenTests(makeFiles(context, files), ['test/browser/d.test.ts']), 2)
  })
})

suite('the report', () => {
  const outcome = (text: string, failed: string[] = []): Outcome => ({ text, passed: 2, skipped: 0, failed })

  test('is printed part by part, whatever ends first, with the failures once more at the end', () => {
    const printed: string[] = []
    const report = createReport(['check', 'unit'], (line: string) => printed.push(line))
    const tasks = [task('check', 'lint'), task('unit', 'a.test.ts'), task('unit', 'b.test.ts')]
    report.expect(tasks)
    report.add(tasks[1]!, outcome('a'), 1)
    assert.deepEqual(printed, [])
    report.add(tasks[0]!, outcome('✔ lint'), 1)
    report.add(tasks[2]!, outcome('b', ['b.test.ts: is wrong']), 2.04)
    report.end()
    assert.deepEqual(printed, [
      '── check ──',
      '✔ lint',
      '\n   check: 2 passed, 0 failed\n',
      '── unit ──',
      '\na.test.ts (1.0 s)\na',
      '\nb.test.ts (2.0 s)\nb',
      '\n   unit: 4 passed, 1 failed\n',
      '✖ unit b.test.ts: is wrong\n',
    ])
    assert.equal(report.summary(), '6 passed, 1 failed')
    assert.equal(report.hasPassed(), false)
  })

  test('of nothing is a failure; skipped tests are counted apart', () => {
    const empty = createReport(['unit'], () => {})
    empty.end()
    assert.equal(empty.hasPassed(), false)
    const report = createReport(['unit'], () => {})
    report.expect([task('unit', 'a')])
    report.add(task('unit', 'a'), { text: '', passed: 1, skipped: 3, failed: [] }, 1)
    assert.equal(report.summary(), '1 passed, 0 failed, 3 skipped')
  })
})

suite('npm test', () => {
  const runTests = (args: string[], environment: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', ...environment },
    })
    return { status, lines: (stdout + stderr).trimEnd().split('\n') }
  }
  // The files of scripts/structure stand for all that needs no browser.
  const withoutBrowser = ['--only', 'unit,browser', 'scripts/structure', 'test/browser']

  test('runs all else without Chromium, says so first and last, and fails under CI=true alone', () => {
    const environment = { CHROMIUM_PATH: '/nowhere/chromium' }
    const { status, lines } = runTests(withoutBrowser, environment)
    assert.match(lines[0] ?? '', /no Chromium here.*not run/)
    assert.match(lines.at(-3) ?? '', /^[1-9]\d+ browser tests not run$/)
    assert.match(lines.at(-2) ?? '', /^took \d+ s$/)
    assert.match(lines.at(-1) ?? '', /^[1-9]\d* passed, 0 failed$/)
    assert.equal(status, 0)
    assert.equal(runTests(withoutBrowser, { ...environment, CI: 'true' }).status, 1)
  })

  test('runs one test by its name, which is text and no pattern', () => {
    const name = 'by indent, inside the first folder of a line'
    assert.deepEqual(
      runTests(['--only', 'unit', '--name', name, 'structure']).lines.at(-1),
      '1 passed, 0 failed',
    )
    assert.equal(
      runTests(['--only', 'unit', '--name', 'by .*dent', 'structure']).lines.at(-1),
      '0 passed, 1 failed',
    )
  })

  test('refuses a part and an option that it does not know', () => {
    assert.match(
      runTests(['--only', 'units']).lines.join(),
      /--only takes one or several of check,unit.*not units/,
    )
    assert.match(runTests(['--fast']).lines.join('\n'), /--fast.*Usage: npm test/s)
  })
})
