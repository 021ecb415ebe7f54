// run: all
// Export an account, import it into another: the flights there are the same.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Flight } from '#contract/flight.ts'
import type { Glider } from '#contract/logbook/gliders.ts'
import { addGlider } from '#server/flights/gliders/gliders.ts'
import { makeChange } from '#server/flights/record/change.ts'
import { updateFlight } from '#server/flights/record/correct.ts'
import { send } from '#test/support/account.ts'
import { importZip, readImport, statusesOf } from '#test/support/archives/imports.ts'
import {
  createPilot,
  list,
  makeFlight,
  type Pilot,
  readUploaded,
  upload,
  uploadNew,
} from '#test/support/flights.ts'
import { signIn } from '#test/support/people.ts'
import { shareServer, type TestServer } from '#test/support/server.ts'

type Member = keyof typeof Flight.properties

/** Members of an upload, and not of its flight: another one has its own. */
const ofUpload: Member[] = ['id', 'date_created']
const GIVEN =
  '?launch_type=Towed&is_tandem=true&gliderName=Kestrel+4&filename=' + encodeURIComponent('Übung № 1.igc')

function withoutDate(file: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(file)
      .toString('latin1')
      .replace(/^HFDTE.*\r\n/m, ''),
    'latin1',
  )
}

/** But for the time that scoring took, and the place's id and launch point, which are each pilot's own. */
function withoutOwn(flight: Flight): Flight {
  const copy = structuredClone(flight)
  Object.assign(copy.flightInfo.takeoff, { id: '', lat: 0, lng: 0 })
  const { ownGlider } = copy.flightInfo.metadata
  if (ownGlider) ownGlider.id = ''
  delete (copy.flightInfo.metadata.scoring as { elapsedMs?: number } | undefined)?.elapsedMs
  return copy
}

async function exportOf(server: TestServer, user: { id: string; email: string }): Promise<Uint8Array> {
  const response = await send(server, { headers: await signIn(server, user) }, 'GET', '/account/export')
  return new Uint8Array(await response.arrayBuffer())
}

async function glidersOf(server: TestServer, pilot: Pick<Pilot, 'headers'>): Promise<object[]> {
  const response = await server.fetch('/api/v1/gliders', { headers: pilot.headers })
  const { data } = (await response.json()) as { data: Glider[] }
  return data.map(({ id: _id, dateCreated: _created, ...glider }) => glider)
}

async function analysisOf(server: TestServer, pilot: Pick<Pilot, 'headers'>, id: string): Promise<object> {
  const response = await server.fetch(`/api/v1/flights/${id}/analysis`, { headers: pilot.headers })
  const { data } = (await response.json()) as { data: object | null }
  assert.ok(data)
  return data
}

suite('an account that is exported and imported elsewhere', async () => {
  const server = await shareServer()

  test('loses no member of a flight', async () => {
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const given = await uploadNew(server, pilot, makeFlight(1, { glider: 'another one' }), { query: GIVEN })
    const dated = await uploadNew(server, pilot, withoutDate(makeFlight(2)), {
      query: '?flight_date=2025-10-03',
    })
    const corrected = await uploadNew(server, pilot, makeFlight(3, { shape: 'line' }))
    const chosen = { name: 'Ozone Zeno 2', class: 'D', inspectedOn: '2026-01-31' } as const
    const zeno = await addGlider(server.services, pilot.user.id, chosen)
    const retired = { name: 'Old <one>', class: 'hang glider', isRetired: true } as const
    await addGlider(server.services, pilot.user.id, retired)
    const answer = await server.fetch(`/api/v1/flights/${corrected.id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        launch_type: 'Powered',
        is_tandem: true,
        gliderId: zeno.id,
        visibility: 'public',
        title: 'Über den Pass 🪂',
        notes: 'Too early.\n\n  "Wait" next time.',
      }),
    })
    assert.equal(answer.status, 200)
    await addGlider(server.services, pilot.user.id, { name: 'Alpina', class: 'B', isDefault: true })
    const plain = await readUploaded(await upload(server, pilot, makeFlight(4)))

    const named = await server.fetch(`/api/v1/flights/${given.id}/takeoff`, {
      method: 'PUT',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Über dem Wald' }),
    })
    assert.equal(named.status, 200)

    const imported = await readImport(await importZip(server, another, await exportOf(server, pilot.user)))
    assert.equal(imported.state, 'done')
    assert.equal(Object.values(statusesOf(imported)).filter((status) => status === 'new').length, 4)

    const [before, after] = [(await list(server, pilot)).data, (await list(server, another)).data]
    assert.deepEqual(
      before.map(({ hash }) => hash).sort(),
      [given, dated, corrected, plain].map(({ hash }) => hash).sort(),
    )
    assert.deepEqual(await glidersOf(server, another), await glidersOf(server, pilot))
    for (const { id, hash } of before) {
      const copy = after.find((flight) => flight.hash === hash)
      assert.deepEqual(await analysisOf(server, another, copy!.id), await analysisOf(server, pilot, id))
    }
    for (const original of before.map(withoutOwn)) {
      const found = after.map(withoutOwn).find(({ hash }) => hash === original.hash)
      assert.ok(found)
      for (const member of Object.keys(Flight.properties) as Member[]) {
        assert.notEqual(original[member], undefined, member)
        if (ofUpload.includes(member)) assert.notEqual(found[member], original[member], member)
        else assert.deepEqual(found[member], original[member], `${original.original_file_name}: ${member}`)
      }
    }
  })

  test('shares nothing where it comes by the way that instruments upload', async () => {
    const [pilot, another] = [await createPilot(server), await createPilot(server)]
    const { id } = await uploadNew(server, pilot, makeFlight(1))
    await makeChange(server.services, pilot.user.id, (change) =>
      updateFlight(change, id, { visibility: 'public' }),
    )
    const archive = await exportOf(server, pilot.user)
    assert.equal((await upload(server, another, archive)).status, 202)
    const [copy] = (await list(server, another)).data
    assert.equal(copy?.flightInfo.metadata.visibility, 'private')
  })
})
