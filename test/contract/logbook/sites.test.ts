// run: all
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { fetchSites, fetchSquare } from '#server/flights/takeoffs/osm/fetch.ts'
import { CommandFailure } from '#server/platform/options.ts'
import { requestSites } from '#server/flights/takeoffs/osm/job.ts'
import { describeFetches } from '#server/operator/fetches.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { listJobs } from '#server/work.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { type Overpass, site, startOverpass } from '#test/support/osm/overpass.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const END = /could not be fetched, and nothing of them was imported; run the command again later\.$/
const quick = { pauseMs: 1, attempts: { count: 2, pauseMs: 1, factor: 1 } }
const takeoff = { 'free_flying:site': 'takeoff' }

async function prepare(context: TestContext) {
  const overpass = await startOverpass(context)
  const environment = { ...unlimited, SITES_URL: overpass.url, SECURITY_CONTACT: 'ops@example.org' }
  const server = await startServer(context, { environment })
  const told: string[] = []
  context.mock.method(process.stderr, 'write', (line: string) => told.push(line.trimEnd()) > 0)
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  const { lat, lng } = flight.flightInfo.takeoff
  overpass.elements = [
    site(1, lat + 0.001, lng, { ...takeoff, name: 'Männlichen Süd' }),
    site(2, lat, lng + 0.001, { 'free_flying:site': 'landing', name: 'Grund' }),
  ]
  const fetchNow = () => fetchSites(server.services, new Map(), [], quick)
  const countSites = async () =>
    (await server.services.db.sql`select id from takeoffs where source_id is not null`).length
  return { overpass, server, told, pilot, flight, fetchNow, countSites }
}

/** Runs into the end: nothing was imported, and the sentence says why. */
async function requireFailure(
  { fetchNow, countSites, told }: Awaited<ReturnType<typeof prepare>>,
  why: RegExp,
) {
  await assert.rejects(fetchNow(), (error: CommandFailure) => END.test(error.message))
  assert.match(told.at(-1) ?? '', why)
  assert.equal(await countSites(), 0)
}

const times = (count: number, answer: (response: ServerResponse) => unknown): Overpass['instead'] =>
  Array.from({ length: count }, () => answer)

suite('sites fetch', () => {
  test('names flights after take-offs of OpenStreetMap, says what the server learns, and changes nothing twice', async (context) => {
    const { overpass, server, told, pilot, fetchNow } = await prepare(context)
    const region = await runAdmin(server, ['sites', 'fetch', '--bbox', '10,45,10.5,45.5'])
    assert.deepEqual([region.output?.squares, region.output?.sites], [1, 0], 'far from what was asked')
    assert.doesNotMatch(await (await server.fetch('/privacy')).text(), /OpenStreetMap/)
    for (const seen of [told, overpass.asked, overpass.headers]) seen.length = 0
    const counts = { sites: 1, added: 0, changed: 0, unchanged: 0, adopted: 1, leftOut: 1 }
    const expected = {
      source: overpass.host,
      squares: 1,
      failed: [],
      credit: '© OpenStreetMap contributors, ODbL 1.0 (openstreetmap.org/copyright)',
    }
    assert.deepEqual(await fetchNow(), { ...expected, ...counts })
    assert.match(
      told[0]!,
      /is asked for the take-offs in 1 square of one degree, and so learns which squares/,
    )
    assert.match(told[0]!, /They are N46E008\.$/)
    assert.equal((await list(server, pilot)).data[0]!.flightInfo.takeoff.name, 'Männlichen Süd')
    assert.match(overpass.asked[0]!, /^\[out:json\]\[timeout:60\].*\(45\.98,7\.98,47\.02,9\.02\)/)
    assert.match(
      overpass.headers[0]!['user-agent']!,
      /^Cloudstreet\/\S+ \(\+http:\/\/\S+; ops@example\.org\)$/,
    )

    const page = await (await server.fetch('/privacy')).text()
    assert.ok(page.includes(`OpenStreetMap (© its contributors, ODbL) by way of ${overpass.host}`))
    assert.match(
      await (await server.fetch('/licence')).text(),
      /names of take-offs.*\s.*OpenStreetMap contributors, ODbL/,
    )

    const again = await runAdmin(server, ['sites', 'fetch'])
    assert.deepEqual(again.output, { ...expected, ...counts, adopted: 0, unchanged: 1 })
    assert.match((await runAdmin(server, ['sites', 'fetch', '--bbox', '5,43'])).error, /--bbox W,S,E,N/)
    const world = await runAdmin(server, ['sites', 'fetch', '--bbox=-20,30,20,60'])
    assert.match(world.error, /1200 squares of one degree; fetch at most 500/)
    assert.equal(overpass.atOnce, 1)
  })

  test('waits as long as a busy server asks, and says so when it stays busy', async (context) => {
    const prepared = await prepare(context)
    const { overpass, fetchNow } = prepared
    overpass.instead = times(2, (response) => response.writeHead(429).end('rate_limited'))
    await requireFailure(prepared, /N46E008: 127\.0\.0\.1:\d+ asks for fewer requests \(429\)$/)
    overpass.instead = times(2, (response) => response.writeHead(504).end('<html>'))
    await requireFailure(prepared, /is overloaded \(504\)$/)
    overpass.instead = times(1, (response) => response.writeHead(429, { 'retry-after': '1' }).end())
    const startedAt = performance.now()
    assert.equal((await fetchNow()).adopted, 1)
    assert.ok(performance.now() - startedAt >= 1000)
  })

  test('imports nothing of an answer that is not whole', async (context) => {
    const prepared = await prepare(context)
    const whole = JSON.stringify({ elements: prepared.overpass.elements })
    const partial = {
      elements: prepared.overpass.elements,
      remark: 'runtime error: Query timed out in "query"',
    }
    for (const [body, why] of [
      ['<html>busy</html>', /answers with a page instead of data$/],
      [whole.slice(0, -20), /answers with JSON that ends too early, or is none$/],
      [JSON.stringify(partial), /could not finish: runtime error: Query timed out/],
      ['null', /answers with something that is not OpenStreetMap data$/],
      ['{"elements":[{"type":"node","id":1}]}', /answers with something that is not OpenStreetMap data$/],
    ] as const) {
      prepared.overpass.instead = times(2, (response) => response.end(body))
      await requireFailure(prepared, why)
    }
    prepared.overpass.instead = times(2, (response) => {
      response.writeHead(200, { 'content-length': whole.length })
      response.write(whole.slice(0, 40), () => response.destroy())
    })
    await requireFailure(prepared, /cannot be asked: connection reset$/)
    prepared.overpass.instead = times(2, (response) => response.writeHead(404).end())
    await requireFailure(prepared, /answers 404$/)
    prepared.overpass.instead = times(2, (response) => response.end(`"${'x'.repeat(8_000_001)}"`))
    await requireFailure(prepared, /cannot be asked: the answer has more than 8000000 bytes$/)
  })

  test('gives up a server that is silent or gone, and asks for no further square', async (context) => {
    const prepared = await prepare(context)
    const { overpass, server } = prepared
    overpass.instead = times(1, () => undefined)
    await assert.rejects(fetchSquare(server.services, { south: 46, west: 8 }, { timeoutMs: 100 }), {
      message: `${overpass.host} cannot be asked: no answer within 0.1 s`,
    })
    overpass.close()
    const options = new Map([['bbox', ['5,46,10,47']]])
    const error = await fetchSites(server.services, options, [], quick).catch(
      (error: CommandFailure) => error,
    )
    assert.ok(error instanceof CommandFailure)
    assert.match(error.message, /^5 of 5 squares/)
    assert.equal(prepared.told.filter((line) => line.includes('connection refused')).length, 2)
    assert.equal(await prepared.countSites(), 0)
  })
})

suite('sites that the operator’s page asks for', () => {
  const run = ({ services }: TestServer) => {
    const job = listJobs(services).find(({ name }) => name === 'sites')!
    return job.run(new AbortController().signal, unpaced(services))
  }

  test('are fetched in the background, one square after the other, and the page says how far it is', async (context) => {
    const { overpass, server, pilot } = await prepare(context)
    const far = await uploadNew(server, pilot, makeFlight(2, { latitude: 44.2, longitude: 6.3 }))
    const { lat, lng } = far.flightInfo.takeoff
    overpass.elements.push(site(3, lat, lng, { ...takeoff, name: 'Dormillouse' }))
    await run(server)
    assert.deepEqual(overpass.asked, [], 'nothing without a click')
    assert.equal((await describeFetches(server.services)).sites.squares, 2)
    assert.deepEqual(await requestSites(server.services), { source: overpass.host, squares: 2 })
    await run(server)
    const half = (await describeFetches(server.services)).sites
    assert.deepEqual([half.waiting, half.listed], [1, 1])
    await run(server)
    assert.equal(overpass.asked.length, 1, 'a pause after each')
    server.advance(3000)
    await run(server)
    const { waiting, listed } = (await describeFetches(server.services)).sites
    assert.deepEqual([waiting, listed, overpass.asked.length], [null, 2, 2])
    server.advance(60_000)
    await run(server)
    assert.equal(overpass.asked.length, 2)
    const names = (await list(server, pilot)).data.map(({ flightInfo }) => flightInfo.takeoff.name)
    assert.deepEqual(names.sort(), ['Dormillouse', 'Männlichen Süd'])
  })

  test('are asked for again after a failure, later and later, and given up in the end', async (context) => {
    const { overpass, server, countSites } = await prepare(context)
    overpass.instead = times(9, (response) => response.writeHead(429).end())
    await requestSites(server.services)
    assert.equal((await describeFetches(server.services)).sites.lastError, null)
    for (const [waitMs, expected] of [
      [0, 1],
      [59_000, 1],
      [2000, 2],
      [10 * 60_000, 3],
      [60 * 60_000, 4],
      [5 * 60 * 60_000, 4],
      [60 * 60_000, 5],
      [24 * 60 * 60_000, 5],
    ] as const) {
      server.advance(waitMs)
      await run(server)
      assert.equal(overpass.asked.length, expected, `${waitMs}`)
    }
    assert.equal((await describeFetches(server.services)).sites.waiting, null)
    assert.equal(await countSites(), 0)
  })

  test('are none before the first flight, and a sentence says so', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    await assert.rejects(requestSites(server.services), /No flight has been stored yet/)
  })
})
