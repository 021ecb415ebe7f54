// process: own; runs the runner
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test, type TestContext } from 'node:test'
import { countWrittenTests, findFiles, type PartName, toBatches } from './parts.ts'
import { createReport } from './report.ts'
import { readTags } from './tags.ts'
import type { Outcome, Task } from './tasks.ts'
import { foretell, sortLongestFirst } from './times.ts'

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

const task = (part: Task['part'], name: string, bytes = 0): Task => ({
  part,
  name,
  bytes,
  run: () => assert.fail(),
})

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

  test('and share a process with their neighbours, until it has enough to do; one may have its own', (context) => {
    const text = (length: number) => 'x'.repeat(length)
    const folder = makeFiles(context, {
      'igc/a.test.ts': text(60_000),
      'igc/parse/b.test.ts': text(60_000),
      'server/c.test.ts': text(60_000),
      'server/d.test.ts': `// process: own; replaces the timers\n${text(1_000)}`,
      'web/e.test.ts': text(10),
    })
    const names = globSync('**/*.test.ts', { cwd: folder }).sort()
    assert.deepEqual(
      toBatches(folder, names).map((batch) => [batch.name, batch.files.length]),
      [
        ['server/d.test.ts', 1],
        ['igc to igc/parse', 2],
        ['server to web', 2],
      ],
    )
  })

  test('and one that replaces the timers of its process is in none with others', () => {
    const all = globSync('**/*.test.ts', { cwd: root, exclude: ['**/node_modules/**'] })
    const replacing = all.filter((file) => readFileSync(join(root, file), 'utf8').includes('mock.timers'))
    for (const file of replacing) assert.ok(readTags(root, file).hasOwnProcess, file)
    assert.ok(replacing.length > 0)
  })

  test('and those that took longest start first; one that never ran is judged by its size', () => {
    const tasks = [task('unit', 'a', 40_000), task('unit', 'b'), task('unit', 'c', 8_000)]
    const times = { 'unit b': { seconds: 5, cpuSeconds: 4 } }
    assert.deepEqual(
      sortLongestFirst(tasks, times).map(({ name }) => name),
      ['a', 'b', 'c'],
    )
    assert.match(foretell(tasks, times), /about 5 s, and what 2 of 3 tasks take/)
    assert.match(foretell(tasks, {}), /not run here yet/)
  })

  test('and say themselves where they run every day; others run in full or when they are named', (context) => {
    const folder = makeFiles(context, {
      'test/contract/a.test.ts': '',
      'test/contract/b.test.ts': '// daily: sqlite, postgres',
      'test/contract/c.test.ts': '// daily: postgres; takes long',
      'test/contract/d.test.ts': '// A heading.\n// daily: none; takes long',
      'test/browser/e.test.ts': '// daily: none; takes long',
      'igc/f.test.ts': '// daily: none; takes long',
      'scripts/g.test.ts': '// part: release; builds',
    })
    const usual = { paths: [], name: undefined, isFull: false }
    const find = (part: PartName, filter = usual) =>
      findFiles(folder, part, filter)
        .map((file) => file.slice(-'a.test.ts'.length, -'.test.ts'.length))
        .join('')
    assert.deepEqual(
      (['unit', 'sqlite', 'postgres', 'browser', 'release'] as const).map((part) => [
        find(part),
        find(part, { ...usual, isFull: true }),
      ]),
      [
        ['', 'f'],
        ['ab', 'abcd'],
        ['bc', 'abcd'],
        ['', 'e'],
        ['g', 'g'],
      ],
    )
    assert.deepEqual(find('sqlite', { ...usual, paths: ['d.test'] } as never), 'd')
  })

  test('and a tag that is not understood, or gives no reason, is refused', (context) => {
    const refused = ['daily: mysql', 'daily: none', 'process: own', 'process: two; why', 'part: unit; why']
    const folder = makeFiles(
      context,
      Object.fromEntries(refused.map((tag, index) => [`${index}.test.ts`, `// ${tag}`])),
    )
    for (const index of refused.keys())
      assert.throws(() => readTags(folder, `${index}.test.ts`), /^Error: \d\.test\.ts: "/)
  })

  test('and no promise of the contract waits for the night', () => {
    const sentences = readFileSync(join(root, 'test/contract/sentences.md'), 'utf8')
    const files = [...sentences.matchAll(/[\w/-]+\.test\.ts/g)].map(([name]) => name)
    assert.ok(files.length > 50)
    assert.deepEqual(
      files.filter((file) => !readTags(root, file).daily.includes('sqlite')),
      [],
    )
  })

  test('and the tests in them counted as they are written', (context) => {
    assert.equal(countWrittenTests(makeFiles(context, files), ['test/browser/d.test.ts']), 2)
  })
})

suite('the report', () => {
  const outcome = (text: string, failed: string[] = []): Outcome => ({
    text,
    passed: 2,
    skipped: 0,
    failed,
    cpuSeconds: 3,
  })

  test('shows what has ended, each part with its last task, and the failures once more at the end', () => {
    const printed: string[] = []
    const report = createReport(['check', 'unit'], (line: string) => printed.push(line))
    const tasks = [task('check', 'lint'), task('unit', 'a.test.ts'), task('unit', 'b.test.ts')]
    report.expect(tasks)
    report.add(tasks[1]!, outcome('a'), 1)
    report.add(tasks[0]!, outcome('✔ lint'), 1)
    report.add(tasks[2]!, outcome('b', ['b.test.ts: is wrong']), 2.04)
    report.end()
    assert.deepEqual(printed, [
      '── unit a.test.ts (1.0 s, 3.0 s of CPU) ──\na\n',
      '── check lint (1.0 s, 3.0 s of CPU) ──\n✔ lint\n',
      '   check: 2 passed, 0 failed\n',
      '── unit b.test.ts (2.0 s, 3.0 s of CPU) ──\nb\n',
      '   unit: 4 passed, 1 failed\n',
      '✖ unit b.test.ts: is wrong\n',
    ])
    assert.equal(report.summary(), '6 passed, 1 failed')
    assert.equal(report.hasPassed(), false)
    assert.equal(
      report.describeCpu(12),
      'used 12 s of CPU: check 3, unit 6, runner, databases and Chromium 3',
    )
  })

  test('of nothing is a failure; skipped tests are counted apart', () => {
    const empty = createReport(['unit'], () => {})
    empty.end()
    assert.equal(empty.hasPassed(), false)
    const report = createReport(['unit'], () => {})
    report.expect([task('unit', 'a')])
    report.add(task('unit', 'a'), { ...outcome(''), passed: 1, skipped: 3 }, 1)
    assert.equal(report.summary(), '1 passed, 0 failed, 3 skipped')
  })
})

suite('npm test', () => {
  /** All that a process has started, and what that has started. */
  const listDescendants = (ancestor: number | undefined): number[] => {
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    const pairs = stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ +/).map(Number))
    const childrenOf = (pid: number): number[] =>
      pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child, ...childrenOf(child)] : []))
    return childrenOf(ancestor ?? 0)
  }
  const isRunning = (pid: number) =>
    existsSync(`/proc/${pid}`) && !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
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
    assert.match(lines.at(-4) ?? '', /^[1-9]\d+ browser tests not run$/)
    assert.match(
      lines.at(-3) ?? '',
      /^used \d+ s of CPU: unit \d+, browser 0, runner, databases and Chromium \d+$/,
    )
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

  test(
    'ends by a signal with all that it has started, and begins nothing more',
    { skip: process.platform !== 'linux' },
    async () => {
      // They start servers, on a database server.
      const args = ['--only', 'postgres', 'contract/process.test', 'crash/flights.test']
      const runner = spawn(process.execPath, ['scripts/test.ts', ...args], {
        cwd: root,
        env: { PATH: process.env.PATH ?? '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const ended = once(runner, 'exit')
      const output = runner.stdout.setEncoding('utf8').toArray() as Promise<string[]>
      let started: number[] = []
      while (started.length < 12 && runner.exitCode === null) {
        await sleep(200)
        started = listDescendants(runner.pid)
      }
      runner.kill('SIGTERM')
      assert.deepEqual(await ended, [1, null])
      assert.equal((await output).join(''), 'ended by SIGTERM, with all that was started\n')
      assert.deepEqual(started.filter(isRunning), [])
    },
  )

  test('refuses a part and an option that it does not know', () => {
    assert.match(
      runTests(['--only', 'units']).lines.join(),
      /--only takes one or several of check,unit.*not units/,
    )
    assert.match(runTests(['--fast']).lines.join('\n'), /--fast.*Usage: npm test/s)
  })
})
