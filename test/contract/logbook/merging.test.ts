// run: all
// Two recordings of one flight become one, and nothing that the pilot wrote on either is lost.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { Flight } from '#contract/flight.ts'
import { scopes } from '#contract/scopes.ts'
import { requireRightCounts } from '#test/support/derived/recount.ts'
import { createPilot, list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { recordTwice } from '#test/support/igc/second-recorder.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { addPhoto, takePhoto } from '#test/support/photos/photos.ts'
import { startServer } from '#test/support/server.ts'
import {
  createSharingPilot,
  readShared,
  referenceOf,
  type SharingPilot,
} from '#test/support/sharing/visitor.ts'
import { issueCredential } from '#test/support/access/issuing.ts'

const small = { width: 64, height: 48 }

suite('POST /api/v1/flights/{id}/merge', async () => {
  const environment = { ...unlimited, FILES_URL: `file://${makeFolder({ after })}` }
  const server = await startServer({ after }, { environment })
  const { sql } = server.services.db
  type Caller = Pick<Pilot, 'headers'>

  const request = ({ headers }: Caller, method: string, path: string, body: object) =>
    server.fetch(`/api/v1${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const merge = async (pilot: Caller, kept: string, other: string, given: object = {}) => {
    const response = await request(pilot, 'POST', `/flights/${kept}/merge`, {
      otherFlightId: other,
      ...given,
    })
    const text = await response.text()
    return { status: response.status, text, data: (JSON.parse(text) as { data: Flight }).data }
  }
  const write = async (pilot: Caller, id: string, change: object) => {
    const response = await request(pilot, 'PATCH', `/flights/${id}`, change)
    assert.equal(response.status, 200, await response.text())
  }
  const read = async ({ headers }: Caller, path: string) => server.fetch(`/api/v1${path}`, { headers })
  const fly = async (seed: number): Promise<{ pilot: SharingPilot; vario: Flight; phone: Flight }> => {
    const pilot = await createSharingPilot(server)
    const [first, second] = recordTwice(seed)
    const [vario, phone] = [await uploadNew(server, pilot, first), await uploadNew(server, pilot, second)]
    assert.equal(phone.flightInfo.metadata.sameFlightAs, vario.id)
    return { pilot, vario, phone }
  }

  test('keeps one recording, with all that was written on either; the other is deleted', async () => {
    const { pilot, vario, phone } = await fly(1)
    const added = await request(pilot, 'POST', '/gliders', { name: 'Alpina 5 M', class: 'C' })
    const glider = ((await added.json()) as { data: { id: string } }).data
    await write(pilot, vario.id, { title: 'First hundred', notes: 'Left too early.', gliderId: glider.id })
    await write(pilot, phone.id, { title: 'By phone', notes: 'Cold hands.' })
    await request(pilot, 'PUT', `/flights/${vario.id}/takeoff`, { name: 'Our hill' })
    const [both, ofVario] = [await takePhoto(1, small), await takePhoto(2, small)]
    await addPhoto(server, pilot, phone.id, both)
    await addPhoto(server, pilot, vario.id, both, { query: '?caption=Cloudbase' })
    await addPhoto(server, pilot, vario.id, ofVario, { query: '?caption=Landing' })
    const before = (await (await read(pilot, '/flights/changes')).json()) as { pagination: { next: string } }

    const { status, data } = await merge(pilot, phone.id, vario.id)
    assert.equal(status, 200)
    const { metadata, takeoff } = data.flightInfo
    assert.equal(metadata.title, 'By phone')
    assert.equal(metadata.notes, 'Cold hands.\n\nFirst hundred\n\nLeft too early.')
    assert.equal(metadata.ownGlider?.id, glider.id)
    assert.equal(takeoff.name, 'Our hill')
    assert.deepEqual([metadata.isCounted, metadata.sameFlightAs], [true, undefined])
    assert.deepEqual(
      metadata.photos?.map(({ caption }) => caption),
      ['Cloudbase', 'Landing'],
    )
    for (const { id } of metadata.photos ?? [])
      assert.equal((await read(pilot, `/flights/${phone.id}/photos/${id}`)).status, 200)
    assert.equal((await read(pilot, `/flights/${vario.id}`)).status, 404)
    assert.equal(
      (await list(server, pilot, '?q=hundred')).data[0]?.id,
      phone.id,
      'it is found by the other’s words',
    )

    const changes = (await (
      await read(pilot, `/flights/changes?after=${before.pagination.next}`)
    ).json()) as { data: { change: string; id: string }[] }
    const told = new Map(changes.data.map(({ id, change }) => [id, change]))
    assert.deepEqual(
      told,
      new Map([
        [phone.id, 'updated'],
        [vario.id, 'deleted'],
      ]),
    )
    const events = await sql<{ type: string }>`
      select type from events where user_id = ${pilot.user.id} order by id desc limit 2`
    assert.deepEqual(events.map(({ type }) => type).sort(), ['flight.deleted', 'flight.updated'])
    await requireRightCounts(sql)
  })

  test('is answered again as the first time, and not the other way round', async () => {
    const { pilot, vario, phone } = await fly(2)
    const first = await merge(pilot, vario.id, phone.id)
    assert.deepEqual(await merge(pilot, vario.id, phone.id), first)
    assert.equal((await merge(pilot, phone.id, vario.id)).status, 404)
    assert.equal((await list(server, pilot)).pagination.totalCount, 1)
  })

  test('of both into each other at once leaves one flight with the words of both', async () => {
    for (let round = 0; round < 4; round++) {
      const { pilot, vario, phone } = await fly(10 + round)
      await write(pilot, vario.id, { notes: 'By vario.' })
      await write(pilot, phone.id, { notes: 'By phone.' })
      const answers = await Promise.all([
        merge(pilot, vario.id, phone.id),
        merge(pilot, phone.id, vario.id),
        merge(pilot, vario.id, phone.id),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      assert.ok(['200,200,404', '200,404,404'].includes(statuses.join()), statuses.join())
      const { data } = await list(server, pilot)
      assert.equal(data.length, 1)
      assert.deepEqual(data[0]?.flightInfo.metadata.notes?.split('\n\n').sort(), ['By phone.', 'By vario.'])
    }
    await requireRightCounts(sql)
  })

  test('is refused, and changes nothing, where something would be lost', async () => {
    const { pilot, vario, phone } = await fly(3)
    const photos = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((seed) => takePhoto(seed, small)))
    for (const photo of photos.slice(0, 4)) await addPhoto(server, pilot, vario.id, photo)
    for (const photo of photos.slice(3)) await addPhoto(server, pilot, phone.id, photo)
    const state = async () => [
      await (await read(pilot, `/flights/${vario.id}`)).text(),
      await (await read(pilot, `/flights/${phone.id}`)).text(),
    ]
    const refuse = async (sentence: RegExp) => {
      const before = await state()
      const { status, text } = await merge(pilot, vario.id, phone.id)
      assert.deepEqual([status, await state()], [409, before])
      assert.match(text, sentence)
    }
    await refuse(
      /Together they have 7 photos, and a flight can have 6\. Delete 1 first\. Nothing was merged\./,
    )
    await write(pilot, vario.id, { notes: 'a'.repeat(3000) })
    await write(pilot, phone.id, { notes: 'b'.repeat(3000) })
    await refuse(/Together the notes are longer than 5000 characters/)
    await write(pilot, phone.id, { notes: null, visibility: 'public' })
    await refuse(/One of them is private, the other public\. Say with visibility who may see the flight\./)
  })

  test('is for two recordings of one flight of the caller, who may write and delete', async () => {
    const { pilot, vario, phone } = await fly(4)
    const another = await createPilot(server)
    const foreign = await uploadNew(server, another, recordTwice(4)[1])
    const different = await uploadNew(server, pilot, makeFlight(99, { date: '2026-05-17' }))
    const unlike = await merge(pilot, vario.id, different.id)
    assert.equal(unlike.status, 409)
    assert.match(unlike.text, /not two recordings of one flight/)
    assert.equal((await merge(pilot, vario.id, foreign.id)).status, 404)
    assert.equal((await merge(another, vario.id, phone.id)).status, 404)
    assert.equal((await merge(pilot, vario.id, vario.id)).status, 400)
    assert.equal((await merge(pilot, vario.id, 'no id')).status, 400)
    assert.equal((await merge(pilot, 'f'.repeat(24), phone.id)).status, 404)
    const key = bearer(await createKey(server, pilot.user, ['flights:read', 'flights:write']))
    assert.equal((await merge({ headers: key }, vario.id, phone.id)).status, 403, 'a key never deletes')
    for (const missing of ['flights:write', 'flights:delete'] as const) {
      const { secret } = await issueCredential(sql, server.services.now(), {
        kind: 'access_token',
        userId: pilot.user.id,
        scopes: (Object.keys(scopes) as (keyof typeof scopes)[]).filter((scope) => scope !== missing),
      })
      assert.equal((await merge({ headers: bearer(secret) }, vario.id, phone.id)).status, 403, missing)
    }
    assert.equal((await list(server, pilot)).pagination.totalCount, 3)
    const stale = await server.fetch(`/api/v1/flights/${vario.id}/merge`, {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/json', 'if-match': '"stale"' },
      body: JSON.stringify({ otherFlightId: phone.id }),
    })
    assert.equal(stale.status, 412)
  })

  test('keeps the links to either alive, until the pilot makes the flight private', async () => {
    const { pilot, vario, phone } = await fly(5)
    for (const { id } of [vario, phone]) await pilot.setVisibility(id, 'unlisted')
    const links = [
      referenceOf(await pilot.readSharing(vario.id)),
      referenceOf(await pilot.readSharing(phone.id)),
    ]
    const see = async (...references: string[]) =>
      Promise.all(references.map(async (reference) => (await readShared(server, reference)).status))
    assert.equal((await merge(pilot, phone.id, vario.id)).status, 200)
    assert.deepEqual(await see(...links, vario.id), [200, 200, 404])
    await pilot.setVisibility(phone.id, 'public')
    assert.deepEqual(await see(...links, vario.id, phone.id), [200, 200, 200, 200])
    // A third recording takes them over.
    const third = await uploadNew(server, pilot, recordTwice(5, { everySeconds: 3 })[1])
    assert.equal((await merge(pilot, third.id, phone.id, { visibility: 'public' })).status, 200)
    assert.deepEqual(await see(...links, vario.id, phone.id, third.id), [200, 200, 200, 200, 200])
    await pilot.setVisibility(third.id, 'private')
    await pilot.setVisibility(third.id, 'public')
    assert.deepEqual(await see(...links, vario.id, phone.id, third.id), [404, 404, 404, 404, 200])
  })

  test('ends the links when the pilot says that it is private, and shows nothing that was not shared', async () => {
    const { pilot, vario, phone } = await fly(6)
    await pilot.setVisibility(vario.id, 'unlisted')
    const link = referenceOf(await pilot.readSharing(vario.id))
    assert.equal((await merge(pilot, phone.id, vario.id, { visibility: 'private' })).status, 200)
    assert.equal((await readShared(server, link)).status, 404)
    await pilot.setVisibility(phone.id, 'unlisted')
    assert.equal((await readShared(server, link)).status, 404, 'it does not come back to life')
  })

  test('keeps what counts counted', async () => {
    const pilot = await createPilot(server)
    const [whole, short] = recordTwice(7, { to: 0.6 })
    const [vario, phone] = [await uploadNew(server, pilot, whole), await uploadNew(server, pilot, short)]
    assert.equal(phone.flightInfo.metadata.recording, 'cut-short')
    const { data } = await merge(pilot, phone.id, vario.id)
    assert.equal(data.flightInfo.metadata.isCounted, true)
    await requireRightCounts(sql)
  })
})
