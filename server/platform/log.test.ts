import assert from 'node:assert/strict'
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLog, type Log } from './log.ts'

const request = { id: '1', method: 'GET', path: '/a "quoted" path', ip: '::1', status: 200, ms: 1.5 }

function open(context: TestContext, level: string): { log: Log; readLines: () => Record<string, unknown>[] } {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-log-'))
  const path = join(folder, 'log')
  const fd = openSync(path, 'a')
  // Left open: the log flushes it now and then as long as the process lives.
  context.after(() => rmSync(folder, { recursive: true }))
  const log = createLog(level, { fd, isTTY: false } as NodeJS.WriteStream & { fd: number })
  const readLines = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { log, readLines }
}

test('lines about requests are in the order of time among the others, with the same fields', (context) => {
  const { log, readLines } = open(context, 'info')
  log.info('first')
  log.info(request, 'request')
  log.info({ ...request, id: '2' }, 'request')
  log.warn('last')
  log.flush()
  const lines = readLines()
  assert.deepEqual(
    lines.map(({ msg, id }) => id ?? msg),
    ['first', '1', '2', 'last'],
  )
  const [first, second] = lines
  assert.equal(second?.pid, first?.pid)
  assert.equal(second?.hostname, first?.hostname)
  assert.equal(second?.level, first?.level)
  assert.equal(second?.path, request.path)
  assert.ok(Math.abs((second?.time as number) - Date.now()) < 10_000)
})

test('the end of the process writes the lines that still wait', (context) => {
  const { log, readLines } = open(context, 'info')
  log.info(request, 'request')
  log.flush()
  assert.equal(readLines().length, 1)
})

test('more requests than are written together are all written, in order', (context) => {
  const { log, readLines } = open(context, 'info')
  const ids = Array.from({ length: 120 }, (_, index) => String(index))
  for (const id of ids) log.info({ ...request, id }, 'request')
  log.flush()
  assert.deepEqual(
    readLines().map(({ id }) => id),
    ids,
  )
})

test('requests are not told where only warnings are', (context) => {
  const { log, readLines } = open(context, 'warn')
  log.info(request, 'request')
  log.warn('only this')
  log.flush()
  assert.deepEqual(
    readLines().map(({ msg }) => msg),
    ['only this'],
  )
})
