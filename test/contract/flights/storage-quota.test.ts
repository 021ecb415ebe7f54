// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightStatistics } from '#dashboard/flights.ts'
import { importZip, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { addDevice } from '#test/support/devices.ts'
import {
  createPilot,
  list,
  makeFlight,
  type Pilot,
  unlimited,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { gaggle, igcSync, leafUpload, skylinesClient, xcupFlight } from '#test/support/intake/captures.ts'
import { sendRaw } from '#test/support/intake/send.ts'
import { signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const [first, second, third] = [1, 2, 3].map((seed) => makeFlight(seed)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
]
/** Two fit, and not a third. */
const QUOTA = first.length + second.length + 100

suite('the room of a pilot for files', async () => {
  const environment = { ...unlimited, STORAGE_QUOTA_BYTES: String(QUOTA) }
  const server = await startServer({ after }, { environment })
  const { sql } = server.services.db
  const read = async <Body>(path: string, headers: Record<string, string>) =>
    (await (await server.fetch(path, { headers })).json()) as Body
  const readStorage = async ({ headers }: Pilot) =>
    (await read<{ data: object }>('/api/v1/flights/storage', headers)).data

  test('is shown, and a file that does not fit is refused with a sentence until a flight is deleted', async () => {
    const pilot = await createPilot(server)
    assert.deepEqual(await readStorage(pilot), { usedBytes: 0, quotaBytes: QUOTA })
    const { id } = await uploadNew(server, pilot, first)
    await uploadNew(server, pilot, second)
    const used = { usedBytes: first.length + second.length, quotaBytes: QUOTA }
    assert.deepEqual(await readStorage(pilot), used)
    const session = await signIn(server, pilot.user)
    const { storage } = await read<FlightStatistics>('/app/api/logbook/statistics', session)
    assert.deepEqual(storage, used)

    const refused = await upload(server, pilot, third)
    assert.equal(refused.status, 413)
    assert.deepEqual(await refused.json(), {
      error: 'storage_full',
      error_description: `This file has ${third.length} bytes, and of the ${QUOTA} bytes for this account’s files 100 are left. Deleting flights or photos makes room.`,
    })
    assert.equal((await upload(server, pilot, first)).status, 200, 'what is there needs no room')
    const init = { method: 'DELETE', headers: pilot.headers }
    assert.equal((await server.fetch(`/api/v1/flights/${id}`, init)).status, 204)
    assert.equal((await upload(server, pilot, third)).status, 201)
    await requireRightCounts(sql)
  })

  test('is the same by every protocol and in imports', async () => {
    const pilot = await createPilot(server)
    await uploadNew(server, pilot, first)
    await uploadNew(server, pilot, second)
    const device = await addDevice(server, pilot.user)
    const sent = { user: pilot.user.email, password: device.password, igc: third }
    for (const request of [
      gaggle(sent),
      xcupFlight(sent),
      igcSync(sent),
      skylinesClient(sent, [{ name: 'a.igc', bytes: third }]),
      leafUpload(pilot.token, third),
    ]) {
      const { body } = await sendRaw(server.url, request)
      assert.match(body, /Deleting flights or photos makes room\./)
    }
    const response = await importZip(server, pilot, [
      ['third.igc', third],
      ['first.igc', first],
    ])
    const { id } = await readImport(response)
    const { entries } = await waitForImport(server, pilot, id)
    assert.deepEqual(
      entries.map(({ status }) => status),
      ['refused', 'duplicate'],
    )
    assert.match(entries[0]?.reason ?? '', /Deleting flights or photos makes room\./)
    assert.equal((await list(server, pilot)).pagination.totalCount, 2)
  })

  test('is exact for uploads at the same moment', async () => {
    const pilot = await createPilot(server)
    const files = Array.from({ length: 6 }, (_, index) => makeFlight(10 + index))
    const { scorer } = server.services
    const analyse = scorer.analyse.bind(scorer)
    const all = Promise.withResolvers<void>()
    let scored = 0
    scorer.analyse = async (...given) => {
      const analysis = await analyse(...given)
      if (++scored === files.length) all.resolve()
      await all.promise
      return analysis
    }
    const answers = await Promise.all(files.map((bytes) => upload(server, pilot, bytes)))
    scorer.analyse = analyse
    const stored = files.filter((_, index) => answers[index]?.status === 201)
    assert.ok(answers.every(({ status }) => status === 201 || status === 413))
    assert.ok(stored.length > 0 && stored.length < files.length)
    const usedBytes = stored.reduce((sum, { length }) => sum + length, 0)
    assert.ok(usedBytes <= QUOTA)
    assert.deepEqual(await readStorage(pilot), { usedBytes, quotaBytes: QUOTA })
  })

  test('is counted again after changes by a node that does not count it', async () => {
    for (const isShown of [true, false]) {
      const pilot = await createPilot(server)
      await uploadNew(server, pilot, first)
      await sql`
        update flight_counters set last_change = last_change + 1, stored_bytes = 5 where owner_id = ${pilot.user.id}`
      if (isShown) assert.deepEqual(await readStorage(pilot), { usedBytes: first.length, quotaBytes: QUOTA })
      await uploadNew(server, pilot, second)
      assert.equal((await upload(server, pilot, third)).status, 413)
    }
    await requireRightCounts(sql)
  })
})
