import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { readConfig } from '../config.ts'
import { DAY_MS } from '../time.ts'
import { type Kept, keptSince, type Period, retention } from './retention.ts'

const root = join(import.meta.dirname, '../../..')
const sources = globSync('server/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('settings/retention.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

suite('what is kept for a period', () => {
  test('is in docs/operate/retention.md, with its setting, its days and the least of them', () => {
    const page = readFileSync(join(root, 'docs/operate/retention.md'), 'utf8')
    const rows = page.split('\n').filter((line) => /^\| .* \| \d+ \|/.test(line))
    assert.deepEqual(
      rows,
      Object.values<Period>(retention).map(
        ({ setting, days, what }) => `| ${what} | ${days} | ${setting ? `\`${setting}\`` : ''} |`,
      ),
    )
  })

  test('is kept for as long as its setting says, and not for less than was promised', () => {
    const now = () => 400 * DAY_MS
    const kept = (environment: Record<string, string>, what: Kept) =>
      400 - keptSince({ config: readConfig(environment), now }, what) / DAY_MS
    assert.equal(kept({}, 'events'), 30)
    assert.equal(kept({ KEEP_DAYS: '120' }, 'deletions'), 120)
    assert.equal(kept({ KEEP_DAYS: '120' }, 'events'), 120)
    assert.equal(kept({ KEEP_LOGS_DAYS: '7' }, 'securityLog'), 7)
    assert.equal(kept({ KEEP_LOGS_DAYS: '7' }, 'ledger'), 30, 'which was promised')
    assert.throws(() => readConfig({ KEEP_DAYS: '7' }), /KEEP_DAYS must be a whole number from 90/)
    assert.throws(
      () => readConfig({ KEEP_EVENTS_DAYS: '365' }),
      /KEEP_EVENTS_DAYS is no longer a setting: KEEP_DAYS is for/,
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
