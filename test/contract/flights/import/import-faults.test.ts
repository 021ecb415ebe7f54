// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import type { FlightServices } from '#server/flights/record/services.ts'
import { stageImport } from '#server/flights/import/stage.ts'
import { countImportWork } from '#server/flights/import/store.ts'
import { continueImports } from '#server/flights/import/work.ts'
import { temporarilyUnavailable } from '#server/platform/errors.ts'
import { runAdmin } from '#test/support/admin.ts'
import { makeFlights, statusesOf, waitForImport } from '#test/support/archives/imports.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { createPilot, list, type Pilot, unlimited } from '#test/support/flights.ts'
import { takePhoto } from '#test/support/photos/photos.ts'
import { startServer } from '#test/support/server.ts'

type Analyse = FlightServices['scorer']['analyse']

suite('an import whose worker has trouble', async () => {
  // Without work: the test is the worker.
  const server = await startServer({ after }, { environment: unlimited })
  const { services } = server
  const never = new AbortController().signal
  const stage = async (pilot: Pilot, seeds: number[]) => {
    const source = await makeZip(makeFlights(seeds))
    return (await stageImport(services, pilot.user.id, { source, fileName: undefined, options: {} })).id
  }
  const workWith = (analyse: Analyse) =>
    continueImports({ ...services, scorer: { ...services.scorer, analyse } }, never)
  const workWell = () => continueImports(services, never)
  const retry = async () => {
    const { output, error } = await runAdmin(server, ['work', 'retry', 'imports'])
    assert.equal(error, '')
    return output
  }

  test('a file that fails three times is given up, and costs no other', async () => {
    const pilot = await createPilot(server)
    const id = await stage(pilot, [1, 2])
    let attempts = 0
    const failFirst: Analyse = async (ownerId, bytes, options) => {
      const isFirst = Buffer.from(bytes).equals(makeFlights([1])[0]![1])
      if (!isFirst) return services.scorer.analyse(ownerId, bytes, options)
      attempts++
      throw new Error('the thread has died')
    }
    for (let turn = 0; turn < 5; turn++) {
      await workWith(failFirst)
      server.advance(3000)
    }
    const result = await waitForImport(server, pilot, id)
    assert.deepEqual(statusesOf(result), { '1.igc': 'failed', '2.igc': 'new' })
    assert.match(result.entries[0]?.reason ?? '', /upload it again/)
    assert.equal(attempts, 3)

    assert.deepEqual((await countImportWork(services.db.sql, services.now())).failed, 1)
    assert.deepEqual(await retry(), { name: 'imports', retried: 1 })
    assert.deepEqual(await retry(), { name: 'imports', retried: 0 })
    await workWith(failFirst)
    server.advance(3000)
    assert.equal(attempts, 4)
    await workWell()
    assert.deepEqual(statusesOf(await waitForImport(server, pilot, id)), { '1.igc': 'new', '2.igc': 'new' })
    assert.equal((await countImportWork(services.db.sql, services.now())).failed, 0)
    const kept = await services.db.sql`
      select 1 from import_entries where import_id = ${id} and compressed is not null`
    assert.equal(kept.length, 0)
  })

  test('a photo fails with its flight, and is tried again with it', async () => {
    const pilot = await createPilot(server)
    const flight = makeFlights([21])[0]!
    const source = await makeZip([flight, ['21.jpg', 'a photo']])
    const { id } = await stageImport(services, pilot.user.id, { source, fileName: undefined, options: {} })
    await services.db.sql`
      update import_entries set options = ${JSON.stringify({ photoOf: flight[0] })}, status = 'waiting',
        compressed = ${zstdCompressSync(await takePhoto(1))}
      where import_id = ${id} and name like '%.jpg'`
    const fail: Analyse = async () => {
      throw new Error('the thread has died')
    }
    for (let turn = 0; turn < 5; turn++) {
      await workWith(fail)
      server.advance(3000)
    }
    const result = await waitForImport(server, pilot, id)
    assert.deepEqual(Object.values(statusesOf(result)), ['failed', 'failed'])
    assert.deepEqual(await retry(), { name: 'imports', retried: 2 })
    for (let turn = 0; turn < 2; turn++) {
      await workWell()
      server.advance(3000)
    }
    assert.deepEqual(Object.values(statusesOf(await waitForImport(server, pilot, id))), ['new', 'new'])
  })

  test('a file that finds no room waits for as long as it takes', async () => {
    const pilot = await createPilot(server)
    const id = await stage(pilot, [3])
    const refuse: Analyse = async () => {
      throw temporarilyUnavailable('Too many files are waiting; try again shortly.', 1)
    }
    for (let turn = 0; turn < 6; turn++) {
      await workWith(refuse)
      server.advance(3000)
    }
    await workWell()
    assert.deepEqual(statusesOf(await waitForImport(server, pilot, id)), { '3.igc': 'new' })
  })

  test('a worker that was overtaken changes nothing any more', async () => {
    const pilot = await createPilot(server)
    const id = await stage(pilot, [4])
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const frozen = workWith(async (ownerId, bytes, options) => {
      const analysis = await services.scorer.analyse(ownerId, bytes, options)
      reached.resolve()
      await gate.promise
      return analysis
    })
    await reached.promise
    assert.equal(await workWell(), false, 'while the lease holds no other node works on it')
    server.advance(11_000)
    assert.equal(await workWell(), true)
    const done = await waitForImport(server, pilot, id)
    assert.deepEqual(statusesOf(done), { '4.igc': 'new' })
    gate.resolve()
    await frozen
    assert.deepEqual(await waitForImport(server, pilot, id), done)
    assert.equal((await list(server, pilot)).pagination.totalCount, 1)
  })

  test('a pilot with five unfinished imports waits with the next', async () => {
    const pilot = await createPilot(server)
    for (let seed = 10; seed < 15; seed++) await stage(pilot, [seed])
    await assert.rejects(stage(pilot, [15]), { status: 503 })
    while (await workWell());
    await stage(pilot, [15])
  })
})
