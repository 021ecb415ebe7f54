// run: all
// `admin migrate --plan`: what an upgrade will do, before it does it.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { findPlace } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { pathOf, releaseSettings } from '#test/support/releases/release.ts'

const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Data of the release before. */
async function restoreRelease(context: TestContext): Promise<Record<string, string>> {
  const on = { ...(await makeEmptyHome(context, engine)), ...releaseSettings }
  await restoreArchive(findPlace(readConfig(on)), pathOf('jsonl.zst'), { force: false, nowMs: Date.now() })
  return on
}

interface Plan {
  database: string
  pending: { name: string; kind: string; runs: string }[]
  next: string
}

async function plan(environment: Record<string, string>): Promise<Plan> {
  const { output, error } = await runAdmin({ environment }, ['migrate', '--plan'])
  assert.equal(error, '')
  return output as unknown as Plan
}

suite('the plan of an upgrade', () => {
  test('names each migration and when it runs, and changes nothing', async (context) => {
    const environment = await restoreRelease(context)
    const planned = await plan(environment)
    const { pending, next } = planned
    assert.ok(pending.length > 0)
    assert.ok(pending.every(({ name, runs }) => /^\d{4}-/.test(name) && runs.startsWith('at the start')))
    assert.match(next, /Make a backup first/)
    assert.deepEqual(await plan(environment), planned)

    const migrated = await runAdmin({ environment }, ['migrate'])
    assert.deepEqual(
      migrated.output?.applied,
      pending.map(({ name }) => name),
    )
    const after = await plan(environment)
    assert.deepEqual(after.pending, [])
    assert.match(after.next, /Nothing is to be done/)
  })

  test(
    'is refused with a sentence where there is no database',
    { skip: engine === 'postgres' },
    async (context) => {
      const nowhere = { DATA_DIR: join(makeFolder(context), 'none') }
      assert.match(
        (await runAdmin({ environment: nowhere }, ['migrate', '--plan'])).error,
        /^There is no database /,
      )
    },
  )
})
