// run: all
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import sharp from 'sharp'
import { Value } from 'typebox/value'
import type { FlightAirspace } from '#contract/airspace.ts'
import { FlightTerrainResult } from '#contract/terrain.ts'
import type { FlightGround, FlightTrack } from '#dashboard/flights.ts'
import { writeIgc } from '#igc/write.ts'
import { keepAirspaces } from '#server/flights/airspace/files.ts'
import { readAirspaceFile } from '#server/flights/scorer/airspace.ts'
import { readConfig } from '#server/platform/config.ts'
import { buildServices } from '#server/services.ts'
import { toX, toY } from '#terrain/mercator.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { createPilot, makeFlight, type Pilot, uploadNew } from '#test/support/flights.ts'
import { flyParts } from '#test/support/igc/air.ts'
import { bearer, createKey, signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { LAKE, landscape, packed, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'

const folder = makeFolder({ after })
writeFileSync(join(folder, 'N46E007.hgt.gz'), packed(writeHgt(landscape, { south: 46, west: 7 })))

/** How far the air's pressure is from that of the standard atmosphere, in metres. */
const WEATHER_M = 140

/** From the west straight over the peak. */
function flyOverPeak(): { bytes: Uint8Array; altitude: number[] } {
  const { track } = flyParts(
    [
      { kind: 'parked', seconds: 60 },
      { kind: 'circles', turns: 12, climb: 4 },
      { kind: 'glide', seconds: 900, heading: 90 },
      { kind: 'parked', seconds: 60 },
    ],
    { latitude: PEAK.latitude, longitude: PEAK.longitude - 0.06, noise: 0 },
  )
  const pressureAltitude = track.gnssAltitude.map((metres) => metres + WEATHER_M)
  return { bytes: writeIgc({ track: { ...track, pressureAltitude } }), altitude: [...track.gnssAltitude] }
}

async function read(server: TestServer, pilot: Pilot, id: string, query = '') {
  const response = await server.fetch(`/api/v1/flights/${id}/terrain${query}`, { headers: pilot.headers })
  assert.equal(response.status, 200)
  const body = (await response.json()) as FlightTerrainResult
  assert.ok(Value.Check(FlightTerrainResult, body), JSON.stringify(Value.Errors(FlightTerrainResult, body)))
  return { terrain: body.data, etag: response.headers.get('etag') ?? '' }
}

/** Circles about the peak, for everybody. */
async function addAirspaces(
  { services }: TestServer,
  region: string,
  airspaces: [name: string, floor: string, ceiling: string][],
): Promise<void> {
  const lines = airspaces.map(
    ([name, floor, ceiling]) =>
      `AC R\nAN ${name}\nAL ${floor}\nAH ${ceiling}\nV X=46:30:00 N 007:30:00 E\nDC 20\n`,
  )
  const file = readAirspaceFile(new TextEncoder().encode(lines.join('')))
  await keepAirspaces(services, { ownerId: null, region, validFrom: '2000-01-01' }, file)
}

async function readAirspaces(server: TestServer, pilot: Pilot, id: string) {
  const response = await server.fetch(`/api/v1/flights/${id}/airspace`, { headers: pilot.headers })
  assert.equal(response.status, 200)
  const { data } = (await response.json()) as { data: FlightAirspace }
  return { airspaces: data.airspaces, etag: response.headers.get('etag')! }
}

suite('GET /api/v1/flights/{id}/terrain', async () => {
  const server = await startServer({ after }, { environment: { TERRAIN_DIR: folder } })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, flyOverPeak().bytes)

  test('is also below the line in the picture of a shared flight', async () => {
    const sharing = { visibility: 'public' }
    const request = { method: 'PATCH', headers: { ...pilot.headers, 'content-type': 'application/json' } }
    const path = `/api/v1/flights/${flight.id}`
    await server.fetch(path, { ...request, body: JSON.stringify(sharing) })
    const response = await server.fetch(`/f/${flight.id}/picture.png`)
    assert.equal(response.status, 200)
    const png = Buffer.from(await response.arrayBuffer())
    // Its slopes above and below the line; without them there is only the blue of the sky.
    const strip = await sharp(png).extract({ left: 640, top: 40, width: 400, height: 120 }).stats()
    assert.ok(strip.channels[0]!.stdev > 5, `${strip.channels[0]!.stdev}`)
  })

  test('has the ground at each fix of the track, and the height above it by GNSS', async () => {
    const { terrain } = await read(server, pilot, flight.id)
    assert.ok(terrain)
    const response = await server.fetch(`/api/v1/flights/${flight.id}/track?format=columns`, {
      headers: pilot.headers,
    })
    const { data: track } = (await response.json()) as {
      data: { seconds: number[]; latitude: number[]; longitude: number[]; altitude: number[] }
    }
    assert.deepEqual(terrain.seconds, track.seconds)
    assert.equal(terrain.altitudeSource, 'gnss')
    for (const [row, ground] of terrain.ground.entries()) {
      const expected = landscape(track.latitude[row]!, track.longitude[row]!)
      assert.ok(ground !== null && Math.abs(ground - expected) <= 25, `${ground} instead of ${expected}`)
      assert.equal(terrain.aboveGround[row], terrain.altitude[row]! - ground)
    }
    assert.ok(Math.max(...(terrain.ground as number[])) > PEAK.metres - 100, 'the peak was crossed')
    assert.equal(terrain.maxAboveGroundM, Math.max(...(terrain.aboveGround as number[])))
    // The altitudes of the track are by pressure, and off by the weather.
    const difference = track.altitude.map((metres, row) => metres - terrain.altitude[row]!)
    assert.ok(difference.every((metres) => Math.abs(metres - WEATHER_M) <= 20))
  })

  test('is thinned as the track is, and conditional', async () => {
    const { terrain, etag } = await read(server, pilot, flight.hash, '?resolution=20')
    assert.ok(terrain!.ground.length <= 20)
    const again = await server.fetch(`/api/v1/flights/${flight.id}/terrain?resolution=20`, {
      headers: { ...pilot.headers, 'if-none-match': etag },
    })
    assert.equal(again.status, 304)
  })

  test('is unknown where there is no file', async () => {
    const elsewhere = await uploadNew(server, pilot, makeFlight(7))
    const { terrain } = await read(server, pilot, elsewhere.id)
    assert.equal(terrain!.maxAboveGroundM, null)
    assert.ok(terrain!.ground.length > 10 && terrain!.ground.every((ground) => ground === null))
  })

  test('is the owner’s, for flights:read', async () => {
    const stranger = await createPilot(server)
    const path = `/api/v1/flights/${flight.id}/terrain`
    assert.equal((await server.fetch(path, { headers: stranger.headers })).status, 404)
    assert.equal((await server.fetch(path)).status, 401)
    const key = await createKey(server, pilot.user, ['profile:read'])
    assert.equal((await server.fetch(path, { headers: bearer(key) })).status, 403)
  })

  test('is on the flight page, fix by fix as the track', async () => {
    const headers = await signIn(server, pilot.user)
    const ask = async (end: string) =>
      (await server.fetch(`/app/api/flights/${flight.id}/${end}`, { headers })).json()
    const { seconds } = (await ask('steps')) as FlightTrack
    const { ground, aboveGround } = (await ask('ground')) as FlightGround
    assert.equal(ground.length, seconds.length)
    assert.equal(aboveGround.length, seconds.length)
  })

  test('decides about airspaces with limits above the ground', async () => {
    const { terrain } = await read(server, pilot, flight.id)
    const { maxAboveGroundM, aboveGround, seconds } = terrain!
    const most = maxAboveGroundM!
    await addAirspaces(server, 'CH', [
      ['Low', 'GND', `${most + 20}m AGL`],
      ['Reached', `${most - 120}m AGL`, 'UNL'],
      ['Above', `${most + 20}m AGL`, 'UNL'],
    ])
    const { airspaces, etag } = await readAirspaces(server, pilot, flight.id)
    assert.deepEqual(airspaces.map(({ name }) => name).toSorted(), ['Low', 'Reached'])
    assert.deepEqual(
      airspaces.flatMap(({ entries }) => entries.flatMap(({ reasons }) => reasons)),
      [],
    )
    const low = airspaces.find(({ name }) => name === 'Low')!.entries
    assert.deepEqual([low.length, low[0]!.status], [1, 'inside'])
    const reached = airspaces.find(({ name }) => name === 'Reached')!.entries
    const at = seconds[aboveGround.indexOf(most)]! * 1000
    const stay = reached.find(
      ({ enter, exit }) => Date.parse(enter.time) <= at && at <= Date.parse(exit.time),
    )!
    assert.ok(Math.abs(stay.verticalDepth! - 120) <= 5, `${stay.verticalDepth}`)

    const other = await startServer({ after })
    const stranger = await createPilot(other)
    const same = await uploadNew(other, stranger, flyOverPeak().bytes)
    await addAirspaces(other, 'CH', [['Low', 'GND', `${most + 20}m AGL`]])
    const untold = await readAirspaces(other, stranger, same.id)
    assert.deepEqual(untold.airspaces[0]!.entries[0]!.reasons, ['no-terrain'])
    assert.notEqual(untold.etag.split('-').at(-1), etag.split('-').at(-1))
  })
})

suite('an installation without height files', async () => {
  const server = await startServer({ after })
  const pilot = await createPilot(server)

  test('has no terrain, and is otherwise as it was', async () => {
    const flight = await uploadNew(server, pilot, makeFlight(1))
    assert.equal((await read(server, pilot, flight.id)).terrain, null)
    const headers = await signIn(server, pilot.user)
    const page = await (await server.fetch('/app/logbook', { headers })).text()
    assert.doesNotMatch(page, /map-shading/)
    assert.equal((await server.fetch(`/app/api/flights/${flight.id}/ground`, { headers })).status, 404)
  })

  test('does not start with a folder that has none', async () => {
    const config = readConfig({ ...server.environment, TERRAIN_DIR: join(folder, 'none') })
    await assert.rejects(buildServices(config), /TERRAIN_DIR: .*cannot be read/)
  })
})

suite('hill shading', async () => {
  const server = await startServer({ after }, { environment: { TERRAIN_DIR: folder } })
  const pilot = await createPilot(server)
  const headers = await signIn(server, pilot.user)
  const page = await (await server.fetch('/app/logbook', { headers })).text()
  const address = /name="map-shading" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const path = (z: number, x: number, y: number) =>
    address.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y))
  const look = async (latitude: number, longitude: number) => {
    const [x, y] = [toX(longitude) * 2 ** 11, toY(latitude) * 2 ** 11]
    const response = await server.fetch(path(11, Math.floor(x), Math.floor(y)), { headers })
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'image/png')
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (Math.floor((y % 1) * info.height) * info.width + Math.floor((x % 1) * info.width)) * 4
    return { grey: data[at]!, opacity: data[at + 3]!, etag: response.headers.get('etag') ?? '' }
  }

  test('is a picture in which the peak has a bright and a dark side, and the lake nothing', async () => {
    const half = PEAK.radius / 2
    const bright = await look(PEAK.latitude + half, PEAK.longitude - half)
    assert.ok(bright.grey > 210 && bright.opacity > 100, JSON.stringify(bright))
    const dark = await look(PEAK.latitude - half, PEAK.longitude + half)
    assert.ok(dark.grey < 140 && dark.opacity > 100, JSON.stringify(dark))
    assert.equal((await look(LAKE.latitude, LAKE.longitude)).opacity, 0)
    assert.equal((await look(0.5, 0.5)).opacity, 0, 'no file is there')
  })

  test('is kept by the browser, and asked for again only when the files change', async () => {
    const tile = path(9, Math.floor(toX(7.5) * 512), Math.floor(toY(46.5) * 512))
    const first = await server.fetch(tile, { headers })
    assert.match(first.headers.get('cache-control') ?? '', /^private, max-age=\d{6}/)
    const again = await server.fetch(tile, {
      headers: { ...headers, 'if-none-match': first.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
  })

  test('is there for visitors of a shared flight, too, and for tiles that there are', async () => {
    assert.equal((await server.fetch(path(9, 266, 180))).status, 200)
    assert.equal((await server.fetch(path(6, 0, 0), { headers })).status, 404)
    assert.equal((await server.fetch(path(12, 0, 0), { headers })).status, 404)
    assert.equal((await server.fetch(path(7, 128, 0), { headers })).status, 404)
    assert.equal((await server.fetch('/app/tiles/shade/9/x/1', { headers })).status, 404)
  })

  test('has heights for contour lines and three dimensions next to it', async () => {
    const heights = (z: number, x: number, y: number) => path(z, x, y).replace('/shade/', '/heights/')
    const [x, y] = [toX(PEAK.longitude) * 2 ** 11, toY(PEAK.latitude) * 2 ** 11]
    const response = await server.fetch(heights(11, Math.floor(x), Math.floor(y)))
    assert.equal(response.status, 200, 'for visitors, too')
    assert.match(response.headers.get('cache-control') ?? '', /^private, max-age=\d{6}/)
    const sums = new Int16Array(await response.arrayBuffer())
    assert.equal(sums.length, 129 * 129)
    for (let at = 1; at < sums.length; at++) sums[at] = sums[at]! + sums[at - 1]!
    const peak = sums[Math.round((y % 1) * 128) * 129 + Math.round((x % 1) * 128)]!
    assert.ok(Math.abs(peak - PEAK.metres) < 60, `${peak} m`)
    const nothing = await server.fetch(heights(11, 0, 0), { headers })
    assert.deepEqual([nothing.status, (await nothing.arrayBuffer()).byteLength], [200, 0])
    assert.equal((await server.fetch(heights(12, 0, 0), { headers })).status, 200)
    assert.equal((await server.fetch(heights(13, 0, 0), { headers })).status, 404)
    assert.equal((await server.fetch(heights(6, 0, 0), { headers })).status, 404)
  })

  test('is drawn for each user and each address so often in a window, whatever others ask for', async (context) => {
    const limits = { RATE_LIMIT_REQUESTS: '5', RATE_LIMIT_WINDOW_SECONDS: '600' }
    const limited = await startServer(context, { environment: { TERRAIN_DIR: folder, ...limits } })
    const [busy, other] = [await createPilot(limited), await createPilot(limited)]
    const ask = async (who: Record<string, string>, x: number) =>
      (await limited.fetch(path(11, x, 726), { headers: who })).status
    const own = await signIn(limited, busy.user)
    for (let x = 0; x < 5; x++) assert.equal(await ask(own, x), 200)
    assert.equal(await ask(own, 5), 429)
    assert.equal(await ask(own, 4), 200, 'what was drawn before costs nothing')
    assert.equal(await ask(await signIn(limited, other.user), 5), 200)
    for (let x = 6; x < 11; x++) assert.equal(await ask({}, x), 200, 'visitors, by their address')
    assert.equal(await ask({}, 11), 429)
    const heights = await limited.fetch(path(11, 11, 726).replace('/shade/', '/heights/'))
    assert.equal(heights.status, 429, 'heights are of the same budget')
  })
})
