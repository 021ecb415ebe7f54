// run: all
import assert from 'node:assert/strict'
import { existsSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FlightTerrainResult } from '#contract/terrain.ts'
import { writeIgc } from '#igc/write.ts'
import { examine } from '#server/operator/checks/doctor.ts'
import { describeFetches } from '#server/operator/fetches.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { readConfig } from '#server/platform/config.ts'
import { buildServices } from '#server/services.ts'
import { listJobs } from '#server/work.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, makeFlight, uploadNew } from '#test/support/flights.ts'
import { flyParts } from '#test/support/igc/air.ts'
import { signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { startBucket } from '#test/support/terrain/bucket.ts'
import { landscape, packed, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'

function flyAtPeak(): Uint8Array {
  const { track } = flyParts(
    [
      { kind: 'parked', seconds: 60 },
      { kind: 'circles', turns: 12, climb: 4 },
      { kind: 'glide', seconds: 600, heading: 90 },
      { kind: 'parked', seconds: 60 },
    ],
    { latitude: PEAK.latitude, longitude: PEAK.longitude - 0.06, noise: 0 },
  )
  return writeIgc({ track })
}

const findJob = ({ services }: TestServer) => listJobs(services).find(({ name }) => name === 'terrain')

/** The folder is looked at every five seconds. */
async function waitUntil(isThere: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await isThere()) return
    await sleep(200)
  }
  assert.fail('the heights were not taken up')
}

async function describeHeights({ services }: TestServer) {
  return (await examine(services)).checks.find(({ check }) => check === 'heights')!
}

suite('TERRAIN=auto', async () => {
  const bucket = await startBucket({ after })
  const environment = { TERRAIN: 'auto', TERRAIN_URL: bucket.url }
  const server = await startServer({ after }, { environment })
  const pilot = await createPilot(server)
  const job = findJob(server)!
  const run = () => job.run(new AbortController().signal, unpaced)
  const readGround = async (id: string) => {
    const response = await server.fetch(`/api/v1/flights/${id}/terrain`, { headers: pilot.headers })
    return ((await response.json()) as FlightTerrainResult).data!
  }
  const findTiles = async () => {
    const page = await server.fetch('/app/logbook', { headers: await signIn(server, pilot.user) })
    return /name="map-shading" content="([^"]*)"/.exec(await page.text())?.[1]
  }

  test('brings the ground below a flight that was uploaded, without a restart', async () => {
    const bytes = packed(writeHgt(landscape, { south: 46, west: 7 }))
    bucket.files.set('/N46/N46E007.hgt.gz', bytes)
    const { id } = await uploadNew(server, pilot, flyAtPeak())
    assert.deepEqual(bucket.asked, [], 'an upload asks for nothing')
    assert.equal((await readGround(id)).maxAboveGroundM, null)
    const tilesBefore = await findTiles()
    while (await run()) continue
    assert.deepEqual(bucket.asked, ['HEAD /N46/N46E007.hgt.gz', 'GET /N46/N46E007.hgt.gz'])
    const file = join(server.services.config.dataDir, 'terrain/auto/N46E007.hgt.gz')
    assert.ok(existsSync(file))
    const { mtimeMs } = statSync(file)
    const longAgo = 1_000_000
    utimesSync(file, longAgo, mtimeMs / 1000)
    await waitUntil(async () => (await readGround(id)).maxAboveGroundM !== null)
    assert.ok((await readGround(id)).ground.includes(PEAK.base))
    assert.notEqual(await findTiles(), tilesBefore, 'browsers ask for the new tiles')
    assert.equal(statSync(file).mtimeMs, mtimeMs, 'a use does not change the version')
    assert.ok(statSync(file).atimeMs > longAgo * 1000, 'a use is noted')
    assert.match(
      (await describeHeights(server)).sentence,
      /are fetched from 127\.0\.0\.1:\d+, 2000 MB at most/,
    )
  })

  test('is told to pilots, with who learns what', async () => {
    const page = await (await server.fetch('/privacy')).text()
    assert.match(
      page,
      /Heights of the ground come from 127\.0\.0\.1:\d+\. It learns which squares of one degree/,
    )
  })

  test('goes together with a folder only', async () => {
    const config = readConfig({ ...server.environment, ...environment, TERRAIN_DIR: import.meta.filename })
    await assert.rejects(buildServices(config), /TERRAIN_DIR: .* must be a folder of height files/)
  })
})

suite('without it', async () => {
  const bucket = await startBucket({ after })
  const server = await startServer({ after }, { environment: { TERRAIN_URL: bucket.url } })
  const { services } = server
  const pilot = await createPilot(server)
  const { id } = await uploadNew(server, pilot, flyAtPeak())
  const run = async () => {
    while (await findJob(server)!.run(new AbortController().signal, unpaced)) continue
  }
  const readGround = async () => {
    const response = await server.fetch(`/api/v1/flights/${id}/terrain`, { headers: pilot.headers })
    return ((await response.json()) as FlightTerrainResult).data
  }
  const readPrivacy = async () => (await server.fetch('/privacy')).text()
  const isTileThere = async () => (await server.fetch('/app/tiles/shade/10/532/364')).status

  test('there is no request, no terrain, and an offer to the operator', async () => {
    await run()
    assert.deepEqual(bucket.asked, [])
    const { state, sentence } = await describeHeights(server)
    assert.equal(state, 'well')
    assert.match(
      sentence,
      /TERRAIN=auto.* 9 MB each and 2000 MB at most, from 127\.0\.0\.1:\d+, which learns/,
    )
    assert.doesNotMatch(await readPrivacy(), /Heights of the ground/)
    assert.deepEqual([await readGround(), await isTileThere()], [null, 404])
    const { heights } = await describeFetches(services)
    const { host } = new URL(bucket.url)
    const expected = { host, squares: 1, megabytes: 9, maxMegabytes: 2000, waiting: null, lastError: null }
    assert.deepEqual(heights, { ...expected, state: 'off' })
  })

  test('the operator switches it on while it runs, and off again: what has come stays', async () => {
    bucket.files.set('/N46/N46E007.hgt.gz', packed(writeHgt(landscape, { south: 46, west: 7 })))
    const { output } = await runAdmin(server, ['terrain', 'start'])
    assert.deepEqual([output?.isOn, output?.maxMegabytes], [true, 2000])
    assert.equal((await describeFetches(services)).heights.state, 'on')
    assert.match((await describeHeights(server)).sentence, /^Heights of flown degrees are fetched from/)
    await run()
    await waitUntil(async () => ((await readGround())?.maxAboveGroundM ?? null) !== null)
    assert.equal(await isTileThere(), 200)
    assert.match(await readPrivacy(), /Heights of the ground come from/)
    const asked = bucket.asked.length
    assert.equal((await runAdmin(server, ['terrain', 'stop'])).output?.isOn, false)
    await uploadNew(server, pilot, makeFlight(3, { latitude: 44.5, longitude: 6.5 }))
    await run()
    assert.equal(bucket.asked.length, asked)
    assert.notEqual(await readGround(), null)
    assert.match((await describeHeights(server)).sentence, /fetched before are read from .* no more/)
  })

  test('the switch says why it is none where the settings decide', async () => {
    const set = { environment: { ...server.environment, TERRAIN: 'auto' } }
    assert.match((await runAdmin(set, ['terrain', 'start'])).error, /come by themselves already/)
    assert.match((await runAdmin(set, ['terrain', 'stop'])).error, /take it out of the settings/)
    const folder = join(services.config.dataDir, 'terrain')
    const own = { environment: { ...server.environment, TERRAIN_DIR: folder } }
    assert.match((await runAdmin(own, ['terrain', 'start'])).error, /TERRAIN_DIR is set/)
  })
})
