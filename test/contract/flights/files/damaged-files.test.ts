// run: all
// Files that have rotted or are gone: told apart from a store that does not answer, never sent, and healed.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, suite, test } from 'node:test'
import type { ErrorBody } from '#contract/errors.ts'
import type { Flight } from '#contract/flight.ts'
import { moveFiles } from '#server/flights/files/move-files.ts'
import { sumInside } from '#server/platform/files/content.ts'
import type { DataReport } from '#server/operator/integrity/check.ts'
import { runAdmin } from '#test/support/admin.ts'
import { readZip } from '#test/support/archives/zip.ts'
import { send } from '#test/support/account.ts'
import { createPilot, makeFlight, type Pilot, unlimited, upload, uploadNew } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startBadLine } from '#test/support/installation/s3-proxy.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'
import { signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

type Context = Parameters<typeof startBucket>[0]

const places: Record<string, (context: Context) => Promise<string>> = {
  'the database': async () => 'database',
  'a folder': async (context) => pathToFileURL(makeFolder(context)).href,
  'a bucket': async (context) => (await startBucket(context)).url,
}

const kinds: Record<string, { code: string; change: (bytes: Uint8Array) => Uint8Array | undefined }> = {
  'with a flipped bit': { code: 'file_corrupt', change: (bytes) => flipBit(bytes, bytes.length - 20) },
  'that is cut in half': { code: 'file_corrupt', change: (bytes) => bytes.subarray(0, bytes.length / 2) },
  'of which nothing is left': { code: 'file_lost', change: () => undefined },
}

function flipBit(bytes: Uint8Array, index: number): Uint8Array {
  return Uint8Array.from(bytes).with(index, (bytes[index] ?? 0) ^ 4)
}

async function readStored({ services }: TestServer, { id, hash }: Flight): Promise<Uint8Array> {
  const { first } = services.files
  if (first) return (await first.get(hash))!
  const [row] = await services.db.sql<{ compressed: Uint8Array }>`
    select compressed from flight_files where flight_id = ${id}`
  return row!.compressed
}

/** Behind the back of the service. */
async function writeStored(server: TestServer, { id, hash }: Flight, bytes: Uint8Array | undefined) {
  const { db, files } = server.services
  if (!files.first)
    await db.sql`update flight_files set compressed = ${bytes ?? new Uint8Array()} where flight_id = ${id}`
  else if (bytes) await files.first.put(hash, bytes)
  else await files.first.remove(hash)
}

async function damage(
  server: TestServer,
  flight: Flight,
  change: (bytes: Uint8Array) => Uint8Array | undefined,
) {
  await writeStored(server, flight, change(await readStored(server, flight)))
}

function download(server: TestServer, pilot: Pilot, { id }: Flight, headers: Record<string, string> = {}) {
  const all = { ...pilot.headers, 'accept-encoding': 'identity', ...headers }
  return server.fetch(`/api/v1/flights/${id}/igc`, { headers: all })
}

async function readBytes(response: Response): Promise<Buffer> {
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}

async function readMetric(server: TestServer, name: string): Promise<number> {
  const text = await (await server.fetch('/metrics')).text()
  const line = text.split('\n').find((each) => each.startsWith(`cloudstreet_${name} `))
  return Number(line?.split(' ')[1])
}

for (const [place, makePlace] of Object.entries(places)) {
  suite(`in ${place} a file`, async () => {
    const environment = { ...unlimited, ...s3Credentials, FILES_URL: await makePlace({ after }) }
    const server = await startServer({ after }, { environment })
    const pilot = await createPilot(server)
    const backup = join(makeFolder({ after }), 'backup')
    const bytes = Buffer.from(makeFlight(1))
    const flight = await uploadNew(server, pilot, bytes)
    const others = [
      await uploadNew(server, pilot, makeFlight(2)),
      await uploadNew(server, pilot, makeFlight(3)),
    ]
    await runAdmin(server, ['backup', backup])

    if (place !== 'the database')
      test('is not whole by the short sum that files in the database have', async () => {
        const stored = await readStored(server, flight)
        const [row] = await server.services.db.sql<{ stored_hash: string }>`
          select stored_hash from flight_files where flight_id = ${flight.id}`
        assert.equal(row?.stored_hash, hash('sha256', stored))
        const other = await readStored(server, others[0]!)
        await writeStored(server, flight, other)
        const write = (sum: string | undefined) =>
          server.services.db.sql`
            update flight_files set stored_hash = ${sum ?? null} where flight_id = ${flight.id}`
        await write(sumInside(other))
        assert.equal((await download(server, pilot, flight)).status, 500)
        await writeStored(server, flight, stored)
        assert.ok((await readBytes(await download(server, pilot, flight))).equals(bytes))
        await write(row?.stored_hash)
        assert.equal((await runAdmin(server, ['check', '--json'])).code, 0)
      })

    for (const [kind, { code, change }] of Object.entries(kinds)) {
      if (place === 'the database' && code === 'file_lost') continue
      const problem = code.slice('file_'.length)

      test(`${kind} is never sent, is counted, found by a check, and healed by a backup`, async () => {
        await damage(server, flight, change)
        const before = await readMetric(server, `file_read_failures_total{problem="${problem}"}`)
        const requests = [
          download(server, pilot, flight),
          download(server, pilot, flight, { 'accept-encoding': 'zstd' }),
          download(server, pilot, flight, { range: 'bytes=0-9' }),
          server.fetch(`/api/v1/flights/${flight.id}/track`, { headers: pilot.headers }),
        ]
        for (const response of await Promise.all(requests)) {
          const body = (await response.json()) as ErrorBody
          assert.deepEqual([response.status, body.error], [500, code])
          assert.match(body.error_description, /Trying again does not help/)
          assert.ok(!response.headers.has('retry-after'))
        }
        const counted = await readMetric(server, `file_read_failures_total{problem="${problem}"}`)
        assert.equal(counted - before, requests.length)
        assert.equal(await readMetric(server, `files_damaged{problem="${problem}"}`), 1)
        // A pilot who has it already is told so, without a look at the store.
        assert.equal(
          (await download(server, pilot, flight, { 'if-none-match': `"${flight.hash}"` })).status,
          304,
        )

        const check = await runAdmin(server, ['check', '--json'])
        const { files, findings } = check.output as Partial<DataReport>
        assert.deepEqual([check.code, files?.read], [1, 3], check.error)
        const found = { flightId: flight.id, hash: flight.hash, problem }
        assert.deepEqual(findings?.[0]?.examples, [`flight ${flight.id}: ${problem}, ${flight.hash}`])
        const heal = await runAdmin(server, ['files', 'heal', backup])
        assert.deepEqual([heal.code, heal.output], [0, { healed: [found], damaged: [] }])
        assert.ok((await readBytes(await download(server, pilot, flight))).equals(bytes))
        assert.equal(await readMetric(server, `files_damaged{problem="${problem}"}`), 0)
        assert.equal((await runAdmin(server, ['check', '--json'])).code, 0)
      })

      test(`${kind} is healed by the pilot who uploads it again`, async () => {
        await damage(server, flight, change)
        assert.equal((await download(server, pilot, flight)).status, 500)
        assert.equal((await upload(server, pilot, bytes)).status, 200)
        assert.ok((await readBytes(await download(server, pilot, flight))).equals(bytes))
        assert.equal(await readMetric(server, `files_damaged{problem="${problem}"}`), 0)
      })
    }

    test('that no check has found is not healed, and one that no backup has is said to be damaged still', async () => {
      const fresh = await uploadNew(server, pilot, makeFlight(4))
      await damage(server, fresh, (stored) => flipBit(stored, 40))
      assert.deepEqual((await runAdmin(server, ['files', 'heal', backup])).output, {
        healed: [],
        damaged: [],
      })
      await runAdmin(server, ['check', '--json'])
      const heal = await runAdmin(server, ['files', 'heal', backup])
      const still = { flightId: fresh.id, hash: fresh.hash, problem: 'corrupt' }
      assert.deepEqual([heal.code, heal.output], [1, { healed: [], damaged: [still] }])
      assert.match(heal.error, /^1 file is still corrupt or lost/)
      const remove = { method: 'DELETE', headers: pilot.headers }
      await server.fetch(`/api/v1/flights/${fresh.id}`, remove)
      assert.equal((await runAdmin(server, ['files', 'heal', backup])).code, 0, 'gone with its flight')
    })

    test('that is damaged does not keep the pilot from an export of all the others', async () => {
      await damage(server, flight, (stored) => flipBit(stored, 40))
      const person = { headers: await signIn(server, pilot.user) }
      const response = await send(server, person, 'GET', '/account/export')
      const archive = readZip(new Uint8Array(await response.arrayBuffer()))
      const names = [...archive.keys()].filter((name) => name.startsWith('flights/'))
      assert.equal(names.filter((name) => name.endsWith('.json')).length, 3)
      assert.equal(names.filter((name) => name.endsWith('.igc')).length, others.length)
      const [note = ''] = names.filter((name) => name.endsWith('.txt'))
      assert.match(note, new RegExp(`${flight.id}\\.no-igc\\.txt$`))
      assert.match(String(archive.get(note)), /^The stored file of this flight is damaged/)
      await upload(server, pilot, bytes)
    })

    test('is not healed by a backup that is damaged itself', async () => {
      const broken = join(makeFolder({ after }), 'broken')
      writeFileSync(broken, 'nothing of the kind')
      assert.match(
        (await runAdmin(server, ['files', 'heal', broken])).error,
        /is not an archive of Cloudstreet/,
      )
      assert.match((await runAdmin(server, ['files', 'heal'])).error, /^Usage: files heal FILE/)
    })
  })
}

test('a bit that flips on the way is read again, and counted', async (context) => {
  const line = await startBadLine(context, await startBucket(context))
  const environment = { ...unlimited, ...s3Credentials, FILES_URL: line.url }
  const server = await startServer(context, { environment })
  const [pilot, bytes] = [await createPilot(server), Buffer.from(makeFlight(1))]
  const flight = await uploadNew(server, pilot, bytes)
  let flips = 1
  line.change = (body) => (flips-- > 0 ? Buffer.from(flipBit(body, 99)) : body)
  assert.ok((await readBytes(await download(server, pilot, flight))).equals(bytes))
  assert.equal(await readMetric(server, 'file_read_failures_total{problem="corrupt"}'), 1)
  assert.equal(await readMetric(server, 'files_damaged{problem="corrupt"}'), 0)
})

test('a store that does not answer is 503, and no file is taken for lost', async (context) => {
  const bucket = await startBucket(context)
  const line = await startBadLine(context, bucket)
  const environment = { ...unlimited, ...s3Credentials, FILES_URL: line.url }
  const server = await startServer(context, { environment })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  line.change = () => undefined
  const response = await download(server, pilot, flight)
  assert.deepEqual(
    [response.status, ((await response.json()) as ErrorBody).error],
    [503, 'temporarily_unavailable'],
  )
  assert.equal(await readMetric(server, 'file_read_failures_total{problem="unreachable"}'), 1)
  const check = await runAdmin(server, ['check'])
  assert.equal(check.code, 2)
  assert.match(check.error, /^The check could not run: .*cannot be reached/)
  assert.equal(await readMetric(server, 'files_damaged{problem="lost"}'), 0)
})

test('of two places the one that has the file whole is read, and files move copies from there', async (context) => {
  const [old, fresh] = [makeFolder(context), makeFolder(context)].map((folder) => pathToFileURL(folder).href)
  const environment = { ...unlimited, FILES_URL: `${fresh},${old}` }
  const server = await startServer(context, { environment })
  const [pilot, bytes] = [await createPilot(server), Buffer.from(makeFlight(1))]
  const flight = await uploadNew(server, pilot, bytes)
  const [first, second] = server.services.files.stores
  await second!.put(flight.hash, await readStored(server, flight))
  await damage(server, flight, (stored) => flipBit(stored, 40))
  assert.ok((await readBytes(await download(server, pilot, flight))).equals(bytes))
  assert.equal((await moveFiles(server.services)).moved, 1)
  assert.ok(
    Buffer.from((await first!.get(flight.hash))!).equals(Buffer.from((await second!.get(flight.hash))!)),
  )
})

test('files move leaves a damaged file where it is, and names it', async (context) => {
  const folder = pathToFileURL(makeFolder(context)).href
  const server = await startServer(context, { environment: { ...unlimited, FILES_URL: 'database' } })
  const pilot = await createPilot(server)
  const flight = await uploadNew(server, pilot, makeFlight(1))
  const rotten = flipBit(await readStored(server, flight), 40)
  await writeStored(server, flight, rotten)
  const moving = await startServer(context, {
    on: { ...server.environment, FILES_URL: `${folder},database` },
  })
  assert.deepEqual(await moveFiles(moving.services).then(({ moved, missing }) => [moved, missing]), [
    0,
    [flight.hash],
  ])
  assert.ok(Buffer.from(await readStored(server, flight)).equals(Buffer.from(rotten)))
})
