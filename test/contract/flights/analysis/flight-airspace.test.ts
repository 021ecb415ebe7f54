// run: all
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { Value } from 'typebox/value'
import { FlightAirspaceResult } from '#contract/airspace.ts'
import type { OwnAirspaceFiles } from '#dashboard/airspace.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { OWN_LIMITS } from '#server/flights/airspace/files.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, type Pilot, unlimited, uploadNew } from '#test/support/flights.ts'
import { bearer, createKey, createUser, signIn } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const folder = makeFolder({ after })

/** A circle about the launch of the simulated flights, and others far away. */
const write = (...airspaces: [name: string, floor: string, ceiling: string, centre?: string][]) =>
  airspaces
    .flatMap(([name, floor, ceiling, centre = '46:40:00 N 008:05:00 E']) => [
      'AC D',
      `AN ${name}`,
      `AL ${floor}`,
      `AH ${ceiling}`,
      `V X=${centre}`,
      'DC 20',
    ])
    .join('\r\n')

suite('the airspaces of a flight', async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  const launch = { latitude: 46.68, longitude: 8.08, date: '2026-05-17' }
  const flight = await uploadNew(server, pilot, makeFlight(1, launch))
  const path = `/api/v1/flights/${flight.id}/airspace`

  const read = async (by: Pick<Pilot, 'headers'> = pilot, at = path) => {
    const response = await server.fetch(at, { headers: by.headers })
    assert.equal(response.status, 200, await response.clone().text())
    const body = await response.json()
    assert.ok(
      Value.Check(FlightAirspaceResult, body),
      JSON.stringify([...Value.Errors(FlightAirspaceResult, body)]),
    )
    return { ...body.data, etag: response.headers.get('etag') ?? '' }
  }
  const importFile = (region: string, date: string, text: string) => {
    const file = join(folder, `${region}.txt`)
    writeFileSync(file, text)
    return runAdmin(server, ['airspace', 'import', file, '--region', region, '--valid-from', date])
  }

  test('are none while there are no data', async () => {
    const { sources, airspaces, isComplete } = await read()
    assert.deepEqual([sources, airspaces, isComplete], [[], [], true])
  })

  test('are those of the data of its date, with times, places and depth', async () => {
    const before = await read()
    const old = await importFile('CH', '2020-01-02', write(['Old', 'GND', 'UNL']))
    assert.deepEqual([old.code, old.output?.airspaces, old.output?.problems], [0, 1, 0], old.error)
    const next = ['Far', 'GND', 'UNL', '10:00:00 S 100:00:00 W'] as [string, string, string, string]
    const text = write(['Meiringen', '1000ft AMSL', 'FL 195'], ['High', 'FL 195', 'UNL'], next)
    await importFile('CH', '2026-04-16', `${text}\r\nQQ nonsense`)
    await importFile('CH', '2026-06-11', write(['Later', 'GND', 'UNL']))
    await importFile('AT', '2026-01-22', write(['Ground', 'GND', '300m AGL']))
    const { sources, airspaces, isComplete, etag } = await read()
    assert.ok(isComplete)
    assert.deepEqual(
      sources.map(({ region, validFrom, airspaces: count }) => [region, validFrom, count]),
      [
        ['AT', '2026-01-22', 1],
        ['CH', '2026-04-16', 3],
      ],
    )
    assert.deepEqual(airspaces.map(({ name }) => name).toSorted(), ['Ground', 'Meiringen'])
    const meiringen = airspaces.find(({ name }) => name === 'Meiringen')!
    assert.deepEqual(
      [meiringen.class, meiringen.isRestrictive, meiringen.region, meiringen.ceiling],
      ['D', true, 'CH', { text: 'FL 195', measuredBy: 'pressure' }],
    )
    assert.deepEqual(meiringen.outline[0], meiringen.outline.at(-1))
    assert.equal(meiringen.entries.length, 1)
    const [entry] = meiringen.entries
    assert.equal(entry!.status, 'inside')
    const { launch: began } = flight.flightInfo.metadata as { launch: { time: string } }
    assert.equal(entry!.enter.time, new Date(began.time).toISOString())
    assert.ok(entry!.verticalDepth! > 1000 && entry!.horizontalDepth > 30_000)
    const ground = airspaces.find(({ name }) => name === 'Ground')!.entries[0]!
    assert.deepEqual([ground.status, ground.reasons], ['undecidable', ['no-terrain']])

    assert.notEqual(etag, before.etag)
    const again = await server.fetch(path, { headers: { ...pilot.headers, 'if-none-match': etag } })
    assert.equal(again.status, 304)
    assert.equal((await read(pilot, `/api/v1/flights/${flight.hash}/airspace`)).etag, etag)
  })

  test('follow the operator, who replaces, lists and removes files', async () => {
    const listed = async () =>
      (await runAdmin(server, ['airspace', 'list'])).output?.files as { id: string; region: string }[]
    const count = (await listed()).length
    await importFile('AT', '2026-01-22', write(['Replaced', 'GND', 'UNL']))
    assert.equal((await listed()).length, count)
    assert.ok((await read()).airspaces.some(({ name }) => name === 'Replaced'))
    const { id } = (await listed()).find(({ region }) => region === 'AT')!
    assert.deepEqual((await runAdmin(server, ['airspace', 'remove', '--id', id])).output, { removed: id })
    assert.ok(!(await read()).airspaces.some(({ name }) => name === 'Replaced'))
    assert.match(
      (await runAdmin(server, ['airspace', 'remove', '--id', id])).error,
      /There is no airspace file/,
    )
    const empty = await importFile('XX', '2026-01-22', 'hello')
    assert.match(empty.error, /no airspaces; nothing was imported/)
    assert.match(JSON.stringify(empty.output), /Line 1: .*is no OpenAir command/)
    assert.match((await importFile('CH', 'soon', 'x')).error, /--valid-from must be a date/)
    assert.match((await importFile('C:H', '2026-01-22', 'x')).error, /--region must be/)
    assert.match((await runAdmin(server, ['airspace', 'import'])).error, /Usage: airspace import FILE/)
  })

  test('have files that a pilot adds, for the own flights only', async () => {
    const other = await createPilot(server)
    const theirs = await uploadNew(server, other, makeFlight(1, launch))
    const headers = await signIn(server, pilot.user)
    const send = (method: string, end = '', body?: string) =>
      server.fetch(`/app/api/airspace-files${end}`, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'text/plain' }) },
        ...(body !== undefined && { body }),
      })
    const added = await send('POST', '?name=Club%20rules', write(['Village', 'GND', 'UNL']))
    assert.equal(added.status, 201, await added.clone().text())
    const { id, name, problems } = (await added.json()) as { id: string; name: string; problems: string[] }
    assert.deepEqual([name, problems], ['Club rules', []])
    const own = await read()
    assert.ok(own.sources.some(({ isOwn, region }) => isOwn && region === 'Club rules'))
    assert.ok(own.airspaces.some(({ name }) => name === 'Village'))
    const byThem = await read(other, `/api/v1/flights/${theirs.id}/airspace`)
    assert.ok(!byThem.airspaces.some(({ name }) => name === 'Village'))
    const shown = await server.fetch(`/app/api/flights/${flight.id}/airspace`, { headers })
    assert.deepEqual(
      ((await shown.json()) as { data: { airspaces: object[] } }).data.airspaces,
      own.airspaces,
    )

    const files: string[] = []
    for await (const { path: file, content } of createFlightsPart(server.services).exportFiles(pilot.user))
      if (file.startsWith('airspaces/')) files.push(Buffer.from(content as Uint8Array).toString())
    assert.equal(files.length, 1)
    assert.equal((JSON.parse(files[0]!) as { airspaces: { name: string }[] }).airspaces[0]!.name, 'Village')

    const theirHeaders = await signIn(server, other.user)
    const remove = (by: object) =>
      server.fetch(`/app/api/airspace-files/${id}`, { method: 'DELETE', headers: { ...by } })
    assert.equal((await remove(theirHeaders)).status, 404)
    const bad = await send('POST', '', 'no airspace in here')
    assert.equal(bad.status, 400)
    assert.match(await bad.text(), /no OpenAir file with airspaces.*Line 1/)
    assert.equal((await send('POST', '', 'x'.repeat(OWN_LIMITS.bytes + 1))).status, 413)
    for (let number = 1; number < OWN_LIMITS.files; number++)
      assert.equal((await send('POST', `?name=${number}`, write(['V', 'GND', 'UNL']))).status, 201)
    const eleventh = await send('POST', '?name=eleventh', write(['V', 'GND', 'UNL']))
    assert.match(await eleventh.text(), /You have 10 airspace files; remove one first/)
    assert.equal((await send('POST', '?name=1', write(['Again', 'GND', 'UNL']))).status, 201)
    assert.equal((await remove(headers)).status, 204)
    const { files: left } = (await (await send('GET')).json()) as OwnAirspaceFiles
    assert.equal(left.length, OWN_LIMITS.files - 1)
    await createFlightsPart(server.services).eraseInBatches(pilot.user)
    assert.deepEqual(await (await send('GET')).json(), { files: [] })
  })

  test('are no one else’s, and need flights:read', async () => {
    const stranger = await createPilot(server)
    assert.equal((await server.fetch(path, { headers: stranger.headers })).status, 404)
    const key = await createKey(server, await createUser(server), ['flights:write'])
    assert.equal((await server.fetch(path)).status, 401)
    assert.equal((await server.fetch(path, { headers: bearer(key) })).status, 403)
  })
})
