import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { readConfig } from '../config.ts'
import { DAY_MS } from '../time.ts'
import { keptSince, retention } from './retention.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('settings/retention.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

suite('what is kept for a period', () => {
  test('is in docs/operate/retention.md, with its setting, its days and the least of them', () => {
    const page = readFileSync(join(root, 'docs/operate/retention.md'), 'utf8')
    const rows = page.split('\n').filter((line) => line.startsWith('| `'))
    assert.deepEqual(
      rows,
      Object.values(retention).map(
        ({ setting, days, atLeast, what }) => `| \`${setting}\` | ${days} | ${atLeast} | ${what} |`,
      ),
    )
  })

  test('is kept for as long as its setting says, and not for less than was promised', () => {
    const config = readConfig({ KEEP_DELETIONS_DAYS: '120' })
    const now = () => 200 * DAY_MS
    assert.equal(keptSince({ config, now }, 'deletions'), 80 * DAY_MS)
    assert.equal(keptSince({ config, now }, 'events'), 170 * DAY_MS)
    assert.throws(
      () => readConfig({ KEEP_EVENTS_DAYS: '7' }),
      /KEEP_EVENTS_DAYS must be a whole number from 30/,
    )
  })

  test('is deleted by somebody', () => {
    for (const name of Object.keys(retention))
      assert.ok(
        sources.some(({ text }) => text.includes(`, '${name}')`) || text.includes(`kept: '${name}'`)),
        `no setting asks how long ${name} are kept`,
      )
  })

  test('has no period anywhere else', () => {
    const periods = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/const \w*(?:KEEP|KEPT|RETENTION|RETAIN)\w* = .*DAY.*/g)].map(
        ([line]) => `${path}: ${line}`,
      ),
    )
    assert.deepEqual(periods, [])
  })
})
