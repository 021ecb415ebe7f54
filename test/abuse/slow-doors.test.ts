// run: sweeps; measures how others fare during an attack; the limits that protect them have tests in every run
// Slow and abandoned bodies at every door, of many accounts and many addresses, next to an honest pilot.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { compareTimes, measureTimes } from '#test/support/abuse/honest-times.ts'
import { connectRaw, writeHead } from '#test/support/abuse/raw-http.ts'
import { importZip, makeFlights } from '#test/support/archives/imports.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, makeFlight, type Pilot, unlimited, upload } from '#test/support/flights.ts'
import { gaggle } from '#test/support/intake/captures.ts'
import { sendRaw } from '#test/support/intake/send.ts'
import { startServer, type TestServer } from '#test/support/server.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const BINARY = { 'content-type': 'application/octet-stream' }
const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index))

let seed = 1

/** As many uploads as are measured, one after the other: by the API, and by Leonardo from another address. */
async function createHonestPilot(server: TestServer) {
  const pilot = await createPilot(server)
  const { password } = await addDevice(server, pilot.user)
  const byApi = async () => assert.equal((await upload(server, pilot, makeFlight(seed++))).status, 201)
  const byLeonardo = async () => {
    const sent = gaggle({ user: pilot.user.email, password, igc: makeFlight(seed++) })
    const text = Buffer.from(sent).toString('latin1')
    const from = text.replace('\r\nHost:', '\r\nX-Forwarded-For: 198.51.100.7\r\nHost:')
    const { body } = await sendRaw(server.url, Buffer.from(from, 'latin1'), 60_000)
    assert.match(body, /flight scored/)
  }
  const byArchive = async () =>
    assert.equal((await importZip(server, pilot, makeFlights([seed++]))).status, 200)
  // The thread starts with the first file.
  await byApi()
  return { byApi, byLeonardo, byArchive }
}

/** Bodies that begin and go on with a few bytes now and then, while something else is done. */
async function besideSlow(
  server: TestServer,
  requests: { path: string; headers: Record<string, string | number> }[],
  work: () => Promise<void>,
): Promise<void> {
  const clients = requests.map(({ path, headers }) => {
    const client = connectRaw(server.url)
    client.send(`${writeHead('POST', path, { ...headers, 'content-length': 1_000_000 })}begun`)
    return client
  })
  const trickle = setInterval(() => {
    for (const client of clients) client.send('.'.repeat(600))
  }, 500)
  try {
    await sleep(1500)
    await work()
  } finally {
    clearInterval(trickle)
    for (const client of clients) client.close()
  }
  await assertAllLeft(server)
}

async function readBodies(server: TestServer): Promise<number> {
  const text = await (await server.fetch('/metrics', { headers: { authorization: 'Bearer test' } })).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith('cloudstreet_bodies{'))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Nothing grows: once the clients are gone, no place is held or waited for. */
async function assertAllLeft(server: TestServer): Promise<void> {
  for (let attempt = 0; attempt < 300 && (await readBodies(server)) > 0; attempt++) await sleep(100)
  assert.equal(await readBodies(server), 0)
}

const environment = { ...unlimited, TRUST_PROXY: '1', METRICS_TOKEN: 'test' }

suite('slow bodies at every door', () => {
  const strangers: [count: number, from: string, addressOf: (index: number) => string][] = [
    [128, '16 addresses', (index) => `203.0.${index % 16}.1`],
    [128, 'a network /48', (index) => `2001:db8:7:${(index * 257).toString(16)}::1`],
    [128, 'shared addresses of one /24', (index) => `203.0.113.${index % 64}`],
    [240, '60 networks', (index) => `203.0.${index % 60}.1`],
  ]
  for (const [count, from, addressOf] of strangers) {
    test(`${count} slow bodies of strangers, from ${from}, hold up no other upload`, async (context) => {
      const server = await startServer(context, { environment })
      const { byApi, byLeonardo } = await createHonestPilot(server)
      const alone = [await measureTimes(byApi), await measureTimes(byLeonardo)] as const
      await besideSlow(
        server,
        times(count, (index) => ({
          path: index % 2 ? '/flight_submit.php' : '/api/v1/flights',
          headers: { ...FORM, 'x-forwarded-for': addressOf(index) },
        })),
        async () => {
          compareTimes(context, alone[0], await measureTimes(byApi))
          compareTimes(context, alone[1], await measureTimes(byLeonardo))
        },
      )
    })
  }

  const doors = {
    '/api/v1/flights/upload': BINARY,
    '/api/v1/flights/validate': BINARY,
    '/api/ingest': BINARY,
    '/api/flights/upload': { 'content-type': 'multipart/form-data; boundary=x' },
  }
  test('160 slow uploads of 20 accounts, at four doors, hold up no one else', async (context) => {
    const server = await startServer(context, { environment })
    const { byApi, byLeonardo } = await createHonestPilot(server)
    const alone = [await measureTimes(byApi), await measureTimes(byLeonardo)] as const
    const attackers: Pilot[] = []
    for (let index = 0; index < 20; index++) attackers.push(await createPilot(server))
    await besideSlow(
      server,
      times(160, (index) => {
        const [path, type] = Object.entries(doors)[index % 4]!
        return { path, headers: { ...type, ...attackers[index % 20]!.headers } }
      }),
      async () => {
        compareTimes(context, alone[0], await measureTimes(byApi))
        compareTimes(context, alone[1], await measureTimes(byLeonardo))
      },
    )
  })

  test('eight slow archives of four accounts do not hold up the archive of a fifth', async (context) => {
    const server = await startServer(context, { environment })
    const { byArchive } = await createHonestPilot(server)
    const alone = await measureTimes(byArchive)
    const attackers: Pilot[] = []
    for (let index = 0; index < 4; index++) attackers.push(await createPilot(server))
    await besideSlow(
      server,
      times(8, (index) => ({
        path: '/api/v1/flights/import',
        headers: { 'content-type': 'application/zip', ...attackers[index % 4]!.headers },
      })),
      async () => {
        compareTimes(context, alone, await measureTimes(byArchive))
      },
    )
  })

  test('abandoned bodies of 30 MiB are freed at once, and leave their places', async (context) => {
    const server = await startServer(context, { environment })
    await createHonestPilot(server)
    const heldMiB = () => process.memoryUsage().arrayBuffers / 2 ** 20
    const before = heldMiB()
    const piece = Buffer.alloc(1024 * 1024, '%41')
    let mostMiB = 0
    for (let index = 0; index < 12; index++) {
      const client = connectRaw(server.url)
      const headers = {
        ...FORM,
        'x-forwarded-for': `203.0.113.${index}`,
        'content-length': 31 * piece.length,
      }
      client.send(`${writeHead('POST', '/flight_submit.php', headers)}user=a&pass=b&IGCigcIGC=`)
      for (let sent = 0; sent < 30; sent++) client.send(piece)
      await sleep(200)
      mostMiB = Math.max(mostMiB, heldMiB() - before)
      client.close()
    }
    await assertAllLeft(server)
    const leftMiB = heldMiB() - before
    context.diagnostic(`at most ${mostMiB.toFixed(0)} MiB more, ${leftMiB.toFixed(0)} MiB in the end`)
    assert.ok(leftMiB < 100, `${leftMiB} MiB are still held`)
  })
})
