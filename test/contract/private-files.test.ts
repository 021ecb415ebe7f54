// run: all
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { bareEnvironment } from '#test/support/process.ts'

const root = join(import.meta.dirname, '../..')

/** An operator's command as a separate process, started under this umask. */
function runAdmin(umask: string, dataDir: string, args: string[]) {
  const command = ['umask', umask, '&&', 'exec', '"$0"', 'server/admin.ts', ...args].join(' ')
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath], {
    cwd: root,
    env: { ...bareEnvironment, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

suite('files', () => {
  // Under 000 all that is not made private on purpose is everybody's.
  for (const umask of process.env.SWEEPS ? ['000', '022'] : ['000']) {
    test(`are private under the umask ${umask}: folder, database, secret and backup`, (context) => {
      const folder = makeFolder(context)
      const dataDir = join(folder, 'data')
      runAdmin(umask, dataDir, ['migrate'])
      runAdmin(umask, dataDir, ['backup', join(folder, 'backup.db')])
      assert.equal(modeOf(dataDir), '700')
      const names = readdirSync(dataDir)
      assert.ok(names.includes('cloudstreet.db') && names.includes('secret'), names.join())
      for (const name of names) assert.equal(modeOf(join(dataDir, name)), '600', name)
      assert.equal(modeOf(join(folder, 'backup.db')), '600')
    })
  }

  test('of an older release, open to others, become private at the next start', (context) => {
    const dataDir = join(makeFolder(context), 'data')
    runAdmin('022', dataDir, ['migrate'])
    chmodSync(dataDir, 0o755)
    for (const name of ['cloudstreet.db', 'secret']) chmodSync(join(dataDir, name), 0o644)
    runAdmin('022', dataDir, ['status'])
    assert.equal(modeOf(dataDir), '700')
    for (const name of ['cloudstreet.db', 'secret']) assert.equal(modeOf(join(dataDir, name)), '600', name)
  })

  test('next to a backup there are none, and a restored database is private', (context) => {
    const folder = makeFolder(context)
    const [dataDir, backups, restored] = ['data', 'backups', 'restored'].map((name) => join(folder, name))
    mkdirSync(backups!)
    runAdmin('000', dataDir!, ['migrate'])
    runAdmin('000', dataDir!, ['backup', join(backups!, 'one.db')])
    assert.deepEqual(readdirSync(backups!), ['one.db'])
    chmodSync(join(backups!, 'one.db'), 0o644)
    runAdmin('000', restored!, ['restore', join(backups!, 'one.db')])
    assert.deepEqual(readdirSync(backups!), ['one.db'], 'reading it leaves no other file')
    assert.equal(modeOf(join(restored!, 'cloudstreet.db')), '600')
  })
})
