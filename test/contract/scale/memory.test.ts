// run: sweeps; measures the memory of processes with 20,000 flights; what bounds it has tests in every run
// Operations on a whole logbook fit into 512 MB of memory, however many flights there are. The service runs as a
// separate process, whose peak is measured; --sweeps: 20,000 flights.
import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, suite, test, type TestContext } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { fromFdPromise } from 'yauzl'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type BuiltServices, buildServices } from '#server/services.ts'
import { createPilot, unlimited } from '#test/support/flights.ts'
import { importZip, makeFlights, readImport, waitForImport } from '#test/support/archives/imports.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { fillDeliveryLog, fillLogbook } from '#test/support/memory/logbook.ts'
import {
  MEMORY_LIMIT_MB,
  type MeasuredService,
  runMeasuredCommand,
  startMeasured,
} from '#test/support/memory/measured.ts'
import { createUser, signIn, TEST_PASSWORD, type TestUser } from '#test/support/people.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const FLIGHTS = process.env.SWEEPS ? 20_000 : 150
const OTHERS = 3
const LARGE_FILES = 60
const ALL = FLIGHTS + OTHERS * (FLIGHTS / 10)
const FLIGHTS_OF_IMPORT = 500
const IMPORTS_AT_ONCE = 4
const ENGINE = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

suite(`${FLIGHTS} flights in ${MEMORY_LIMIT_MB} MB`, { timeout: 4 * 3_600_000 }, async () => {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  after(remove)
  Object.assign(environment, unlimited)
  const folder = makeFolder({ after })
  const pilots = await withServices(environment, async (services) => {
    const users: TestUser[] = []
    for (const flights of [FLIGHTS, ...Array.from({ length: OTHERS }, () => FLIGHTS / 10)]) {
      const user = await createUser({ services } as TestServer)
      await fillLogbook(services, user.id, flights)
      await fillDeliveryLog(services, user.id)
      users.push(user)
    }
    return users
  })
  const [pilot] = pilots as [TestUser]

  const download = async (service: MeasuredService, user: TestUser): Promise<string> => {
    const { url } = service
    const headers = await withServices(environment, (services) =>
      signIn({ services, url } as TestServer, user),
    )
    const response = await fetch(`${url}/app/api/account/export`, { headers })
    assert.equal(response.status, 200)
    const file = join(folder, `${user.id}.zip`)
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file))
    return file
  }

  test('are exported', async (context) => {
    const service = await startMeasured(context, environment)
    await service.readStallMs()
    const file = await download(service, pilot)
    await report(context, service)
    const names = await checkArchive(file)
    assert.equal(names.filter((name) => name.endsWith('.igc')).length, FLIGHTS)
    context.diagnostic(`${Math.round(statSync(file).size / 1e6)} MB`)
  })

  test('are exported to four pilots at once', async (context) => {
    const service = await startMeasured(context, environment)
    await service.readStallMs()
    await Promise.all(pilots.map((user) => download(service, user)))
    await report(context, service)
  })

  const archive = join(folder, 'archive')

  test('are backed up, and the backup is verified and restored', async (context) => {
    const written = await run(context, environment, ['backup', archive])
    assert.ok(Number(written.rows) > 2 * FLIGHTS)
    const { rows } = await run(context, environment, ['restore', archive, '--verify'])
    assert.equal(rows, written.rows)
    const home = await makeEmptyHome(context, ENGINE)
    assert.equal((await run(context, home, ['restore', archive])).rows, written.rows)
  })

  test('are scored again', async (context) => {
    await withServices(environment, ({ db }) => db.sql`update flights set scored_by = 'an old solver'`)
    const { rescored, failed } = await run(context, environment, ['rescore'])
    assert.deepEqual([rescored, failed], [ALL, []])
  })

  test('are imported', async (context) => {
    const service = await startMeasured(context, environment)
    const { url } = service
    const newcomer = await withServices(environment, (services) =>
      createPilot({ services, url } as TestServer),
    )
    const server = { fetch: (path: string, init?: RequestInit) => fetch(url + path, init) } as TestServer
    await service.readStallMs()
    const seeds = Array.from({ length: FLIGHTS }, (_, index) => index + 2)
    let imported = 0
    const importNext = async (): Promise<void> => {
      const count = Math.min(FLIGHTS_OF_IMPORT, seeds.length)
      if (count === 0) return
      const staged = await readImport(await importZip(server, newcomer, makeFlights(seeds.splice(0, count))))
      const { counts } = await waitForImport(server, newcomer, staged.id)
      imported += counts.new
      await importNext()
    }
    await Promise.all(Array.from({ length: IMPORTS_AT_ONCE }, importNext))
    await report(context, service)
    assert.equal(imported, FLIGHTS)
  })

  test('are deleted with their account', async (context) => {
    const service = await startMeasured(context, environment)
    const { url } = service
    const headers = await withServices(environment, (services) =>
      signIn({ services, url } as TestServer, pilot),
    )
    await service.readStallMs()
    const response = await fetch(`${url}/app/api/account`, {
      method: 'DELETE',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ password: TEST_PASSWORD }),
    })
    assert.ok([202, 204].includes(response.status), await response.text())
    await withServices(environment, ({ db }) =>
      waitUntil(
        'the account is gone',
        async () => (await db.sql`select id from users where id = ${pilot.id}`).length === 0,
      ),
    )
    await report(context, service)
    const { left, announced } = await withServices(environment, async ({ db }) => ({
      left: await db.sql`select id from flights where owner_id = ${pilot.id} limit 1`,
      announced: await db.sql<{ count: number }>`
        select count(*) as count from events where type = 'flight.deleted' and user_id = ${pilot.id}`,
    }))
    assert.deepEqual([left, announced], [[], [{ count: FLIGHTS }]])
  })
})

suite(`${LARGE_FILES} files of 3 MB in ${MEMORY_LIMIT_MB} MB`, { timeout: 3_600_000 }, () => {
  test('are backed up and restored', async (context) => {
    const { environment, remove } = await createEnvironment({ isMigrated: true })
    context.after(remove)
    await withServices(environment, async (services) => {
      const user = await createUser({ services } as TestServer)
      await fillLogbook(services, user.id, LARGE_FILES)
      await enlargeFiles(services)
    })
    const archive = join(makeFolder(context), 'archive')
    await run(context, environment, ['backup', archive])
    const restored = await makeEmptyHome(context, ENGINE)
    assert.ok(Number((await run(context, restored, ['restore', archive])).rows) > LARGE_FILES)
  })
})

/** Each file is 3 MB of what cannot be compressed. */
async function enlargeFiles({ db }: BuiltServices): Promise<void> {
  for (const { id } of await db.sql<{ id: string }>`select id from flights order by id`) {
    const bytes = randomBytes(3_000_000)
    const compressed = zstdCompressSync(bytes)
    await db.sql`update flights set hash = ${hash('sha256', bytes)} where id = ${id}`
    await db.sql`
      update flight_files set compressed = ${compressed}, stored_hash = ${hash('sha256', compressed)},
        byte_length = ${bytes.length} where flight_id = ${id}`
  }
}

/** An operator's command, whose peak is measured; what it has answered. */
async function run(context: TestContext, environment: Record<string, string>, args: string[]) {
  const { code, output, peakMb } = await runMeasuredCommand(environment, args)
  assert.equal(code, 0, output)
  context.diagnostic(`${args.slice(0, 1).join()}: at most ${peakMb} MB`)
  assert.ok(peakMb < MEMORY_LIMIT_MB, `${peakMb} MB`)
  return JSON.parse(output.slice(output.indexOf('{'))) as Record<string, unknown>
}

async function withServices<Result>(
  environment: Record<string, string>,
  work: (services: BuiltServices) => Promise<Result>,
): Promise<Result> {
  const services = await buildServices(readConfig(environment), { log: createLog('silent') })
  try {
    return await work(services)
  } finally {
    await services.close()
  }
}

async function report(context: TestContext, service: MeasuredService): Promise<void> {
  const [peakMb, stallMs] = [service.readPeakMb(), await service.readStallMs()]
  context.diagnostic(`at most ${peakMb} MB; the event loop was held up for ${stallMs} ms at most`)
  assert.ok(peakMb < MEMORY_LIMIT_MB, `${peakMb} MB`)
}

/** Every name in it; each hundredth flight is compared with its hash. */
async function checkArchive(path: string): Promise<string[]> {
  const file = await open(path)
  try {
    const zip = await fromFdPromise(file.fd, { lazyEntries: true, autoClose: false })
    const read = async (entry: Parameters<typeof zip.openReadStreamPromise>[0]) =>
      buffer(await zip.openReadStreamPromise(entry))
    const names: string[] = []
    let chosen: { stem: string; hash: string } | undefined
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName)
      const [stem = '', extension] = entry.fileName.split('.')
      if (extension === 'igc' && !chosen) chosen = { stem, hash: hash('sha256', await read(entry)) }
      else if (chosen?.stem === stem)
        assert.equal((JSON.parse(String(await read(entry))) as { hash: string }).hash, chosen.hash)
      else if (names.length % 100 === 0) chosen = undefined
    }
    return names
  } finally {
    await file.close()
  }
}
