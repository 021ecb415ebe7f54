// run: all
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import type { FlightChanges, FlightList } from '#contract/flight-list.ts'
import type { FlightDetail, Validation } from '#contract/flight.ts'
import type { TakeoffNamed } from '#contract/logbook/takeoff-names.ts'
import type { OperatorSuggestion } from '#dashboard/operator.ts'
import {
  acceptSuggestion,
  dismissSuggestion,
  listSuggestions,
} from '#server/flights/takeoff-names/commands.ts'
import { list, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'
import { createSharingPilot } from '#test/support/sharing/visitor.ts'

suite('the name of a take-off, corrected by the pilot', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const { services } = server
  type Caller = Pick<Pilot, 'headers'>
  const put = (pilot: Caller, id: string, body: object) =>
    server.fetch(`/api/v1/flights/${id}/takeoff`, {
      method: 'PUT',
      headers: { ...pilot.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const name = async (pilot: Caller, id: string, body: object): Promise<TakeoffNamed> => {
    const response = await put(pilot, id, body)
    const answer = (await response.json()) as { data: TakeoffNamed }
    assert.equal(response.status, 200, JSON.stringify(answer))
    return answer.data
  }
  const read = async (pilot: Caller, id: string) => {
    const response = await server.fetch(`/api/v1/flights/${id}`, { headers: pilot.headers })
    return ((await response.json()) as FlightDetail).data
  }
  const nameOf = async (pilot: Caller, id: string) => (await read(pilot, id)).flightInfo.takeoff.name
  const options = (given: Record<string, string>) =>
    new Map(Object.entries(given).map(([key, value]) => [key, [value]]))
  /** Each part of a test at a different place, 30 km from the next. */
  let places = 0
  const nextPlace = () => ({ lat: 44 + 0.3 * places++, lng: 8.1 })
  const fly = (pilot: Caller, seed: number, { lat, lng }: { lat: number; lng: number }) =>
    uploadNew(server, pilot, makeFlight(seed, { latitude: lat, longitude: lng }))

  test('of a flight that had it for itself changes for copies, too, when it becomes that of all nearby', async () => {
    const pilot = await createSharingPilot(server)
    const place = nextPlace()
    const [first, second] = [await fly(pilot, 1, place), await fly(pilot, 2, place)]
    await name(pilot, first.id, { name: 'Our hill' })
    const listChanges = async (query = '') => {
      const response = await server.fetch(`/api/v1/flights/changes${query}`, { headers: pilot.headers })
      return (await response.json()) as FlightChanges
    }
    const { next } = (await listChanges()).pagination
    assert.equal((await name(pilot, second.id, { name: 'Our hill', isForNearby: true })).changed, 2)
    const { data } = await listChanges(`?after=${next}`)
    const told = data.map(({ id, flight }) => [id, flight?.flightInfo?.metadata?.ownTakeoff?.isForNearby])
    assert.deepEqual(
      new Map(told as [string, boolean][]),
      new Map([
        [second.id, true],
        [first.id, true],
      ]),
    )
    assert.equal((await name(pilot, second.id, { name: 'Our hill', isForNearby: true })).changed, 0)
  })

  test('is that of one flight, and goes away again', async () => {
    const pilot = await createSharingPilot(server)
    const place = nextPlace()
    const [first, second] = [await fly(pilot, 1, place), await fly(pilot, 2, place)]
    const plain = first.flightInfo.takeoff
    assert.deepEqual(await name(pilot, first.id, { name: ' Our\u0000  hill ' }), {
      changed: 1,
      isSuggested: false,
    })
    const named = await read(pilot, first.id)
    assert.equal(named.flightInfo.takeoff.name, 'Our hill')
    assert.deepEqual(named.flightInfo.metadata.ownTakeoff, { name: 'Our hill', isForNearby: false })
    assert.equal(named.flightInfo.takeoff.country, plain.country)
    assert.equal(await nameOf(pilot, second.id), plain.name)
    const found = await list(server, pilot, '?q=hill')
    assert.deepEqual(
      found.data.map(({ id }) => id),
      [first.id],
    )
    const there = await list(server, pilot, `?takeoffId=${named.flightInfo.takeoff.id}`)
    assert.equal(there.data.length, 1)
    const third = await fly(pilot, 3, place)
    assert.equal(third.flightInfo.takeoff.name, plain.name, 'later flights have the service’s name')

    assert.equal((await name(pilot, first.id, { name: null })).changed, 1)
    const again = await read(pilot, first.id)
    assert.deepEqual(again.flightInfo.takeoff, plain)
    assert.ok(!('ownTakeoff' in again.flightInfo.metadata))
    assert.equal((await name(pilot, first.id, { name: '' })).changed, 0)
    const own = await services.db.sql`select id from takeoffs where named_by = ${pilot.user.id}`
    assert.deepEqual(own, [], 'a place without flights is gone')
  })

  test('is that of all flights within 500 m, and of later ones, of this pilot alone', async () => {
    const [pilot, other] = [await createSharingPilot(server), await createSharingPilot(server)]
    const place = nextPlace()
    const near = { ...place, lat: place.lat + 0.003 }
    const far = { ...place, lat: place.lat + 0.006 }
    const [here, there, beyond] = [
      await fly(pilot, 11, place),
      await fly(pilot, 12, near),
      await fly(pilot, 13, far),
    ]
    const theirs = await fly(other, 14, place)
    const plain = here.flightInfo.takeoff.name
    assert.equal((await name(pilot, here.id, { name: 'Ridge', isForNearby: true })).changed, 2)
    assert.deepEqual(
      [await nameOf(pilot, here.id), await nameOf(pilot, there.id), await nameOf(pilot, beyond.id)],
      ['Ridge', 'Ridge', plain],
    )
    assert.equal(await nameOf(other, theirs.id), theirs.flightInfo.takeoff.name)
    const later = await fly(pilot, 15, near)
    assert.equal(later.flightInfo.takeoff.name, 'Ridge')
    assert.notEqual((await fly(other, 16, near)).flightInfo.takeoff.name, 'Ridge')
    const response = await server.fetch('/api/v1/flights/validate', {
      method: 'POST',
      headers: { ...pilot.headers, 'content-type': 'application/octet-stream' },
      body: makeFlight(17, { latitude: place.lat, longitude: place.lng }) as BodyInit,
    })
    assert.equal(((await response.json()) as { data: Validation }).data.flight?.takeoff.name, 'Ridge')
    assert.equal((await name(pilot, here.id, { name: null, isForNearby: true })).changed, 3)
    assert.equal(await nameOf(pilot, later.id), plain)
  })

  test('of one flight becomes that of all nearby, and a client that has the list is told', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await fly(pilot, 18, nextPlace())
    await name(pilot, flight.id, { name: 'Ledge' })
    const ask = (tag = '') =>
      server.fetch('/api/v1/flights', { headers: { ...pilot.headers, 'if-none-match': tag } })
    const tag = (await ask()).headers.get('etag') ?? ''
    assert.equal((await ask(tag)).status, 304)
    await name(pilot, flight.id, { name: 'Ledge', isForNearby: true })
    const response = await ask(tag)
    assert.equal(response.status, 200)
    const [listed] = ((await response.json()) as FlightList).data
    assert.deepEqual(listed?.flightInfo.metadata?.ownTakeoff, { name: 'Ledge', isForNearby: true })
  })

  test('waits for the operator without telling whose it is; accepted, it is everybody’s', async () => {
    const [pilot, other] = [await createSharingPilot(server), await createSharingPilot(server)]
    const place = nextPlace()
    const [mine, theirs] = [await fly(pilot, 21, place), await fly(other, 22, place)]
    const named = await name(pilot, mine.id, { name: 'Alp Grüm', isSuggested: true, isForNearby: true })
    assert.deepEqual(named, { changed: 1, isSuggested: true })
    assert.ok((await name(pilot, mine.id, { name: 'Alp Grüm', isSuggested: true })).isSuggested)
    const waiting = (await listSuggestions(services)).filter((one) => one.name === 'Alp Grüm')
    assert.equal(waiting.length, 1)
    const { id, latitude, nearest, country } = waiting[0] as OperatorSuggestion
    assert.equal(latitude, Math.round(place.lat * 1000) / 1000)
    assert.equal(nearest?.name, theirs.flightInfo.takeoff.name)
    assert.equal(country, mine.flightInfo.takeoff.country)
    assert.ok(!JSON.stringify(waiting).includes(pilot.user.id))
    assert.notEqual(await nameOf(other, theirs.id), 'Alp Grüm')

    await acceptSuggestion(services, options({ id, name: 'Alp Grüm Süd' }))
    assert.equal(await nameOf(other, theirs.id), 'Alp Grüm Süd')
    const accepted = await read(pilot, mine.id)
    assert.equal(accepted.flightInfo.takeoff.name, 'Alp Grüm Süd')
    assert.ok(!('ownTakeoff' in accepted.flightInfo.metadata), 'it is no longer the pilot’s own')
    const fresh = await fly(await createSharingPilot(server), 23, place)
    assert.equal(fresh.flightInfo.takeoff.name, 'Alp Grüm Süd')
    await assert.rejects(acceptSuggestion(services, options({ id })), /There is no such suggestion/)
  })

  test('that is dismissed stays the pilot’s, and does not come back', async () => {
    const pilot = await createSharingPilot(server)
    const flight = await fly(pilot, 31, nextPlace())
    const wanted = { name: 'Nonsense', isSuggested: true }
    assert.ok((await name(pilot, flight.id, wanted)).isSuggested)
    const one = (await listSuggestions(services)).find((suggestion) => suggestion.name === 'Nonsense')
    await dismissSuggestion(services, options({ id: one!.id }))
    assert.equal(await nameOf(pilot, flight.id), 'Nonsense')
    assert.ok(!(await name(pilot, flight.id, wanted)).isSuggested)
    assert.ok(!(await listSuggestions(services)).some((suggestion) => suggestion.name === 'Nonsense'))
    for (const latitude of ['91', 'x', 'NaN'])
      await assert.rejects(
        acceptSuggestion(services, options({ id: one!.id, latitude })),
        /There is no such suggestion/,
      )
  })

  test('is not suggested in what a privacy zone hides, nor beyond 20 that wait', async () => {
    const pilot = await createSharingPilot(server)
    const place = nextPlace()
    const flight = await fly(pilot, 41, place)
    const home = { latitude: place.lat + 0.01, longitude: place.lng, radiusM: 500 }
    const { id } = await pilot.addZone(home)
    for (const [centre, isSuggested] of [
      [place.lat, false],
      [home.latitude + 0.01, true],
    ] as const) {
      await services.db.sql`
        update privacy_zones set cut_latitude = ${centre}, cut_longitude = ${place.lng} where id = ${id}`
      const answer = await name(pilot, flight.id, { name: 'My garden', isSuggested: true })
      assert.equal(answer.isSuggested, isSuggested)
    }
    const eager = await createSharingPilot(server)
    const there = nextPlace()
    const outcomes = []
    for (let count = 0; count < 22; count++) {
      const { id } = await fly(eager, 100 + count, there)
      outcomes.push((await name(eager, id, { name: `Name ${count}`, isSuggested: true })).isSuggested)
    }
    assert.deepEqual(outcomes.slice(18), [true, true, false, false])
  })

  test('is refused with a sentence when it is no good, and for anybody else', async () => {
    const [pilot, stranger] = [await createSharingPilot(server), await createSharingPilot(server)]
    const flight = await fly(pilot, 51, nextPlace())
    for (const [body, sentence] of [
      [{ name: 'x'.repeat(101) }, 'name must be text of up to 100 characters, or null.'],
      [{ name: 7 }, 'name must be text of up to 100 characters, or null.'],
      [{}, 'name is missing.'],
    ] as const) {
      const response = await put(pilot, flight.id, body)
      const { error_description: said } = (await response.json()) as { error_description: string }
      assert.deepEqual([response.status, said], [400, sentence])
    }
    assert.equal((await put(stranger, flight.id, { name: 'x' })).status, 404)
    const reader = { headers: bearer(await createKey(server, pilot.user, ['flights:read'])) }
    assert.equal((await put(reader, flight.id, { name: 'x' })).status, 403)
    assert.equal(await nameOf(pilot, flight.id), flight.flightInfo.takeoff.name)
  })
})
