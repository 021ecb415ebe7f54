// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { Check, Errors } from 'typebox/value'
import { SharedFlightResult, SharedTrack } from '#contract/sharing/shared-flight.ts'
import type { Sharing } from '#dashboard/sharing.ts'
import { hideLinks } from '#server/platform/log.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { createSharingPilot, readShared, referenceOf } from '#test/support/sharing/visitor.ts'
import { shareServer, startServer } from '#test/support/server.ts'

suite('a shared flight', async () => {
  const server = await shareServer()
  const { sql } = server.services.db

  test('is handed out as a file unless its pilot says otherwise, and drawn all the same', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(40))
    await pilot.setVisibility(flight.id, 'public')
    const ask = async (format: string) =>
      (await server.fetch(`/api/v1/shared/${flight.id}/track?format=${format}`)).status
    const statuses = () => Promise.all(['columns', 'geojson', 'gpx', 'kml'].map(ask))
    assert.equal((await readShared(server, flight.id)).flight?.offersTrackFiles, true)
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
    const { offersTrackFiles } = await pilot.dashboard<Sharing>('PATCH', '/sharing', {
      offersTrackFiles: false,
    })
    assert.equal(offersTrackFiles, false)
    assert.equal((await readShared(server, flight.id)).flight?.offersTrackFiles, false)
    assert.deepEqual(await statuses(), [200, 200, 404, 404])
    const own = await server.fetch(`/api/v1/flights/${flight.id}/track?format=gpx`, {
      headers: pilot.headers,
    })
    assert.equal(own.status, 200, 'to the pilot it is as ever')
    await pilot.dashboard('PATCH', '/sharing', { offersTrackFiles: true })
    assert.deepEqual(await statuses(), [200, 200, 200, 200])
  })

  test('is private at first, then seen by its link, then by everyone, then by no one', async () => {
    const pilot = await createSharingPilot(server, 'Ada Thermal')
    const flight = await uploadNew(server, pilot, makeFlight(1, { glider: 'Gin Explorer 2' }))
    assert.equal(flight.flightInfo.metadata.visibility, 'private')
    assert.deepEqual(await pilot.readSharing(flight.id), {
      visibility: 'private',
      url: null,
      hidden: 'nothing',
      isGuessable: false,
      hiddenPhotos: 0,
    })
    assert.equal((await readShared(server, flight.id)).status, 404)

    await pilot.setVisibility(flight.id, 'unlisted')
    const sharing = await pilot.readSharing(flight.id)
    const token = referenceOf(sharing)
    assert.match(sharing.url ?? '', new RegExp(`^${server.url}/f/[0-9A-Za-z]{22}$`))
    assert.deepEqual(await pilot.readSharing(flight.id), sharing, 'the pilot sees the same link again')
    assert.equal((await readShared(server, flight.id)).status, 404, 'by its id it is not to be seen')
    const byLink = await readShared(server, token)
    assert.equal(byLink.status, 200)
    assert.equal(byLink.headers.get('x-robots-tag'), 'noindex')
    assert.match(byLink.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(byLink.flight?.pilot.name, 'Ada Thermal')
    assert.equal(byLink.flight?.gliderName, 'Gin Explorer 2')
    assert.deepEqual(byLink.flight?.scoring, flight.scoring)
    assert.deepEqual(byLink.flight?.certificate, flight.flightInfo.metadata.scoring)
    assert.ok((byLink.flight?.analysis?.phases.length ?? 0) > 0)
    const body: unknown = JSON.parse(byLink.text)
    assert.ok(Check(SharedFlightResult, body), JSON.stringify(Errors(SharedFlightResult, body).slice(0, 3)))
    for (const secret of [flight.id, flight.hash, pilot.user.id, pilot.user.email, flight.original_file_name])
      assert.ok(!byLink.text.includes(secret), `${secret} is not shown`)

    await pilot.setVisibility(flight.id, 'public')
    const byId = await readShared(server, flight.id)
    assert.equal(byId.headers.get('x-robots-tag'), null)
    assert.equal(byId.headers.get('cache-control'), 'no-cache')
    assert.deepEqual({ ...byId.flight, visibility: 'unlisted' }, byLink.flight)
    assert.equal((await readShared(server, token)).status, 200, 'the link goes on leading there')

    await pilot.setVisibility(flight.id, 'private')
    for (const reference of [flight.id, token])
      assert.equal((await readShared(server, reference)).status, 404)
    await pilot.setVisibility(flight.id, 'unlisted')
    assert.equal((await readShared(server, token)).status, 404, 'the old link does not come back to life')
    assert.notEqual(referenceOf(await pilot.readSharing(flight.id)), token)
  })

  test('has its track in every format, without id and hash', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(2))
    await pilot.setVisibility(flight.id, 'unlisted')
    const token = referenceOf(await pilot.readSharing(flight.id))
    const types = { geojson: /geo\+json/, columns: /json/, gpx: /gpx/, kml: /kml/ }
    for (const [format, type] of Object.entries(types)) {
      const response = await server.fetch(`/api/v1/shared/${token}/track?format=${format}`)
      const text = await response.text()
      assert.equal(response.status, 200, text)
      assert.match(response.headers.get('content-type') ?? '', type)
      assert.equal(response.headers.get('x-robots-tag'), 'noindex')
      const said = text + JSON.stringify([...response.headers])
      assert.ok(!said.includes(flight.id) && !said.includes(flight.hash.slice(0, 16)), format)
      if (format === 'geojson') assert.ok(Check(SharedTrack, JSON.parse(text)))
    }
    assert.equal((await server.fetch(`/api/v1/shared/${token}/igc`)).status, 404, 'the file is the pilot’s')
  })

  test('has another link when the pilot replaces it, and the old one ends on every node at once', async (context) => {
    const other = await startServer(context, { on: server.environment, environment: unlimited })
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(3))
    await pilot.setVisibility(flight.id, 'unlisted')
    const old = referenceOf(await pilot.readSharing(flight.id))
    assert.equal((await readShared(other, old)).status, 200)
    const next = referenceOf(await pilot.replaceLink(flight.id))
    for (const node of [server, other]) {
      assert.equal((await readShared(node, old)).status, 404)
      assert.equal((await node.fetch(`/api/v1/shared/${old}/track`)).status, 404)
      assert.equal((await readShared(node, next)).status, 200)
    }
  })

  test('gives no link away in a copy of the database, nor in the log', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(4))
    await pilot.setVisibility(flight.id, 'unlisted')
    const token = referenceOf(await pilot.readSharing(flight.id))
    const [row] = await sql<{ token_hash: string; sealed_token: Uint8Array }>`
      select token_hash, sealed_token from flight_links where flight_id = ${flight.id}`
    assert.ok(row)
    assert.ok(!`${row.token_hash}${Buffer.from(row.sealed_token).toString('latin1')}`.includes(token))

    assert.equal(hideLinks(`/f/${token}/embed`), '/f/[hidden]/embed')
    assert.equal(hideLinks(`/api/v1/shared/${token}`), '/api/v1/shared/[hidden]')
    assert.equal(hideLinks(`/api/v1/flights/${flight.id}`), `/api/v1/flights/${flight.id}`)
  })

  test('is not there for a disabled account, one that is being erased, and another pilot’s credential', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(5))
    await pilot.setVisibility(flight.id, 'public')
    const stranger = await createPilot(server)
    for (const path of [`/api/v1/flights/${flight.id}`, `/api/v1/flights/${flight.id}/sharing`])
      assert.equal((await server.fetch(path, { headers: stranger.headers })).status, 404)
    assert.equal((await readShared(server, flight.id)).status, 200)
    for (const column of ['disabled_at', 'erased_at'] as const) {
      const set = (value: number | null) =>
        column === 'disabled_at'
          ? sql`update users set disabled_at = ${value} where id = ${pilot.user.id}`
          : sql`update users set erased_at = ${value} where id = ${pilot.user.id}`
      await set(1)
      assert.equal((await readShared(server, flight.id)).status, 404, column)
      await set(null)
    }
    assert.equal(
      (await server.fetch(`/api/v1/flights/${flight.id}`, { method: 'DELETE', headers: pilot.headers }))
        .status,
      204,
    )
    assert.equal((await readShared(server, flight.id)).status, 404)
  })

  test('is 404 for whatever leads nowhere, and counts against the address', async (context) => {
    for (const reference of ['x', 'a'.repeat(22), 'a'.repeat(24), 'A'.repeat(24), '%00', '..%2f'])
      assert.equal((await readShared(server, reference)).status, 404, reference)
    const limited = await startServer(context, { environment: { RATE_LIMIT_REQUESTS: '3' } })
    const answers = []
    for (let at = 0; at < 5; at++) answers.push((await readShared(limited, 'a'.repeat(22))).status)
    assert.deepEqual(answers, [404, 404, 404, 429, 429])
  })

  test('follows the pilot’s default, and many are changed at once, each with its event', async () => {
    const pilot = await createSharingPilot(server)
    const first = await uploadNew(server, pilot, makeFlight(6))
    const settings = await pilot.dashboard<Sharing>('PATCH', '/sharing', { defaultVisibility: 'unlisted' })
    assert.deepEqual(settings, {
      defaultVisibility: 'unlisted',
      handle: null,
      offersTrackFiles: true,
      zones: [],
    })
    const second = await uploadNew(server, pilot, makeFlight(7))
    assert.equal(second.flightInfo.metadata.visibility, 'unlisted')
    assert.equal((await readShared(server, referenceOf(await pilot.readSharing(second.id)))).status, 200)

    const third = await uploadNew(server, pilot, makeFlight(8))
    const change = (body: object) => pilot.dashboard('POST', '/flights/visibility', body)
    assert.deepEqual(await change({ visibility: 'public', ids: [first.id, 'f'.repeat(24)] }), { changed: 1 })
    assert.deepEqual(await change({ visibility: 'public' }), { changed: 2 })
    assert.deepEqual(await change({ visibility: 'public' }), { changed: 0 })
    const { data } = await list(server, pilot)
    assert.deepEqual(
      data.map(({ flightInfo }) => flightInfo.metadata.visibility),
      ['public', 'public', 'public'],
    )
    const events = await sql<{ payload: string }>`
      select payload from events where user_id = ${pilot.user.id} and type = 'flight.updated'`
    const changed = events.map(({ payload }) => (JSON.parse(payload) as { flight: { id: string } }).flight.id)
    assert.deepEqual(changed.toSorted(), [first.id, second.id, third.id].toSorted())
    await assert.rejects(change({ visibility: 'everyone' }), /400 .*visibility must be one of/)
  })
})
