import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { useScratch } from './scratch.ts'

test('files of the tests stay where TMPDIR says, and on the disk in a long run', () => {
  const named = { TMPDIR: '/somewhere' }
  useScratch(named)
  assert.deepEqual(named, { TMPDIR: '/somewhere' })
  const long = { SWEEPS: '1' }
  useScratch(long)
  assert.deepEqual(long, { SWEEPS: '1' })
})

test('a folder in memory goes with its process', () => {
  const isThere = existsSync('/dev/shm') && statfsSync('/dev/shm').bavail > 0
  const script = `import { useScratch } from ${JSON.stringify(join(import.meta.dirname, 'scratch.ts'))}
    import { writeFileSync } from 'node:fs'
    useScratch()
    if (process.env.TMPDIR) writeFileSync(process.env.TMPDIR + '/a', 'a')
    console.log(process.env.TMPDIR ?? '')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '' },
  })
  const folder = stdout.trim()
  assert.ok(folder === '' || (isThere && folder.startsWith('/dev/shm/')), folder)
  if (folder) assert.equal(existsSync(folder), false)
})
