import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { countWrittenTests, findFiles, type PartName, toBatches } from './parts.ts'
import { createReport } from './report.ts'
import { type Level, levels, readTags } from './tags.ts'
import { nothing, type Outcome, type Task } from './tasks.ts'
import { sortLongestFirst } from './times.ts'
import { makeFiles } from '#test/support/installation/folder.ts'

const root = join(import.meta.dirname, '../..')

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
    const all = { paths: [], name: undefined, level: 'all' as const }
    assert.deepEqual(findFiles(folder, 'sqlite', all), [
      'test/contract/a.test.ts',
      'test/contract/b.test.ts',
      'test/races/c.test.ts',
    ])
    assert.deepEqual(findFiles(folder, 'sqlite', { ...all, paths: ['races', 'b.t'] }), [
      'test/contract/b.test.ts',
      'test/races/c.test.ts',
    ])
  })

  test('by the name of a test; all of them when no file contains it', (context) => {
    const folder = makeFiles(context, files)
    assert.deepEqual(findFiles(folder, 'sqlite', { paths: [], name: 'a duplicate', level: 'all' }), [
      'test/contract/a.test.ts',
    ])
    assert.equal(
      findFiles(folder, 'sqlite', { paths: [], name: 'is made at run time', level: 'all' }).length,
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
    const replacing = all.filter((file) => /mock\.timers/.test(readFileSync(join(root, file), 'utf8')))
    for (const file of replacing) assert.ok(readTags(root, file).hasOwnProcess, file)
    assert.ok(replacing.length > 0)
  })

  test('and those that took longest start first; one that never ran is judged by its size', () => {
    const tasks = [task('unit', 'a', 40_000), task('unit', 'b'), task('unit', 'c', 8_000)]
    const times = { 'unit b': 5 }
    assert.deepEqual(
      sortLongestFirst(tasks, times).map(({ name }) => name),
      ['a', 'b', 'c'],
    )
  })

  test('and say themselves from which level on they run, and on which databases', (context) => {
    const folder = makeFiles(context, {
      'test/contract/a.test.ts': '',
      'test/contract/b.test.ts': '// run: all\n// on: sqlite, postgres',
      'test/contract/c.test.ts': '// on: postgres',
      'test/contract/d.test.ts': '// A heading.\n// run: sweeps; takes long',
      'test/browser/e.test.ts': '// run: all',
      'igc/f.test.ts': '// run: sweeps; takes long',
      'scripts/g.test.ts': '// part: release; builds',
    })
    const find = (part: PartName, level: Level, paths: string[] = []) =>
      findFiles(folder, part, { paths, name: undefined, level })
        .map((file) => file.slice(-'a.test.ts'.length, -'.test.ts'.length))
        .join('')
    const found = (['unit', 'sqlite', 'postgres', 'browser', 'release'] as const).map((part) => [
      part,
      ...levels.map((level) => find(part, level)),
    ])
    assert.deepEqual(found, [
      ['unit', '', '', 'f'],
      ['sqlite', 'a', 'ab', 'abcd'],
      ['postgres', 'c', 'bc', 'abcd'],
      ['browser', '', 'e', 'e'],
      ['release', 'g', 'g', 'g'],
    ])
    assert.equal(find('sqlite', 'commit', ['d.test']), 'd')
  })

  test('and a tag that is not understood, or gives no reason, is refused', (context) => {
    const refused = [
      'on: mysql',
      'run: sweeps',
      'run: daily; why',
      'process: own',
      'process: two; why',
      'part: unit; why',
    ]
    const folder = makeFiles(
      context,
      Object.fromEntries(refused.map((tag, index) => [`${index}.test.ts`, `// ${tag}`])),
    )
    for (const index of refused.keys())
      assert.throws(() => readTags(folder, `${index}.test.ts`), /^Error: \d\.test\.ts: "/)
  })

  test('and every promise of the contract is tested before a commit', () => {
    const sentences = readFileSync(join(root, 'test/contract/sentences.md'), 'utf8')
    const files = [...sentences.matchAll(/[\w/-]+\.test\.ts/g)].map(([name]) => name)
    assert.ok(files.length > 50)
    assert.deepEqual(
      files.filter((file) => readTags(root, file).level !== 'commit'),
      [],
    )
  })

  test('and the tests in them counted as they are written', (context) => {
    assert.equal(countWrittenTests(makeFiles(context, files), ['test/browser/d.test.ts']), 2)
  })
})

suite('the report', () => {
  const passing: Outcome = { ...nothing, passed: 2 }
  const show = (tasks: readonly [Task, Outcome][], parts: PartName[]) => {
    const printed: string[] = []
    const report = createReport(parts, {
      print: (line: string) => printed.push(line),
      terminal: undefined,
    })
    report.expect(tasks.map(([each]) => each))
    for (const [each, outcome] of tasks) report.add(each, outcome)
    report.end({ seconds: 8, cpuSeconds: 12 })
    return { hasPassed: report.hasPassed(), printed }
  }

  test('of a green run has its parts and the sum', () => {
    const tasks: [Task, Outcome][] = [
      [task('check', 'lint'), passing],
      [task('unit', 'a.test.ts'), passing],
      [
        task('unit', 'b.test.ts'),
        { ...passing, printed: 'not shown', skipped: ['no PHP here', 'no PHP here'] },
      ],
    ]
    const { hasPassed, printed } = show(tasks, ['check', 'unit'])
    assert.equal(hasPassed, true)
    assert.deepEqual(printed, [
      'check     2 passed; done after 0 s',
      'unit      4 passed; done after 0 s',
      'skipped:',
      '  2 × no PHP here',
      'took 8 s and 12 s of CPU',
      '6 passed, 0 failed, 2 skipped',
    ])
  })

  test('of a red run has what failed, what its files printed, and how to run just that', () => {
    const failures = [{ file: 'igc/b.test.ts', name: "the pilot's name", text: 'AssertionError' }]
    const { hasPassed, printed } = show(
      [[task('unit', 'b'), { ...passing, failures, printed: 'a warning' }]],
      ['unit'],
    )
    assert.equal(hasPassed, false)
    assert.deepEqual(printed.slice(0, 2), [
      "✖ unit igc/b.test.ts › the pilot's name\nAssertionError\n",
      'a warning\n',
    ])
    assert.ok(
      printed.includes(String.raw`  npm test -- --only unit igc/b.test.ts --name 'the pilot'\''s name'`),
    )
    assert.equal(printed.at(-1), '2 passed, 1 failed')
  })

  test('names the slowest tests, so that growth is seen', () => {
    const tests = Array.from({ length: 12 }, (_, index) => ({
      file: 'a.test.ts',
      name: `${index}`,
      seconds: index,
    }))
    const { printed } = show([[task('unit', 'a'), { ...passing, tests }]], ['unit'])
    const from = printed.indexOf('slowest:')
    assert.deepEqual(printed.slice(from, from + 3), [
      'slowest:',
      '  11.0 s  a.test.ts › 11',
      '  10.0 s  a.test.ts › 10',
    ])
    assert.equal(printed.filter((line) => line.includes('a.test.ts ›')).length, 10)
  })

  test('of nothing is a failure', () => {
    assert.equal(show([], ['unit']).hasPassed, false)
  })
})
