// run: all
// process: own; runs the runner
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { makeFiles } from '#test/support/installation/folder.ts'

const root = join(import.meta.dirname, '../..')

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
    assert.ok(lines.some((line) => /^[1-9]\d* browser tests not run$/.test(line)))
    assert.match(lines.at(-2) ?? '', /^took \d+ s and \d+ s of CPU$/)
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
    { skip: process.platform !== 'linux' && 'processes are listed as on Linux' },
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

  test('knows the suite of a test that is declared late, and an error that nobody awaits', (context) => {
    const folder = makeFiles(context, {
      'late.test.ts': `
        import { after, suite, test } from 'node:test'
        import { setTimeout as sleep } from 'node:timers/promises'
        suite('first', async () => {
          let isOpen = true
          await sleep(10)
          after(() => { isOpen = false })
          suite('inner', async () => { await sleep(30); test('deep', async () => { await sleep(1); if (!isOpen) throw new Error('closed') }) })
          test('a step', (context) => context.test('inside', () => { if (!isOpen) throw new Error('closed') }))
        })
        suite('second', async () => { await sleep(60); test('last', () => {}) })`,
      'lost.test.ts': `
        import { test } from 'node:test'
        test('begins more than it awaits', (_, done) => {
          setTimeout(() => { throw new Error('was lost') }, 1)
          setTimeout(done, 20)
        })`,
    })
    const load = (file: string) =>
      spawnSync(process.execPath, [join(root, 'scripts/testing/batch.ts')], {
        cwd: root,
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '', TEST_FILES: JSON.stringify([join(folder, file)]) },
      })
    const late = load('late.test.ts')
    assert.match(late.stdout, /▶ first\n +▶ inner\n +✔ deep[^✔]*✔ inner[^✔]*▶ a step[^✔]*✔ inside/)
    assert.match(late.stdout, /▶ second\n +✔ last/)
    assert.equal(late.status, 0)
    const lost = load('lost.test.ts')
    assert.match(lost.stderr, /nobody awaited Error: was lost\n +at .*lost\.test\.ts/)
    assert.equal(lost.status, 1)
  })

  test('refuses a part and an option that it does not know', () => {
    assert.match(
      runTests(['--only', 'units']).lines.join(),
      /--only takes one or several of check,unit.*not units/,
    )
    assert.match(runTests(['--fast']).lines.join('\n'), /--fast.*Usage: npm test/s)
  })
})
