// run: all
// One budget over every door by which a file comes in: keys, devices, dialects, the dashboard, archives.
import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { importZip, makeFlights, readImport } from '#test/support/archives/imports.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, makeFlight, type Pilot, upload } from '#test/support/flights.ts'
import { gaggle, igcSync, leafUpload, skylinesClient } from '#test/support/intake/captures.ts'
import { sendRaw } from '#test/support/intake/send.ts'
import { bearer, createKey, signIn } from '#test/support/people.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { continueImports } from '#server/flights/import/work.ts'

const never = new AbortController().signal
/** Refused after it was counted: a budget is spent without scoring anything. */
const nothing = Buffer.from('nothing')
const OWN = 3
/** The limit of one user. */
const ALL = 4 * OWN
/** Longer than a test takes on a busy machine. */
const WINDOW = { RATE_LIMIT_WINDOW_SECONDS: '600' }

async function start(context: TestContext): Promise<{ server: TestServer; pilot: Pilot }> {
  const server = await startServer(context, { environment: { RATE_LIMIT_UPLOADS: String(OWN), ...WINDOW } })
  return { server, pilot: await createPilot(server) }
}

async function spendAll(server: TestServer, pilot: Pilot, files = ALL): Promise<void> {
  let left = files
  while (left > 0) {
    const headers = bearer(await createKey(server, pilot.user, ['flights:write']))
    for (let index = 0; index < OWN && left > 0; index++, left--)
      assert.equal((await upload(server, { headers }, nothing)).status, 400)
  }
}

suite('one budget over every door', () => {
  test('what the user has used up by keys is used up at every other door, with any number of credentials', async (context) => {
    const { server, pilot } = await start(context)
    const stranger = await createPilot(server)
    await spendAll(server, pilot)
    for (let index = 0; index < 8; index++) {
      const key = await createKey(server, pilot.user, ['flights:write'])
      assert.equal((await sendRaw(server.url, leafUpload(key, nothing))).status, 429, 'Leaf')
      const { password } = await addDevice(server, pilot.user)
      const login = { user: pilot.user.email, password }
      const sky = await sendRaw(server.url, skylinesClient(login, [{ name: 'a.igc', bytes: nothing }]))
      assert.equal(sky.status, 429, 'SkyLines')
      const dhv = await sendRaw(server.url, igcSync({ ...login, igc: nothing }))
      assert.equal(dhv.status, 429, 'DHV-XC')
      const leonardo = await sendRaw(server.url, gaggle({ ...login, igc: nothing }))
      assert.match(leonardo.body, /Too many requests/, 'Leonardo')
      assert.equal((await importZip(server, { headers: bearer(key) }, nothing)).status, 429, 'archive')
    }
    const headers = await signIn(server, pilot.user)
    const page = await server.fetch('/app/api/flights/upload', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: nothing,
    })
    assert.equal(page.status, 429, 'dashboard')
    assert.equal((await upload(server, stranger, makeFlight(1))).status, 201, 'another user')
  })

  test('what devices and the dashboard have used up is used up for keys', async (context) => {
    const { server, pilot } = await start(context)
    const headers = { ...(await signIn(server, pilot.user)), 'content-type': 'application/octet-stream' }
    for (let index = 0; index < OWN; index++) {
      const { password } = await addDevice(server, pilot.user)
      const login = { user: pilot.user.email, password }
      assert.equal((await sendRaw(server.url, leafUpload(password, nothing))).status, 400)
      assert.equal((await sendRaw(server.url, igcSync({ ...login, igc: nothing }))).status, 400)
      assert.match((await sendRaw(server.url, gaggle({ ...login, igc: nothing }))).body, /problem/)
      const init = { method: 'POST', headers, body: nothing }
      assert.equal((await server.fetch('/app/api/flights/upload', init)).status, 400)
    }
    assert.equal((await upload(server, pilot, nothing)).status, 429)
  })

  test('each file and each flight of a ZIP in one SkyLines request is counted, all of them or none', async (context) => {
    const server = await startServer(context, { environment: { RATE_LIMIT_UPLOADS: '10', ...WINDOW } })
    const pilot = await createPilot(server)
    const { password } = await addDevice(server, pilot.user)
    const send = async (count: number) => {
      const zip = await makeZip(makeFlights(Array.from({ length: count - 1 }, (_, index) => index + 1)))
      const files = [
        { name: 'more.zip', bytes: zip },
        { name: 'none.igc', bytes: nothing },
      ]
      return sendRaw(server.url, skylinesClient({ user: pilot.user.email, password }, files))
    }
    const tooMany = await send(90)
    assert.equal(tooMany.status, 413, tooMany.body)
    assert.equal((await list(server, pilot)).pagination.totalCount, 0)
    assert.equal((await send(6)).status, 200)
    assert.equal((await send(5)).status, 429)
    assert.equal((await send(4)).status, 200)
    assert.equal((await list(server, pilot)).pagination.totalCount, 5)
  })

  test('the flights of an archive wait for the budget, and leave some of it to the pilot', async (context) => {
    const { server, pilot } = await start(context)
    await spendAll(server, pilot, 5)
    const accepted = await importZip(server, pilot, makeFlights([1, 2, 3, 4, 5, 6]))
    assert.equal(accepted.status, 202)
    const { id, counts } = await readImport(accepted)
    // Nine of twelve may be used by archives; six are by the five before and by the archive itself.
    assert.equal(counts.new, 3)
    assert.equal(counts.waiting, 3)
    assert.equal(counts.refused + counts.failed, 0)
    const headers = bearer(await createKey(server, pilot.user, ['flights:write']))
    assert.equal((await upload(server, { headers }, makeFlight(7))).status, 201)
    await continueImports(server.services, never)
    const read = async () =>
      readImport(await server.fetch(`/api/v1/imports/${id}`, { headers: pilot.headers }))
    assert.equal((await read()).counts.waiting, 3, 'not before the window has ended')
    server.advance(601_000)
    await continueImports(server.services, never)
    assert.equal((await read()).counts.new, 6)
  })
})
