// run: all
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { suite, test, type TestContext } from 'node:test'
import { fetchSquare, requestSites } from '#server/flights/takeoffs/osm/job.ts'
import { describeFetches } from '#server/operator/fetches.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { listJobs } from '#server/work.ts'
import { runAdmin } from '#test/support/admin.ts'
import { createPilot, list, makeFlight, unlimited, uploadNew } from '#test/support/flights.ts'
import { type Overpass, site, startOverpass } from '#test/support/osm/overpass.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const takeoff = { 'free_flying:site': 'takeoff' }

async function prepare(context: TestContext) {
  const overpass = await startOverpass(context)
  const environment = { ...unlimited, SITES_URL: overpass.url, SECURITY_CONTACT: 'ops@example.org' }
  const server = await startServer(context, { environment })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  const { lat, lng } = flight.flightInfo.takeoff
  overpass.elements = [
    site(1, lat + 0.001, lng, { ...takeoff, name: 'Männlichen Süd' }),
    site(2, lat, lng + 0.001, { 'free_flying:site': 'landing', name: 'Grund' }),
  ]
  const fetchOne = (options = {}) => fetchSquare(server.services, { south: 46, west: 8 }, options)
  const countSites = async () =>
    (await server.services.db.sql`select id from takeoffs where source_id is not null`).length
  return { overpass, server, pilot, flight, fetchOne, countSites }
}

/** Nothing was imported, and the sentence says why. */
async function requireFailure(
  { fetchOne, countSites }: Awaited<ReturnType<typeof prepare>>,
  message: RegExp,
) {
  await assert.rejects(fetchOne(), { message })
  assert.equal(await countSites(), 0)
}

const times = (count: number, answer: (response: ServerResponse) => unknown): Overpass['instead'] =>
  Array.from({ length: count }, () => answer)

const runJob = ({ services }: TestServer) => {
  const job = listJobs(services).find(({ name }) => name === 'sites')!
  return job.run(new AbortController().signal, unpaced)
}

suite('sites fetch', () => {
  test('names flights after take-offs of OpenStreetMap, says what the server learns, and changes nothing twice', async (context) => {
    const { overpass, server, pilot } = await prepare(context)
    const fetchAll = async (...options: string[]) => {
      const { output } = await runAdmin(server, ['sites', 'fetch', ...options])
      server.advance(3000)
      await runJob(server)
      return output
    }
    const source = overpass.host
    assert.deepEqual(await fetchAll('--bbox', '10,45,10.5,45.5'), { source, squares: 1 })
    assert.equal((await list(server, pilot)).data[0]!.flightInfo.takeoff.name === 'Männlichen Süd', false)
    assert.doesNotMatch(await (await server.fetch('/privacy')).text(), /OpenStreetMap/)
    for (const seen of [overpass.asked, overpass.headers]) seen.length = 0
    assert.deepEqual(await fetchAll(), { source, squares: 1 })
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

    const again = await fetchSquare(server.services, { south: 46, west: 8 })
    assert.deepEqual(again, { sites: 1, added: 0, changed: 0, unchanged: 1, adopted: 0, leftOut: 1 })
    assert.match((await runAdmin(server, ['sites', 'fetch', '--bbox', '5,43'])).error, /--bbox W,S,E,N/)
    const world = await runAdmin(server, ['sites', 'fetch', '--bbox=-20,30,20,60'])
    assert.match(world.error, /1200 squares of one degree; fetch at most 500/)
    assert.equal(overpass.atOnce, 1)
  })

  test('imports nothing of an answer that is not whole, nor of a server that is busy', async (context) => {
    const prepared = await prepare(context)
    const { overpass } = prepared
    const whole = JSON.stringify({ elements: overpass.elements })
    const partial = { elements: overpass.elements, remark: 'runtime error: Query timed out in "query"' }
    for (const [answer, why] of [
      [(response) => response.writeHead(429).end('rate_limited'), /asks for fewer requests \(429\)$/],
      [(response) => response.writeHead(504).end('<html>'), /is overloaded \(504\)$/],
      [(response) => response.writeHead(404).end(), /answers 404$/],
      [(response) => response.end('<html>busy</html>'), /answers with a page instead of data$/],
      [(response) => response.end(whole.slice(0, -20)), /answers with JSON that ends too early, or is none$/],
      [
        (response) => response.end(JSON.stringify(partial)),
        /could not finish: runtime error: Query timed out/,
      ],
      [(response) => response.end('null'), /answers with something that is not OpenStreetMap data$/],
      [
        (response) => response.end('{"elements":[{"type":"node","id":1}]}'),
        /answers with something that is not OpenStreetMap data$/,
      ],
      [
        (response) => response.end(`"${'x'.repeat(8_000_001)}"`),
        /cannot be asked: the answer has more than 8000000 bytes$/,
      ],
    ] as [(response: ServerResponse) => unknown, RegExp][]) {
      overpass.instead = times(1, answer)
      await requireFailure(prepared, why)
    }
    overpass.instead = times(1, (response) => {
      response.writeHead(200, { 'content-length': whole.length })
      response.write(whole.slice(0, 40), () => response.destroy())
    })
    await requireFailure(prepared, /cannot be asked: connection reset$/)
  })

  test('gives up a server that is silent or gone', async (context) => {
    const prepared = await prepare(context)
    const { overpass, fetchOne } = prepared
    overpass.instead = times(1, () => undefined)
    await assert.rejects(fetchOne({ timeoutMs: 100 }), {
      message: `${overpass.host} cannot be asked: no answer within 0.1 s`,
    })
    overpass.close()
    await requireFailure(prepared, /cannot be asked: connection refused$/)
  })
})

suite('sites that the operator’s page asks for', () => {
  test('are fetched in the background, one square after the other, and the page says how far it is', async (context) => {
    const { overpass, server, pilot } = await prepare(context)
    const far = await uploadNew(server, pilot, makeFlight(2, { latitude: 44.2, longitude: 6.3 }))
    const { lat, lng } = far.flightInfo.takeoff
    overpass.elements.push(site(3, lat, lng, { ...takeoff, name: 'Dormillouse' }))
    await runJob(server)
    assert.deepEqual(overpass.asked, [], 'nothing without a click')
    assert.equal((await describeFetches(server.services)).sites.squares, 2)
    assert.deepEqual(await requestSites(server.services), { source: overpass.host, squares: 2 })
    await runJob(server)
    const half = (await describeFetches(server.services)).sites
    assert.deepEqual([half.waiting, half.listed], [1, 1])
    await runJob(server)
    assert.equal(overpass.asked.length, 1, 'a pause after each')
    server.advance(3000)
    await runJob(server)
    const { waiting, listed } = (await describeFetches(server.services)).sites
    assert.deepEqual([waiting, listed, overpass.asked.length], [null, 2, 2])
    server.advance(60_000)
    await runJob(server)
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
      await runJob(server)
      assert.equal(overpass.asked.length, expected, `${waitMs}`)
    }
    assert.equal((await describeFetches(server.services)).sites.waiting, null)
    assert.equal(await countSites(), 0)
  })

  test('are asked for when a busy server says that it is ready, and not before', async (context) => {
    const { overpass, server } = await prepare(context)
    overpass.instead = times(1, (response) => response.writeHead(429, { 'retry-after': '200' }).end())
    await requestSites(server.services)
    for (const [waitMs, expected] of [
      [0, 1],
      [190_000, 1],
      [11_000, 2],
    ] as const) {
      server.advance(waitMs)
      await runJob(server)
      assert.equal(overpass.asked.length, expected, `${waitMs}`)
    }
    assert.equal((await describeFetches(server.services)).sites.waiting, null)
  })

  test('are none before the first flight, and a sentence says so', async (context) => {
    const server = await startServer(context, { environment: unlimited })
    await assert.rejects(requestSites(server.services), /No flight has been stored yet/)
  })
})
