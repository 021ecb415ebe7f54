// run: all
// BACKUP_DIR is tried when the service starts, not when the first backup is due.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { requireBackupFolder } from '#server/archive/schedule.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runToEnd, SERVER } from '#test/support/process.ts'
import { createEnvironment } from '#test/support/server.ts'

suite('BACKUP_DIR', () => {
  test('is made, with the folders above it', (context) => {
    const folder = join(makeFolder(context), 'one/two')
    requireBackupFolder({ backup: { folder } })
    requireBackupFolder({ backup: { folder } })
    requireBackupFolder({ backup: { folder: undefined } })
  })

  test('that is below a file, or where no folder can be made, is refused with a sentence', (context) => {
    const file = join(makeFolder(context), 'file')
    writeFileSync(file, '')
    for (const folder of [file, join(file, 'below'), '/proc/cloudstreet', '/proc/cloudstreet/backups'])
      assert.throws(
        () => requireBackupFolder({ backup: { folder } }),
        ({ message }: Error) => message.startsWith(`BACKUP_DIR ${folder} cannot be written: `),
      )
  })

  test('that cannot be written ends the start, with that sentence and no stack', async (context) => {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    const ended = await runToEnd(SERVER, [], { ...environment, BACKUP_DIR: '/proc/cloudstreet', PORT: '0' })
    assert.equal(ended.code, 1)
    assert.match(ended.output, /^BACKUP_DIR \/proc\/cloudstreet cannot be written: .*\n$/)
  })
})
