// run: all
// on: sqlite, postgres
// An erasure reaches the backups that were made before it.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { findPlace, verifyArchive } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { furnish, inspect, makeEmptyHome, openHome } from '#test/support/installation/fill.ts'
import { signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { startServer } from '#test/support/server.ts'

test('a backup loses the accounts that were deleted since, and nothing else', async (context) => {
  const { server } = await openHome(context)
  const house = await furnish(server, await startReceiver(context))
  const leaving = await createPilot(server, 'Leaving Pilot')
  await readUploaded(await upload(server, leaving, makeFlight(70)))
  const folder = makeFolder(context)
  const run = async (...words: string[]) => {
    const { code, output, error } = await runAdmin(server, words)
    assert.equal(code, 0, error)
    return output as Record<string, unknown>
  }
  const [before, later] = [join(folder, 'before'), join(folder, 'later')]
  await run('backup', before)
  const prune = () => run('backup', 'prune', '--erased', '--file', before, '--file', later)
  const read = (file: string) => zstdDecompressSync(readFileSync(file)).toString()
  const { createdAt } = (await verifyArchive(before)) as { createdAt: string }
  const traces = [leaving.user.email, 'Leaving Pilot']
  for (const trace of traces) assert.ok(read(before).includes(trace))

  const headers = { ...(await signIn(server, leaving.user)), 'content-type': 'application/json' }
  const body = JSON.stringify({ password: TEST_PASSWORD })
  const init = { method: 'DELETE', headers, body }
  assert.equal((await server.fetch('/app/api/account', init)).status, 204)
  await run('backup', later)
  const untouched = readFileSync(later)
  assert.deepEqual(await prune(), {
    backups: [
      { file: before, erased: 1 },
      { file: later, erased: 0 },
    ],
  })
  for (const trace of traces) assert.ok(!read(before).includes(trace), trace)
  const proof = (await verifyArchive(before)) as { createdAt: string; files: number }
  assert.deepEqual([proof.createdAt, proof.files], [createdAt, house.files.size])
  assert.ok(readFileSync(later).equals(untouched), 'a backup without them stays as it is')
  assert.deepEqual(readdirSync(folder).toSorted(), ['before', 'later'], 'no other file is left')
  assert.deepEqual(await prune(), {
    backups: [
      { file: before, erased: 0 },
      { file: later, erased: 0 },
    ],
  })
  await server.close()

  const home = await makeEmptyHome(context, process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite')
  await restoreArchive(findPlace(readConfig(home)), before, { force: false, nowMs: Date.now() })
  const restored = await startServer(context, { on: home })
  await inspect(restored, house)
  assert.equal((await restored.fetch('/api/v1/flights', { headers: leaving.headers })).status, 401)
})
