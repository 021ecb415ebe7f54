// What is done to a whole logbook at once fits into 512 MB of memory, however many flights there are. The service runs as
// a process of its own, whose peak is measured; --full: 20,000 flights.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after, suite, test, type TestContext } from 'node:test'
import { fromFdPromise } from 'yauzl'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { type BuiltServices, buildServices } from '#server/services.ts'
import { unlimited } from '#test/support/flights.ts'
import { makeFolder } from '#test/support/house/furnish.ts'
import { fillDeliveryLog, fillLogbook } from '#test/support/memory/logbook.ts'
import { MEMORY_LIMIT_MB, type MeasuredService, startMeasured } from '#test/support/memory/measured.ts'
import { createUser, signIn, type TestUser } from '#test/support/people.ts'
import { createEnvironment, type TestServer } from '#test/support/server.ts'

const FLIGHTS = process.env.FULL ? 20_000 : 150
const OTHERS = 3

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
})

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
