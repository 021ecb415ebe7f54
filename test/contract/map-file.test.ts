// run: all
import assert from 'node:assert/strict'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { makeFolder } from '#test/support/installation/folder.ts'
import { startServer } from '#test/support/server.ts'
import { drawVectorTile, writePmtiles } from '#test/support/terrain/pmtiles.ts'

const ADDRESS = '/app/tiles/map.pmtiles'
const lake = { z: 0, x: 0, y: 0, bytes: drawVectorTile('water', 'ocean') }

suite("the operator's own map", () => {
  const folder = makeFolder(test)
  const path = join(folder, 'alps.pmtiles')

  test('is read part by part; another file has another ETag, and nothing more than a part is sent', async (context) => {
    const bytes = writePmtiles([lake], { format: 'mvt' })
    writeFileSync(path, bytes)
    const server = await startServer(context, {
      environment: { MAP_PMTILES: path, MAP_ATTRIBUTION: 'Us & <others>', RATE_LIMIT_REQUESTS: '5' },
    })
    const ask = (range: string | undefined, more: Record<string, string> = {}) =>
      server.fetch(ADDRESS, { headers: { ...(range && { range }), ...more } })
    const part = await ask('bytes=8-99')
    assert.equal(part.status, 206)
    assert.equal(part.headers.get('content-range'), `bytes 8-99/${bytes.length}`)
    assert.equal(part.headers.get('content-encoding'), null)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), bytes.subarray(8, 100))
    const etag = part.headers.get('etag') ?? ''
    assert.match(etag, /^"[^"]+"$/)
    // A request beyond the end gets the bytes there are, as for the beginning of a small file.
    const all = await ask('bytes=0-16383')
    assert.deepEqual(Buffer.from(await all.arrayBuffer()), bytes)
    const refused: [string | undefined, number][] = [
      [undefined, 400],
      ['bytes=0-', 400],
      ['bytes=-5', 400],
      ['bytes=0-1,4-5', 400],
      ['bytes=9-8', 416],
      [`bytes=${bytes.length}-${bytes.length + 9}`, 416],
      ['bytes=999999999999999-999999999999999', 416],
    ]
    for (const [range, status] of refused) {
      const answer = await ask(range)
      assert.equal(answer.status, status, range)
      if (status === 416) assert.equal(answer.headers.get('content-range'), `bytes */${bytes.length}`)
      assert.ok((await answer.text()).length < 1000)
    }

    const large = join(folder, 'large')
    writeFileSync(large, Buffer.concat([bytes, Buffer.alloc(3 * 1024 * 1024)]))
    renameSync(large, path)
    const other = await ask('bytes=0-126')
    assert.notEqual(other.headers.get('etag'), etag)
    assert.equal((await ask('bytes=0-126', { 'if-range': etag })).status, 412)
    assert.equal((await ask('bytes=0-2999999')).status, 400, 'at most 2 MB at once')
    const page = await (await server.fetch('/app/logbook')).text()
    assert.ok(page.includes(`<meta name="map-file" content="${ADDRESS}" />`))
    assert.ok(page.includes('<meta name="map-attribution" content="Us &amp; &lt;others&gt;" />'))
    const policy = (await server.fetch('/app/logbook')).headers.get('content-security-policy') ?? ''
    assert.doesNotMatch(policy, /http/, 'no other host is allowed')
    let status = 206
    for (let count = 0; count < 30 && status === 206; count++) status = (await ask('bytes=0-1')).status
    assert.equal(status, 429)
  })

  test('is not there without one, and a file that is no map stops the start with a sentence', async (context) => {
    const server = await startServer(context)
    assert.notEqual((await server.fetch(ADDRESS, { headers: { range: 'bytes=0-9' } })).status, 206)
    const png = join(folder, 'heights.pmtiles')
    writeFileSync(png, writePmtiles([lake], { format: 'png' }))
    const start = (file: string) => startServer(context, { environment: { MAP_PMTILES: file } })
    await assert.rejects(start(join(folder, 'missing')), /MAP_PMTILES: .*missing cannot be read/)
    await assert.rejects(start(png), /MAP_PMTILES: .* has no vector tiles/)
    writeFileSync(png, 'no map at all')
    await assert.rejects(start(png), /MAP_PMTILES: .* is no PMTiles file of version 3/)
  })
})
