// run: all
// Folders that are watched: real WebDAV servers where they are installed, and s3rver.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { SourceFile } from '#contract/forwards/destinations.ts'
import type { Import } from '#contract/imports.ts'
import { continueImports } from '#server/flights/import/work.ts'
import { withForwardable } from '#server/forwardable.ts'
import { forwardDue } from '#server/forwards/sending/serve.ts'
import { list, makeFlight } from '#test/support/flights.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import { prepareFlight } from '#test/support/forwards/flight.ts'
import {
  addDestination,
  ask,
  createForwarder,
  DAY,
  findDestination,
  type Forwarder,
  forwarding,
  MINUTE,
  work as workOn,
} from '#test/support/forwards/pilots.ts'
import { startFilledBucket } from '#test/support/forwards/filled-bucket.ts'
import { joinFiles } from '#test/support/igc/joined.ts'
import { readOutbox } from '#test/support/mail-server.ts'
import { confirmIdentity } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const { user, password } = davUser
const LOOK = 15 * MINUTE

suite('a folder that is watched', async () => {
  const server = await startServer({ after }, { environment: { ...forwarding, FORWARD_TIMEOUT_MS: '10000' } })
  const look = async () => {
    await workOn(server)
    while (await continueImports(server.services, new AbortController().signal));
  }
  const tally = async (pilot: Forwarder, { id }: { id: string }) => {
    const { delivered, failed, waiting } = await findDestination(server, pilot, id)
    return { delivered, failed, waiting }
  }
  const count = async (pilot: Forwarder) => (await list(server, pilot)).pagination.totalCount
  const listImports = async (pilot: Forwarder) =>
    ((await ask(server, pilot, 'GET', '/imports')).body as unknown as { imports: Import[] }).imports
  const watch = (pilot: Forwarder, url: string) =>
    addDestination(
      server,
      pilot,
      { url },
      { label: 'Home', settings: { url, user }, credential: { password }, isSource: true },
    )
  /** Old enough not to be in the middle of being written. */
  const write = (folder: string, path: string, content: Uint8Array | string, ageMs = 10 * MINUTE) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o777 })
    writeFileSync(join(folder, path), content)
    const time = new Date(Date.now() - ageMs)
    utimesSync(join(folder, path), time, time)
  }

  for (const dav of davServers)
    test(
      `${dav.name}: new and changed files are imported once, and nothing is changed there`,
      { skip: dav.skip },
      async (context) => {
        const [pilot, { url, files }] = [await createForwarder(server), await dav.start(context)]
        write(files, 'one & only.igc', makeFlight(1))
        write(files, '2026/März/two #1.IGC', makeFlight(2))
        write(files, 'both.igc', joinFiles(makeFlight(3), makeFlight(4)))
        write(files, 'bad.igc', 'no flight')
        write(files, 'notes.txt', 'not taken')
        write(files, '.hidden.igc', makeFlight(5))
        write(files, 'growing.igc', makeFlight(6), 0)
        const source = await watch(pilot, url)
        assert.deepEqual([source.isSource, source.nextTryAt !== null], [true, true])
        await look()
        assert.equal(await count(pilot), 4)
        const [first] = await listImports(pilot)
        assert.equal(first?.fileName, 'Home')
        const results = first?.entries.map(({ name, status }) => `${name}: ${status}`).toSorted()
        assert.deepEqual(results, [
          '2026/März/two #1.IGC: new',
          'bad.igc: refused',
          'both (1 of 2).igc: new',
          'both (2 of 2).igc: new',
          'one & only.igc: new',
        ])
        assert.ok(first?.entries.find(({ name }) => name === 'bad.igc')?.reason)
        server.advance(MINUTE)
        await look()
        assert.deepEqual(await tally(pilot, source), { delivered: 3, failed: 1, waiting: 0 })

        write(files, 'bad.igc', makeFlight(7), 5 * MINUTE)
        write(files, 'one & only copy.igc', makeFlight(1))
        write(files, 'growing.igc', makeFlight(6))
        await look()
        assert.equal(await count(pilot), 4, 'not before 15 minutes have passed')
        server.advance(LOOK)
        await look()
        assert.equal(await count(pilot), 6)
        const [second] = await listImports(pilot)
        assert.deepEqual(second?.counts, { ...first!.counts, new: 2, duplicate: 1, refused: 0 })
        server.advance(LOOK)
        await look()
        assert.equal((await listImports(pilot)).length, 2, 'a look that finds nothing imports nothing')
        assert.equal(
          readdirSync(files, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length,
          8,
        )
        assert.deepEqual(readFileSync(join(files, 'growing.igc')), Buffer.from(makeFlight(6)))
      },
    )

  const rclone = davServers.at(-1)!
  test(
    'a password that has ended asks the pilot once, and the folder is taken up again',
    { skip: rclone.skip },
    async (context) => {
      const [pilot, dav] = [await createForwarder(server), await rclone.start(context)]
      const other = await createForwarder(server)
      write(dav.files, '1.igc', makeFlight(1))
      const bad = { label: 'Away', settings: { url: dav.url, user }, credential: { password: 'old' } }
      const source = await addDestination(server, pilot, dav, { ...bad, isSource: true })
      await look()
      server.advance(LOOK)
      await look()
      const asked = await findDestination(server, pilot, source.id)
      assert.deepEqual([asked.state, asked.words !== null], ['needs_you', true])
      assert.equal((await readOutbox(server.services.config.dataDir)).length, 1)
      await confirmIdentity(server, pilot.user)
      const changed = await ask(server, pilot, 'PATCH', `/destinations/${source.id}`, {
        credential: { password },
      })
      assert.equal(changed.status, 200, changed.text)
      await look()
      assert.deepEqual([await count(pilot), await count(other)], [1, 0])
      await ask(server, pilot, 'POST', `/destinations/${source.id}/pause`, { state: 'paused' })
      write(dav.files, '2.igc', makeFlight(2))
      server.advance(DAY)
      await look()
      assert.equal(await count(pilot), 1)
      await ask(server, pilot, 'POST', `/destinations/${source.id}/resume`)
      await look()
      assert.equal(await count(pilot), 2)
    },
  )

  test(
    'what was imported and not noted before a crash is read again, and is there once',
    { skip: rclone.skip },
    async (context) => {
      const [pilot, dav] = [await createForwarder(server), await rclone.start(context)]
      for (let seed = 1; seed <= 3; seed++) write(dav.files, `${seed}.igc`, makeFlight(seed))
      await watch(pilot, dav.url)
      const services = withForwardable(server.services)
      const { forwardable } = services
      const dying = async (...given: Parameters<typeof forwardable.take>) => {
        await forwardable.take(...given)
        throw new Error('the worker dies here')
      }
      await forwardDue({ ...services, forwardable: { ...forwardable, take: dying } })
      assert.equal((await listImports(pilot)).length, 1)
      server.advance(LOOK)
      await look()
      const [second] = await listImports(pilot)
      assert.deepEqual([await count(pilot), second?.counts.duplicate], [3, 3])
    },
  )

  test('a full folder is taken in parts, a minute between them', { skip: rclone.skip }, async (context) => {
    const [pilot, dav] = [await createForwarder(server), await rclone.start(context)]
    for (let number = 1; number <= 30; number++) write(dav.files, `${number}.igc`, `no flight ${number}`)
    const source = await watch(pilot, dav.url)
    await look()
    assert.deepEqual(await tally(pilot, source), { delivered: 0, failed: 0, waiting: 25 })
    server.advance(MINUTE)
    await look()
    assert.deepEqual(await tally(pilot, source), { delivered: 0, failed: 25, waiting: 5 })
  })

  test('S3: files of a bucket are imported once', async (context) => {
    const pilot = await createForwarder(server)
    const { put, source } = await startFilledBucket(context)
    await put(1, 'a & b.igc')
    await put(2, 'ü.igc')
    const watched = await addDestination(server, pilot, source.settings, source)
    await look()
    assert.equal(await count(pilot), 2)
    await put(3, 'three.igc')
    server.advance(LOOK)
    await look()
    assert.equal(await count(pilot), 3)
    assert.deepEqual(await tally(pilot, watched), { delivered: 2, failed: 0, waiting: 1 })
    server.advance(MINUTE)
    await look()
    assert.deepEqual(await tally(pilot, watched), { delivered: 3, failed: 0, waiting: 0 })
    assert.equal((await listImports(pilot)).length, 2)
  })

  test('a service without folders is no source, and a source sends nothing', async () => {
    const pilot = await createForwarder(server)
    const body = { kind: 'leonardo', label: 'x', settings: {}, credential: {}, isSource: true }
    const refused = await ask(server, pilot, 'POST', '/destinations', body)
    assert.equal(refused.status, 400, refused.text)
    const { id } = await watch(pilot, 'http://127.0.0.1:9/')
    const backfill = await ask(server, pilot, 'POST', `/destinations/${id}/backfill`, {})
    assert.equal(backfill.status, 409)
    const { id: sentTo } = await addDestination(
      server,
      pilot,
      { url: 'http://127.0.0.1:9/' },
      {
        settings: { url: 'http://127.0.0.1:9/', user },
        credential: { password },
      },
    )
    assert.equal((await ask(server, pilot, 'POST', `/destinations/${sentTo}/look`)).status, 409)
    assert.equal((await ask(server, pilot, 'GET', `/destinations/${sentTo}/files`)).status, 409)
    await look()
    const { failingSince, state } = await findDestination(server, pilot, id)
    assert.deepEqual([failingSince !== null, state], [true, 'active'])
  })
})

suite('a file of a watched folder that cannot be stored for now', async () => {
  const [first, second, third] = [1, 2, 3].map((seed) => prepareFlight(seed).bytes.length) as [
    number,
    number,
    number,
  ]
  // Each file that is known takes 1,000 bytes, too.
  const quota = Math.max(first + second, second + third, first + third) + 3100
  const environment = { ...forwarding, STORAGE_QUOTA_BYTES: String(quota) }
  const server = await startServer({ after }, { environment })
  const work = async () => {
    await workOn(server)
    while (await continueImports(server.services, new AbortController().signal));
  }
  const lookAgain = async (afterMs: number) => {
    server.advance(afterMs)
    await work()
  }
  const tally = async (pilot: Forwarder, id: string) => {
    const { delivered, failed, waiting } = await findDestination(server, pilot, id)
    return { delivered, failed, waiting }
  }

  test('comes when the pilot has made room in a full storage', async (context) => {
    const pilot = await createForwarder(server)
    const { put, source } = await startFilledBucket(context)
    for (const seed of [1, 2, 3]) await put(seed, `${seed}.igc`)
    const { id } = await addDestination(server, pilot, source.settings, source)
    await work()
    await lookAgain(MINUTE)
    const before = (await list(server, pilot)).data
    assert.equal(before.length, 2)
    assert.deepEqual(await tally(pilot, id), { delivered: 2, failed: 0, waiting: 1 })
    await lookAgain(LOOK)
    await lookAgain(MINUTE)
    assert.deepEqual(await tally(pilot, id), { delivered: 2, failed: 0, waiting: 1 }, 'it waits again')
    const init = { method: 'DELETE', headers: pilot.headers }
    assert.equal((await server.fetch(`/api/v1/flights/${before[0]!.id}`, init)).status, 204)
    const { body } = await ask(server, pilot, 'GET', `/destinations/${id}/files`)
    const files = (body.data as SourceFile[]).map(({ path, state }) => [path, state])
    assert.deepEqual(files.map(([, state]) => state).toSorted(), ['stored', 'stored', 'waiting'])
    assert.equal(files[0]?.[1], 'waiting', 'trouble comes first')
    assert.match((body.data as SourceFile[])[0]?.words ?? '', /Deleting flights or photos makes room/)
    assert.equal((await ask(server, pilot, 'POST', `/destinations/${id}/look`)).status, 202)
    await work()
    await lookAgain(MINUTE)
    assert.equal((await list(server, pilot)).data.length, 2)
    assert.deepEqual(await tally(pilot, id), { delivered: 3, failed: 0, waiting: 0 })
  })

  test('comes when the service can store it again', async (context) => {
    const pilot = await createForwarder(server)
    const { put, source } = await startFilledBucket(context)
    await put(1, '1.igc')
    await put(9, 'bad.igc', Buffer.from('no flight'))
    const { id } = await addDestination(server, pilot, source.settings, source)
    await work()
    // As the disk is full for longer than the import tries: it gives the file up.
    const { sql } = server.services.db
    await sql`
      update import_entries set status = 'failed', flight_id = null, reason = 'The disk is full.'
      where name = '1.igc' and import_id in (select id from imports where owner_id = ${pilot.user.id})`
    await lookAgain(MINUTE)
    assert.deepEqual(await tally(pilot, id), { delivered: 0, failed: 1, waiting: 1 })
    await lookAgain(LOOK)
    await lookAgain(MINUTE)
    assert.deepEqual(await tally(pilot, id), { delivered: 1, failed: 1, waiting: 0 })
  })

  test('comes when its import is gone before anybody has seen what became of it', async (context) => {
    const pilot = await createForwarder(server)
    const { put, source } = await startFilledBucket(context)
    await put(1, '1.igc')
    const { id } = await addDestination(server, pilot, source.settings, source)
    await workOn(server)
    await server.services.db.sql`delete from imports where owner_id = ${pilot.user.id}`
    await lookAgain(MINUTE)
    await lookAgain(LOOK)
    await lookAgain(MINUTE)
    assert.deepEqual(await tally(pilot, id), { delivered: 1, failed: 0, waiting: 0 })
    assert.equal((await list(server, pilot)).data.length, 1)
  })
})
