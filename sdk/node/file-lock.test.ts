import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, existsSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileLock, fileStore } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-sdk-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('one at a time holds the lock, and it is gone afterwards', async () => {
  const path = join(folder, 'busy.lock')
  // Separate locks, as processes have them.
  const locks = Array.from({ length: 10 }, () => fileLock(path))
  let [inside, most, done] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 2))
    inside--
    done++
  }
  await Promise.all(locks.map((lock) => lock.run(work)))
  assert.deepEqual([most, done, existsSync(path)], [1, 10, false])
})

test('work that fails frees the lock', async () => {
  const lock = fileLock(join(folder, 'failing.lock'))
  await assert.rejects(
    lock.run(() => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await lock.run(async () => 'next'), 'next')
})

test('the lock of a process that was killed is taken by exactly one at a time', async () => {
  const path = join(folder, 'dead.lock')
  const { pid } = spawnSync('true')
  writeFileSync(path, JSON.stringify({ host: hostname(), pid, token: 'dead' }))
  let [inside, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++inside)
    await new Promise((resolve) => setTimeout(resolve, 2))
    inside--
  }
  await Promise.all(Array.from({ length: 10 }, () => fileLock(path).run(work)))
  assert.equal(most, 1)
})

test('tokens are in a file that only their owner reads, and go with it', async () => {
  const path = join(folder, 'deep/tokens.json')
  const store = fileStore(path)
  assert.equal(await store.load(), undefined)
  const tokens = { accessToken: 'a', expiresAt: 1, scope: '' }
  await store.lock(() => store.save(tokens))
  assert.deepEqual(await store.load(), tokens)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  await store.save(undefined)
  assert.equal(await store.load(), undefined)
})
