import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { runCommand } from '#server/admin.ts'
import { findTerrain, openTerrain } from '#terrain/terrain.ts'
import { type Bucket, startBucket } from '#test/support/terrain/bucket.ts'
import { landscape, packed, PEAK, writeHgt } from '#test/support/terrain/landscape.ts'
import { fetchRegion } from './fetch.ts'
import { listCorners, MAX_FILES } from './region.ts'

const heights = packed(writeHgt(landscape, { south: 46, west: 7, columns: 121 }))

function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-fetch-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function run(bucket: Bucket, folder: string, bbox = '7.1,46.2,7.9,46.8') {
  const lines: string[] = []
  const tell = (line: string) => {
    lines.push(line)
    bucket.asked.push(`told ${line}`)
  }
  const settings = { folder, url: bucket.url, tell, pauseMs: 1 }
  return fetchRegion(listCorners(bbox), settings).then((report) => ({ report, lines }))
}

const PATH = '/N46/N46E007.hgt.gz'

suite('a region', () => {
  test('is the files of each degree that it touches', () => {
    assert.deepEqual(listCorners('7.1,46.2,8,46.8'), [{ south: 46, west: 7 }])
    assert.equal(listCorners('5,43,17,49').length, 72)
    assert.deepEqual(listCorners('-0.5,-0.5,0.5,0.5'), [
      { south: -1, west: -1 },
      { south: -1, west: 0 },
      { south: 0, west: -1 },
      { south: 0, west: 0 },
    ])
  })

  test('is refused with a sentence when it is none', () => {
    for (const [bbox, sentence] of [
      ['', /--bbox W,S,E,N/],
      ['1,2,3', /--bbox W,S,E,N/],
      ['1,2,x,4', /--bbox W,S,E,N/],
      ['1,2,,4', /--bbox W,S,E,N/],
      ['1,95,3,96', /latitudes from -90 to 90/],
      ['7,47,8,46', /S must be less than N/],
      ['179,1,-179,2', /date line/],
      ['-180,-90,180,90', new RegExp(`at most ${MAX_FILES}`)],
    ] as const)
      assert.throws(() => listCorners(bbox), sentence, bbox)
  })
})

suite('terrain fetch', () => {
  test('says how much there is before it begins, tells what the server lacks, and fetches nothing twice', async (context) => {
    const [bucket, folder] = [await startBucket(context), makeFolder(context)]
    bucket.files.set(PATH, heights).set('/N46/N46E008.hgt.gz', heights)
    const { report, lines } = await run(bucket, folder, '7.1,46.2,9.9,46.8')
    assert.deepEqual(report, {
      folder,
      fetched: 2,
      bytes: heights.length * 2,
      present: 0,
      missing: ['N46E009'],
      failed: [],
    })
    const told = bucket.asked.findIndex((line) => line.startsWith('told 2 files to fetch'))
    const firstGet = bucket.asked.findIndex((line) => line.startsWith('GET'))
    assert.ok(told >= 0 && told < firstGet, bucket.asked.join('\n'))
    assert.equal(lines.length, 3)
    assert.match(lines[2]!, /2 of 2 files, \d+\.\d MB of \d+\.\d MB/)

    const terrain = await openTerrain(findTerrain(folder))
    assert.equal((await terrain.heightsAt([PEAK.latitude], [PEAK.longitude]))[0], PEAK.metres)

    bucket.asked.length = 0
    const again = await run(bucket, folder, '7.1,46.2,8.9,46.8')
    assert.deepEqual([again.report.fetched, again.report.present], [0, 2])
    assert.ok(bucket.asked.every((line) => line.startsWith('told')))
  })

  test('goes on where it was cut off, within a run and in the next one', async (context) => {
    const [bucket, folder] = [await startBucket(context), makeFolder(context)]
    bucket.files.set(PATH, heights)
    // Three attempts, all cut off: the file is not there, and what came of it is kept.
    bucket.cuts = 3
    const first = await run(bucket, folder)
    assert.deepEqual(first.report.failed, ['N46E007'])
    assert.equal(existsSync(join(folder, PATH)), false)
    assert.throws(() => findTerrain(folder), /no height files/, 'a part of a file is none')
    bucket.asked.length = 0
    const { report } = await run(bucket, folder)
    assert.equal(report.fetched, 1)
    const get = bucket.asked.find((line) => line.startsWith('GET'))
    assert.equal(get, `GET ${PATH} bytes=3000-`)
    assert.ok(readFileSync(join(folder, PATH)).equals(heights))
    assert.deepEqual(readdirSync(join(folder, 'N46')), ['N46E007.hgt.gz'])
  })

  test('starts over when the file has changed meanwhile', async (context) => {
    const [bucket, folder] = [await startBucket(context), makeFolder(context)]
    bucket.files.set(PATH, heights)
    bucket.cuts = 3
    await run(bucket, folder)
    bucket.etag = '"2"'
    assert.equal((await run(bucket, folder)).report.fetched, 1)
    assert.ok(readFileSync(join(folder, PATH)).equals(heights))
    assert.deepEqual(readdirSync(join(folder, 'N46')), ['N46E007.hgt.gz'])
  })

  test('keeps nothing that has no heights in it', async (context) => {
    const [bucket, folder] = [await startBucket(context), makeFolder(context)]
    bucket.files.set(PATH, Buffer.from('<html>not found</html>'))
    const { report, lines } = await run(bucket, folder)
    assert.deepEqual([report.fetched, report.failed], [0, ['N46E007']])
    assert.match(lines.join('\n'), /N46E007: there are no heights in it/)
    assert.deepEqual(readdirSync(join(folder, 'N46')), [])
  })

  test('is a command of the operator', async (context) => {
    const [bucket, folder] = [await startBucket(context), makeFolder(context)]
    bucket.files.set(PATH, heights)
    const command = ['terrain', 'fetch', '--bbox', '7,46,8,47']
    const environment = { TERRAIN_DIR: join(folder, 'new'), TERRAIN_URL: bucket.url }
    context.mock.method(process.stderr, 'write', () => true)
    assert.equal(((await runCommand(command, environment)) as { fetched: number }).fetched, 1)
    await assert.rejects(runCommand(command, {}), /Set TERRAIN_DIR/)
    await assert.rejects(runCommand(['terrain', 'fetch'], environment), /--bbox is missing/)
    writeFileSync(join(folder, 'a.pmtiles'), '')
    const wrong = { ...environment, TERRAIN_DIR: join(folder, 'a.pmtiles') }
    await assert.rejects(runCommand(command, wrong), /names a PMTiles file/)
  })
})
