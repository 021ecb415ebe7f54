// run: all
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { FlightDetail } from '#contract/flight.ts'
import { readCsv } from '#test/support/formats/readers.ts'
import { list, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'
import { createSharingPilot, readShared } from '#test/support/sharing/visitor.ts'

suite('title and notes of a flight', async () => {
  const server = await shareServer()
  const patch = (pilot: Pick<Pilot, 'headers'>, id: string, body: object, headers = {}) =>
    server.fetch(`/api/v1/flights/${id}`, {
      method: 'PATCH',
      headers: { ...pilot.headers, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const correct = async (pilot: Pick<Pilot, 'headers'>, id: string, body: object) => {
    const response = await patch(pilot, id, body)
    assert.equal(response.status, 200)
    return ((await response.json()) as FlightDetail).data
  }

  test('are written, read everywhere, announced, and taken away again', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(1))
    const remarks = { title: 'First "hundred" <b>🪂</b>', notes: '=left too early\n\n  "wait" <i>there</i>' }
    const written = await correct(pilot, flight.id, remarks)
    const { visibility, ...rest } = flight.flightInfo.metadata
    const expected = { ...flight.flightInfo, metadata: { visibility, ...remarks, ...rest } }
    assert.deepEqual(written, { ...flight, flightInfo: expected })
    assert.deepEqual((await list(server, pilot)).data, [written])
    const [light] = (await list(server, pilot, '?fields=light')).data
    assert.equal(light?.flightInfo.metadata, undefined)
    const changes = await server.fetch('/api/v1/flights/changes', { headers: pilot.headers })
    assert.deepEqual(((await changes.json()) as { data: { flight: object }[] }).data[0]?.flight, written)
    const csv = await server.fetch('/api/v1/flights/export', { headers: pilot.headers })
    const [line] = readCsv(Buffer.from(await csv.arrayBuffer()))
    assert.equal(line?.title, remarks.title)
    assert.equal(line?.notes, `'${remarks.notes}`, 'no formula for a spreadsheet')
    const { sql } = server.services.db
    const events = await sql`
      select id from events where user_id = ${pilot.user.id} and type = 'flight.updated'`
    assert.equal(events.length, 1)

    const titled = await correct(pilot, flight.id, { notes: null })
    assert.equal(titled.flightInfo.metadata.title, remarks.title, 'what is not named stays')
    assert.ok(!('notes' in titled.flightInfo.metadata))
    assert.deepEqual(await correct(pilot, flight.id, { title: ' ' }), flight)
  })

  test('that are too long or no text are refused with a sentence, and the old ones stay', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await uploadNew(server, pilot, makeFlight(2))
    const kept = await correct(pilot, flight.id, { title: '🪂'.repeat(100), notes: 'é'.repeat(5000) })
    const refusals: [object, RegExp][] = [
      [{ title: 'x'.repeat(101) }, /^title must be text of up to 100 characters, or null\.$/],
      [{ notes: 'x'.repeat(5001) }, /^notes must be text of up to 5000 characters, or null\.$/],
      [{ title: 7 }, /^title must be text/],
      [{ notes: ['a'] }, /^notes must be text/],
    ]
    for (const [body, sentence] of refusals) {
      const response = await patch(pilot, flight.id, body)
      const problem = (await response.json()) as { error: string; error_description: string }
      assert.deepEqual([response.status, problem.error], [400, 'invalid_request'])
      assert.match(problem.error_description, sentence)
    }
    const reader = bearer(await createKey(server, pilot.user, ['flights:read']))
    assert.equal((await patch({ headers: reader }, flight.id, { title: 'x' })).status, 403)
    const stranger = await createSharingPilot(server)
    assert.equal((await patch(stranger, flight.id, { title: 'x' })).status, 404)
    assert.deepEqual((await list(server, pilot)).data, [kept])
  })

  test('that are shared are the title alone, also where a zone hides the take-off', async () => {
    const pilot = await createSharingPilot(server, 'Ada Thermal')
    const flight = await uploadNew(server, pilot, makeFlight(3, { taskKm: 30 }))
    const title = 'Over the <b>pass</b> & back'
    await correct(pilot, flight.id, { title, notes: 'SECRET of mine', visibility: 'public' })
    await pilot.dashboard('PATCH', '/sharing', { handle: 'ada-thermal' })
    await pilot.dashboard('PATCH', '/account', { publicProfile: true })
    const readAll = async () => {
      const paths = ['/p/ada-thermal', '/p/ada-thermal/feed.atom', '/p/ada-thermal/feed.json']
      const all = [`/f/${flight.id}`, `/f/${flight.id}/embed`, `/api/v1/shared/${flight.id}`, ...paths]
      return Promise.all(all.map(async (path) => [path, await (await server.fetch(path)).text()] as const))
    }
    const { lat, lng } = flight.flightInfo.takeoff
    const zones = [undefined, { latitude: lat, longitude: lng, radiusM: 500 }]
    for (const zone of zones) {
      if (zone) await pilot.addZone(zone)
      const shared = await readShared(server, flight.id)
      assert.equal(shared.flight?.title, title)
      assert.equal(shared.flight?.isCut, zone !== undefined)
      for (const [path, text] of await readAll()) {
        assert.doesNotMatch(text, /SECRET/, path)
        if (path.includes('/embed')) continue
        const isJson = /json$|\/api\//.test(path)
        assert.ok(text.includes(isJson ? 'Over the <b>pass</b>' : 'Over the &lt;b'), `${path}: ${text}`)
        assert.equal(text.includes('<b>'), isJson, `${path} has it as text`)
      }
    }
  })
})
