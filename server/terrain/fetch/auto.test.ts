import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { readConfig } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { unpaced } from '#server/platform/background/watch.ts'
import { readGrid } from '#terrain/hgt/unpack.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { type Bucket, startBucket } from '#test/support/terrain/bucket.ts'
import { landscape, packed, writeHgt } from '#test/support/terrain/landscape.ts'
import { createAutoFetch, type FlownShape, listTerrainJobs } from './auto.ts'
import { listFlownCorners } from './flown.ts'

const heights = packed(writeHgt(landscape, { south: 46, west: 7, columns: 121 }))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const [E7, E8, E9] = ['N46E007.hgt.gz', 'N46E008.hgt.gz', 'N46E009.hgt.gz'] as const

async function prepare(context: TestContext, environment: Record<string, string> = {}) {
  const bucket = await startBucket(context)
  const folder = makeFolder(context)
  const settings = { TERRAIN: 'auto', DATA_DIR: folder, TERRAIN_URL: bucket.url, ...environment }
  const read = readConfig(settings)
  const terrain = { canRead: async (path: string) => readGrid(readFileSync(path)) !== undefined }
  const clock = { ms: Date.now() }
  const patience = { stalledMs: 60_000 }
  const config = { ...read }
  const services = { config, log: createLog('silent'), now: () => clock.ms, terrain }
  const flights: FlownShape[] = []
  const asked: object[] = []
  const listShapes = async (from: { after: string } | { before: string }) => {
    asked.push(from)
    return 'after' in from
      ? flights.filter(({ id }) => id > from.after)
      : flights.filter(({ id }) => id < from.before)
  }
  const errors: string[] = []
  const progress: unknown[] = []
  const pace = {
    ...unpaced,
    begin: async <Entry>(_max: number, claim: (sql: never, max: number) => Promise<Entry[]>) =>
      claim({} as never, 1),
    noteError: (error: Error | string) => void errors.push(String(error)),
    progress: async (now: unknown) => void progress.push(now),
  }
  const fly = (...shape: number[]) => {
    clock.ms += 1000
    const id = Math.floor(clock.ms / 1000).toString(16) + 'f'.repeat(16)
    flights.push({ id, shape, storedAt: clock.ms })
  }
  const create = () => createAutoFetch(services, listShapes, patience)!
  let job = read.terrain.auto && create()
  /** As the job does: again while there is more. */
  const run = async (signal = new AbortController().signal) => {
    while (await job!(signal, pace)) continue
  }
  const kept = join(folder, 'terrain/auto')
  const list = () => (existsSync(kept) ? readdirSync(kept).sort() : [])
  const restart = () => void (job = create())
  return {
    bucket,
    folder,
    services,
    listShapes,
    flights,
    clock,
    errors,
    progress,
    fly,
    run,
    kept,
    list,
    restart,
    patience,
    pace,
  }
}

const offer = ({ files }: Bucket, ...names: string[]) =>
  names.forEach((name) => files.set(`/${name.slice(0, 3)}/${name}`, heights))

suite('the degrees of a flight', () => {
  test('are all that its shape crosses, also between two points and across the date line', () => {
    assert.deepEqual(listFlownCorners([46.5, 7.5, 46.5, 9.5]), [
      { south: 46, west: 7 },
      { south: 46, west: 8 },
      { south: 46, west: 9 },
    ])
    assert.deepEqual(listFlownCorners([-0.5, 179.9, -0.5, -179.9]), [
      { south: -1, west: 179 },
      { south: -1, west: -180 },
    ])
    assert.deepEqual(listFlownCorners([46.5, 7.5]), [{ south: 46, west: 7 }])
    assert.deepEqual(listFlownCorners([]), [])
  })

  test('are none when a track goes half around the world', () => {
    assert.deepEqual(listFlownCorners([10, 0, 10, 120]), [])
  })
})

suite('heights that come by themselves', () => {
  test('are off by default: nothing is asked for, nor a folder made, until the operator switches them on', async (context) => {
    const { services, listShapes, bucket, fly, folder, pace, list } = await prepare(context, { TERRAIN: '' })
    offer(bucket, E7)
    fly(46.5, 7.5)
    let isOn = false
    const [job] = listTerrainJobs(services, listShapes, async () => isOn)
    const run = () => job!.run(new AbortController().signal, pace as never)
    assert.equal(await run(), false)
    assert.deepEqual([bucket.asked, existsSync(join(folder, 'terrain'))], [[], false])
    isOn = true
    await run()
    assert.deepEqual(list(), [E7])
  })

  test('are no work where the operator has set files', async (context) => {
    const { services, listShapes } = await prepare(context, { TERRAIN: '', TERRAIN_DIR: tmpdir() })
    assert.deepEqual(
      listTerrainJobs(services, listShapes, async () => true),
      [],
    )
    assert.equal(createAutoFetch(services, listShapes), undefined)
  })

  test('are fetched for flights of before and of now, and nothing is asked for twice', async (context) => {
    const { bucket, fly, run, list, kept, clock, restart, progress } = await prepare(context)
    offer(bucket, E7, E8)
    fly(46.5, 7.5)
    clock.ms += 2 * MINUTE
    restart()
    await run()
    assert.deepEqual(list(), [E7])
    fly(46.5, 7.5, 46.5, 8.5)
    await run()
    assert.deepEqual(list(), [E7, E8])
    assert.ok(readFileSync(join(kept, E8)).equals(heights))
    assert.equal(bucket.asked.length, 4)
    restart()
    await run()
    assert.equal(bucket.asked.length, 4, bucket.asked.join('\n'))
    assert.equal(progress.at(-1), null)
  })

  test('leave alone what the operator has', async (context) => {
    const { bucket, fly, run, folder, list } = await prepare(context)
    mkdirSync(join(folder, 'terrain/mine'), { recursive: true })
    writeFileSync(join(folder, 'terrain/mine/N46E007.hgt.gz'), heights)
    offer(bucket, E7)
    fly(46.5, 7.5)
    await run()
    assert.deepEqual([bucket.asked, list()], [[], []])
  })

  test('go on where a truncated answer ended', async (context) => {
    const { bucket, fly, run, list, clock, errors } = await prepare(context)
    offer(bucket, E7)
    bucket.cuts = 1
    fly(46.5, 7.5)
    await run()
    assert.equal(errors.length, 1)
    assert.equal(list().filter((name) => name === E7).length, 0)
    clock.ms += MINUTE
    await run()
    assert.deepEqual(list(), [E7])
    assert.equal(bucket.asked.at(-1), 'GET /N46/N46E007.hgt.gz bytes=1000-')
  })

  test('are not kept when they are none, and are tried again less and less often', async (context) => {
    const { bucket, fly, run, list, clock, errors } = await prepare(context)
    bucket.files.set(`/N46/${E7}`, Buffer.from('<html>not found</html>'))
    fly(46.5, 7.5)
    const downloads = () => bucket.asked.filter((line) => line.startsWith('GET')).length
    for (const [waitMs, expected] of [
      [0, 1],
      [MINUTE - 1, 1],
      [1, 2],
      [9 * MINUTE, 2],
      [MINUTE, 3],
      [60 * MINUTE, 4],
      [6 * 60 * MINUTE, 5],
      [DAY, 6],
      [DAY - 1, 6],
    ] as const) {
      clock.ms += waitMs
      await run()
      assert.equal(downloads(), expected, `${waitMs}`)
    }
    assert.deepEqual(list(), [])
    assert.equal(errors[0], 'N46E007: there are no heights in it')
    // One that is wrong does not hold up others.
    offer(bucket, E8)
    clock.ms += 60 * MINUTE
    fly(46.5, 8.5)
    await run()
    assert.deepEqual(list(), [E8])
  })

  test('are given up for now when the server is silent, without a request for the next', async (context) => {
    const { bucket, fly, run, clock, errors, list, progress, patience } = await prepare(context)
    offer(bucket, E7, E8)
    bucket.isSilent = true
    patience.stalledMs = 300
    fly(46.5, 7.5, 46.5, 8.5)
    await run()
    await run()
    assert.equal(bucket.asked.length, 1)
    assert.match(errors[0]!, /the server is silent/)
    assert.deepEqual(progress.at(-1), { done: 0, of: 2, failed: 1 })
    bucket.isSilent = false
    patience.stalledMs = 60_000
    clock.ms += MINUTE
    await run()
    assert.deepEqual(list(), [E7, E8])
  })

  test('wait quietly without a network, with one question an hour in the end', async (context) => {
    const { bucket, fly, run, clock, errors, list } = await prepare(context)
    bucket.close()
    fly(46.5, 7.5, 46.5, 9.5)
    for (let minute = 0; minute < 6 * 60; minute++) {
      await run()
      clock.ms += MINUTE
    }
    assert.ok(errors.length > 4 && errors.length <= 9, `${errors.length} attempts in six hours`)
    assert.match(errors[0]!, /^N46E00\d: fetch failed/)
    assert.deepEqual(list(), [])
  })

  test('are not there for the sea, which is asked about once', async (context) => {
    const { bucket, fly, run, list, errors } = await prepare(context)
    fly(46.5, 7.5)
    await run()
    fly(46.5, 7.5)
    await run()
    assert.deepEqual([bucket.asked, list(), errors], [['HEAD /N46/N46E007.hgt.gz'], [], []])
  })

  test('end with the work, and go on with it', async (context) => {
    const { bucket, fly, run, list, errors } = await prepare(context)
    offer(bucket, E7)
    bucket.isSilent = true
    fly(46.5, 7.5)
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 20)
    await run(controller.signal)
    assert.deepEqual(errors, [])
    bucket.isSilent = false
    await run()
    assert.deepEqual(list(), [E7])
  })

  test('stay within the size: the least recently used goes for a new flight, none for an earlier one', async (context) => {
    const { bucket, fly, run, list, kept, clock, restart, flights, services } = await prepare(context)
    const auto = { ...services.config.terrain.auto!, maxBytes: 2.5 * heights.length }
    services.config = { ...services.config, terrain: { ...services.config.terrain, auto } }
    restart()
    offer(bucket, E7, E8, E9)
    fly(46.5, 7.5, 46.5, 8.5)
    await run()
    assert.deepEqual(list(), [E7, E8])
    // The heights below the first were looked at since.
    clock.ms += DAY
    utimesSync(join(kept, E7), clock.ms / 1000, 1_000_000)
    fly(46.5, 9.5)
    await run()
    assert.deepEqual(list(), [E7, E9])
    // After a restart all flights are read; what had to go does not push out what is used.
    const downloads = () => bucket.asked.filter((line) => line.startsWith('GET')).length
    assert.equal(downloads(), 3)
    restart()
    await run()
    await run()
    assert.deepEqual([list(), downloads()], [[E7, E9], 3])
    // Somebody flies there again.
    clock.ms += DAY
    fly(46.5, 8.5)
    await run()
    assert.equal(downloads(), 4)
    assert.ok(list().includes(E8) && list().length === 2, list().join())
    assert.equal(flights.length, 3)
  })
})
