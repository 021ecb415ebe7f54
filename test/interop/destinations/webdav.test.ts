// run: all
// Flights in a folder of real WebDAV servers.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { OutgoingFlight } from '#server/forwards/kinds/kind.ts'
import { webdav } from '#server/forwards/kinds/webdav.ts'
import { makeSmallDisk } from '#test/support/faults/small-disk.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'

const door = openDoor()

for (const { name, skip, start } of davServers)
  suite(`WebDAV at ${name}`, { skip }, async () => {
    if (skip !== false) return
    const server = await start({ after })
    const { user, password } = davUser
    const at = (path: string, rest = {}) =>
      placeAt({ url: `${server.url}/${path}`, user, ...rest }, { password })
    const send = async (place: ReturnType<typeof at>, flight: OutgoingFlight) =>
      webdav.classify(await webdav.send(door, place, flight))
    const read = (path: string) => readFileSync(join(server.files, path))

    test('a folder that is missing is made, with those above it, and the file is there byte for byte', async () => {
      const place = at('My flights/paragliding/', { yearFolders: true })
      assert.deepEqual(await webdav.check(door, place), { result: 'delivered' })
      const flight = prepareFlight(1)
      const path = `2026/${flight.fileName}`
      assert.deepEqual(await send(place, flight), { result: 'delivered', foreignId: path })
      assert.deepEqual(read(`My flights/paragliding/${path}`), Buffer.from(flight.bytes))
    })

    test('the same file again is already there; other bytes of its name stay, and get company', async () => {
      const flight = prepareFlight(2, { fileName: '1.igc' })
      const other = prepareFlight(3, { fileName: '1.igc' })
      assert.equal((await send(at('twice'), flight)).result, 'delivered')
      const again = await send(at('twice'), flight)
      assert.deepEqual([again.result, again.foreignId], ['duplicate', '1.igc'])
      const second = await send(at('twice'), other)
      assert.deepEqual(second, { result: 'delivered', foreignId: `1-${other.hash.slice(0, 12)}.igc` })
      assert.equal((await send(at('twice'), other)).result, 'duplicate')
      assert.deepEqual(read('twice/1.igc'), Buffer.from(flight.bytes))
      assert.equal(readdirSync(join(server.files, 'twice')).length, 2)
    })

    test('the beginning of an upload that broke off is replaced by the whole file', async () => {
      const flight = prepareFlight(4, { fileName: 'broken.igc' })
      await send(at('cut'), prepareFlight(5))
      writeFileSync(join(server.files, 'cut/broken.igc'), flight.bytes.subarray(0, 1000), { mode: 0o666 })
      assert.equal((await send(at('cut'), flight)).result, 'delivered')
      assert.deepEqual(read('cut/broken.igc'), Buffer.from(flight.bytes))
      assert.equal(readdirSync(join(server.files, 'cut')).length, 2)
    })

    test('a name cannot leave the folder', async () => {
      const flight = prepareFlight(6, { fileName: '../../x/..\\.hidden?#%2e.igc' })
      const { result, foreignId } = await send(at('names'), flight)
      assert.equal(result, 'delivered')
      assert.deepEqual(readdirSync(join(server.files, 'names')), [foreignId])
    })

    test('a wrong password is for the pilot to mend, and nothing is stored', async () => {
      const wrong = placeAt({ url: `${server.url}/wrong`, user }, { password: 'wrong' })
      assert.equal((await webdav.check(door, wrong)).result, 'credential')
      assert.equal((await send(wrong, prepareFlight(7))).result, 'credential')
      assert.equal(existsSync(join(server.files, 'wrong')), false)
    })

    test('a full disk is tried again later, and the flight gets there once there is room', async (context) => {
      const disk = makeSmallDisk(1)
      if (!disk) return context.skip('this user may not mount a file system')
      context.after(() => disk.remove())
      const files = join(disk.folder, 'files')
      mkdirSync(files)
      const small = await start(context as never, files)
      const place = placeAt({ url: small.url, user }, { password })
      const flight = prepareFlight(8, { bytes: Buffer.alloc(600_000, 'B1234567890123N\r\n') })
      const before = join(disk.folder, 'other')
      writeFileSync(before, new Uint8Array(700_000))
      const outcome = webdav.classify(await webdav.send(door, place, flight))
      assert.equal(outcome.result, 'later', JSON.stringify(outcome))
      writeFileSync(before, '')
      assert.equal(webdav.classify(await webdav.send(door, place, flight)).result, 'delivered')
      assert.deepEqual(readFileSync(join(files, flight.fileName)), Buffer.from(flight.bytes))
    })
  })
