// run: all
// The whole logbook, as an archive, a folder and JSON; stopped in the middle, it goes on.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { fromBuffer } from 'yauzl'
import type { Flight } from '#contract/flight.ts'
import { createPilot, makeFlight, readUploaded, unlimited, upload } from '#test/support/flights.ts'
import { createCliHome } from '#test/support/sdk/cli.ts'
import { startCuttingProxy } from '#test/support/sdk/cutting-proxy.ts'
import { startServer } from '#test/support/server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const COUNT = 5

/** As a third-party reader sees it. */
async function listNames(path: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(readFileSync(path), (error, zip) => {
      if (error) return reject(error)
      const names: string[] = []
      zip.on('entry', ({ fileName }: { fileName: string }) => names.push(fileName))
      zip.on('end', () => resolve(names))
    })
  })
}

suite('cloudstreet export', { concurrency: true }, async () => {
  const server = await startServer({ after }, { environment: unlimited })
  const pilot = await createPilot(server)
  for (let seed = 1; seed <= COUNT; seed++) await readUploaded(await upload(server, pilot, makeFlight(seed)))
  const account = { CLOUDSTREET_URL: server.url, CLOUDSTREET_KEY: pilot.token }

  test('an archive has every file and what is known of it, and can be imported again', async (context) => {
    const home = createCliHome(context, account)
    const ran = await home.run(['export'])
    assert.deepEqual([ran.code, ran.out], [0, `cloudstreet-flights.zip: ${COUNT} flights\n`], ran.err)
    assert.deepEqual(readdirSync(home.folder), ['cloudstreet-flights.zip'])
    const path = join(home.folder, 'cloudstreet-flights.zip')
    const names = await listNames(path)
    assert.equal(
      names.filter((name) => /^flights\/\d{4}-\d\d-\d\d-[0-9a-f]{24}\.igc$/.test(name)).length,
      COUNT,
    )
    assert.equal(names.filter((name) => name.endsWith('.json')).length, COUNT)

    const other = await createPilot(server)
    const imported = await server.fetch('/api/v1/flights/import', {
      method: 'POST',
      headers: { ...other.headers, 'content-type': 'application/zip' },
      body: readFileSync(path),
    })
    assert.ok(imported.ok, String(imported.status))
    const again = await home.run(['export'])
    assert.deepEqual([again.code, /--force replaces it/.test(again.err)], [1, true])
  })

  test('what is stopped leaves no archive, and the next run fetches only what is missing', async (context) => {
    let files = 0
    // From the third file on the line is cut.
    const proxy = await startCuttingProxy(server.url, (path) => path.endsWith('/igc') && ++files > 2)
    context.after(() => proxy.close())
    const home = createCliHome(context, { ...account, CLOUDSTREET_URL: proxy.url })
    const stopped = home.start(['export', '--to', 'all.zip'])
    const part = join(home.folder, 'all.zip.part')
    await waitUntil('the line is cut', () => proxy.cuts > 0 && existsSync(part))
    await stopped.end('SIGKILL')
    assert.ok(!existsSync(join(home.folder, 'all.zip')))
    const kept = readdirSync(part).filter((name) => name.endsWith('.igc')).length
    assert.ok(kept <= 2, String(kept))
    const second = createCliHome(context, account)
    mkdirSync(join(second.folder, 'all.zip.part'))
    for (const name of readdirSync(part))
      writeFileSync(join(second.folder, 'all.zip.part', name), readFileSync(join(part, name)))
    const done = await second.run(['export', '--to', 'all.zip'])
    assert.equal(done.code, 0, done.err)
    const there = kept === 0 ? '' : `, ${kept} of them were there already`
    assert.equal(done.out, `all.zip: ${COUNT} flights${there}\n`)
    assert.deepEqual(readdirSync(second.folder), ['all.zip'])
  })

  test('a folder is brought up to date, a damaged file too; JSON has all that is known', async (context) => {
    const home = createCliHome(context, account)
    assert.equal((await home.run(['export', '--to', 'files'])).code, 0)
    const names = readdirSync(join(home.folder, 'files'))
    assert.equal(names.length, COUNT)
    writeFileSync(join(home.folder, 'files', names[0]!), 'damaged')
    const again = await home.run(['export', '--to', 'files'])
    assert.equal(again.out, `files: ${COUNT} flights, ${COUNT - 1} of them were there already\n`)
    assert.notEqual(readFileSync(join(home.folder, 'files', names[0]!), 'utf8'), 'damaged')

    assert.equal((await home.run(['export', '--to', 'all.json'])).code, 0)
    const flights = JSON.parse(readFileSync(join(home.folder, 'all.json'), 'utf8')) as Flight[]
    assert.equal(flights.length, COUNT)
    const none = await home.run(['export', '--season', '1999', '--format', 'json'])
    assert.equal(none.out, 'cloudstreet-flights-1999.json: 0 flights\n')
  })
})
