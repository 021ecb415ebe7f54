// run: all
// A pilot with many flights and destinations, on a slow server, delays no other pilot.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { createBoxKind, offerInstead, startBox } from '#test/support/forwards/box.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import {
  addDestination,
  ask,
  createForwarder,
  findDestination,
  type Forwarder,
  forwarding,
  HOUR,
  listForwards,
  MINUTE,
  uploadFlight,
  work,
} from '#test/support/forwards/pilots.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const PER_DAY = 100
const [DESTINATIONS, UPLOADS, FLIGHTS] = [19, 12, 4]

suite('one pilot floods servers of their own', () => {
  /** A folder by WebDAV, in memory. */
  async function startFolder(context: TestContext, delayMs = 0) {
    const files = new Map<string, Buffer>()
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const path = request.url ?? ''
        if (request.method === 'PUT') files.set(path, Buffer.concat(chunks))
        const file = files.get(path)
        const status = request.method === 'PUT' ? 201 : file ? 200 : 404
        setTimeout(() => response.writeHead(status).end(file), delayMs)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    context.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  const folders = [
    { name: 'a folder in memory', skip: false, start: (context: TestContext) => startFolder(context) },
    // With `--sweeps`, servers of others, too: whose folder it is makes no difference to the turns.
    ...(process.env.SWEEPS ? davServers : []).map((one) => ({
      ...one,
      start: (context: TestContext) => one.start(context as never),
    })),
  ]
  for (const { name, skip, start } of folders)
    test(`and the flights of another reach ${name} meanwhile`, { skip }, async (context) => {
      const environment = { ...forwarding, FORWARDS_PER_DAY: String(PER_DAY) }
      const server = await startServer(context, { environment })
      const { user, password } = davUser
      const add = (pilot: Forwarder, url: string) =>
        addDestination(server, pilot, { url }, { settings: { url, user }, credential: { password } })
      const [hostile, other] = [await createForwarder(server), await createForwarder(server)]
      const { url: slow } = await startFolder(context, 50)
      const { id } = await add(other, (await start(context)).url)
      const alone = await measure(server, other, id, 0)
      for (let number = 0; number < DESTINATIONS; number++) await add(hostile, `${slow}/${number}`)
      for (let seed = 0; seed < UPLOADS; seed++) await uploadFlight(server, hostile, seed)
      const beside = await measure(server, other, id, FLIGHTS)
      for (let round = 0; round < 5; round++) {
        server.advance(10 * MINUTE)
        await work(server)
      }
      await measure(server, other, id, 2 * FLIGHTS)
      const [row] = await server.services.db.sql<{ tries: number }>`
        select sum(f.tries) as tries from forwards f join destinations d on d.id = f.destination_id
        where d.user_id = ${hostile.user.id}`
      assert.equal(row!.tries, PER_DAY)
      context.diagnostic(
        `${FLIGHTS} flights arrive after ${alone.toFixed()} ms alone and ${beside.toFixed()} ms beside ${row!.tries} tries of ` +
          `the other pilot: ${(beside / alone).toFixed(2)} times`,
      )
    })

  /** From when they are due until the last is there. */
  async function measure(
    server: TestServer,
    pilot: Forwarder,
    id: string,
    firstSeed: number,
  ): Promise<number> {
    for (let seed = 0; seed < FLIGHTS; seed++) await uploadFlight(server, pilot, 100 + firstSeed + seed)
    server.advance(10 * MINUTE)
    const startedAt = performance.now()
    let tookMs: number | undefined
    const working = work(server)
    await waitUntil('the flights are there', async () => {
      if ((await findDestination(server, pilot, id)).delivered < firstSeed + FLIGHTS) return false
      tookMs ??= performance.now() - startedAt
      return true
    })
    await working
    return tookMs!
  }
})

suite('many accounts flood a host', () => {
  test('and leave something to a pilot who comes later: none begins more than is left', async (context) => {
    context.after(offerInstead({ webdav: createBoxKind() }))
    const server = await startServer(context, { environment: forwarding })
    const box = await startBox(context)
    const { sql } = server.services.db
    const [hostile, later] = [await createForwarder(server), await createForwarder(server)]
    const host = `webdav:${new URL(box.url).hostname}`
    const counted = { [`forward-host:${host}`]: 4000, [`forward-turn:${host}:${hostile.user.id}`]: 1000 }
    const endsAt = server.services.now() + 10 * HOUR
    for (const [name, requests] of Object.entries(counted))
      await sql`insert into rate_counters (name, ends_at, requests, uploads, is_refused)
        values (${name}, ${endsAt}, ${requests}, 0, ${false})`
    const send = async (pilot: Forwarder) => {
      const { id } = await addDestination(server, pilot, box)
      await uploadFlight(server, pilot, 1)
      server.advance(10 * MINUTE)
      await work(server)
      return findDestination(server, pilot, id)
    }
    const stopped = await send(hostile)
    assert.deepEqual([stopped.delivered, stopped.waiting], [0, 1])
    assert.equal(Date.parse(stopped.nextTryAt ?? ''), endsAt)
    assert.equal((await send(later)).delivered, 1)
  })
})

suite('a service that takes six flights an hour', () => {
  test('has them from all pilots who wait, and each learns when it goes on', async (context) => {
    context.after(offerInstead({ webdav: createBoxKind({ perHour: 6 }) }))
    const server = await startServer(context, { environment: forwarding })
    const box = await startBox(context)
    const [greedy, ...others] = [
      await createForwarder(server),
      await createForwarder(server),
      await createForwarder(server),
    ] as [Forwarder, Forwarder, Forwarder]
    const start = async (pilot: Forwarder, flights: number) => {
      const destination = await addDestination(server, pilot, box)
      for (let seed = 0; seed < flights; seed++) await uploadFlight(server, pilot, seed)
      return destination
    }
    const doAll = async () => {
      for (let round = 0; round < 12; round++) {
        await work(server)
        server.advance(3000)
      }
    }
    const first = await start(greedy, 12)
    const theirs = [await start(others[0], 3), await start(others[1], 1)]
    const countTried = async (pilot: Forwarder, of: { id: string }) =>
      (await listForwards(server, pilot, of)).filter(({ tries }) => tries > 0).length
    server.advance(10 * MINUTE)
    await doAll()
    const tried = [
      await countTried(greedy, first),
      await countTried(others[0], theirs[0]!),
      await countTried(others[1], theirs[1]!),
    ]
    assert.equal(
      tried.reduce((sum, count) => sum + count, 0),
      6,
    )
    assert.ok(tried[0]! <= 3 && tried[1]! >= 2 && tried[2] === 1, tried.join())
    const { nextTryAt, waiting } = await findDestination(server, greedy, first.id)
    assert.ok(waiting >= 9)
    const waitMs = Date.parse(nextTryAt ?? '') - server.services.now()
    assert.ok(waitMs > 0.9 * HOUR && waitMs <= HOUR + 2 * MINUTE, String(waitMs))

    // A destination that is made anew has the turns of the one before.
    await ask(server, greedy, 'DELETE', `/destinations/${first.id}`)
    const again = await addDestination(server, greedy, box)
    await ask(server, greedy, 'POST', `/destinations/${again.id}/backfill`, {})
    for (let seed = 10; seed < 14; seed++) await uploadFlight(server, others[1], seed)
    server.advance(HOUR + 2 * MINUTE)
    await doAll()
    assert.equal(await countTried(others[0], theirs[0]!), 3)
    assert.ok((await countTried(others[1], theirs[1]!)) >= 3)
    assert.ok((await countTried(greedy, again)) <= 3)
  })
})
