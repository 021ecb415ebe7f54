// run: all
// The connection to a destination breaks after any number of bytes, of what is sent or of what is answered: the next try ends
// with the flight there exactly once, byte for byte. And services that misbehave in every way that is known.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { cloudstreet } from '#server/forwards/kinds/cloudstreet.ts'
import { dhvXc } from '#server/forwards/kinds/dhv-xc.ts'
import { email } from '#server/forwards/kinds/email.ts'
import type { Kind, OutgoingFlight, Place } from '#server/forwards/kinds/kind.ts'
import { leonardo } from '#server/forwards/kinds/leonardo.ts'
import { s3 } from '#server/forwards/kinds/s3.ts'
import { webdav } from '#server/forwards/kinds/webdav.ts'
import { xccup } from '#server/forwards/kinds/xccup.ts'
import { issueCredential } from '#test/support/access/issuing.ts'
import { addDevice } from '#test/support/devices.ts'
import { createPilot, list, unlimited } from '#test/support/flights.ts'
import { startByteCutter } from '#test/support/forwards/byte-cutter.ts'
import { davServers, davUser } from '#test/support/forwards/dav-servers.ts'
import { openDoor } from '#test/support/forwards/door.ts'
import { placeAt, prepareFlight } from '#test/support/forwards/flight.ts'
import { s3Credentials, startBucket } from '#test/support/installation/s3-server.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { startServer } from '#test/support/server.ts'

/** Places on the way at which the line is cut, in each direction. */
const CUTS = process.env.SWEEPS ? 1000 : 12

const any = (kind: unknown) => kind as Kind
const password = { password: davUser.password }

interface World {
  port: number
  place: (port: number) => Place
  /** Copies of the flight that are there; throws for anything else. */
  count: (flight: OutgoingFlight) => number | Promise<number>
}

type Context = { after: (end: () => Promise<void> | void) => void }

const worlds: {
  name: string
  kind: Kind
  skip: string | boolean
  start: (context: Context) => Promise<World>
}[] = [
  ...davServers.map(({ name, skip, start }) => ({
    name: `WebDAV at ${name}`,
    kind: any(webdav),
    skip,
    start: async (context: Context): Promise<World> => {
      const { url, files } = await start(context)
      return {
        port: Number(new URL(url).port),
        place: (port) =>
          placeAt({ url: `http://127.0.0.1:${port}/a`, user: davUser.user, yearFolders: true }, password),
        count: (flight) => {
          const folder = join(files, 'a', '2026')
          const own = readdirSync(folder).filter((name) => name.startsWith(flight.fileName.slice(0, -4)))
          for (const name of own)
            assert.deepEqual(readFileSync(join(folder, name)), Buffer.from(flight.bytes))
          return own.length
        },
      }
    },
  })),
  {
    name: 'S3',
    kind: any(s3),
    skip: false,
    start: async (context) => {
      const { url } = await startBucket(context)
      const endpoint = new URL(new URL(url).searchParams.get('endpoint')!)
      const keys = {
        accessKeyId: s3Credentials.AWS_ACCESS_KEY_ID,
        secretAccessKey: s3Credentials.AWS_SECRET_ACCESS_KEY,
      }
      const settings = { bucket: 'flights', region: 'eu-central-1' }
      return {
        port: Number(endpoint.port),
        place: (port) => placeAt({ ...settings, url: `http://127.0.0.1:${port}` }, keys),
        count: async (flight) => {
          // A list has 1,000 names at most.
          const query = `list-type=2&prefix=${flight.fileName.slice(0, -4)}`
          const listed = await (await fetch(`${endpoint.origin}/flights?${query}`)).text()
          const own = [...listed.matchAll(/<Key>([^<]+)/g)].map(([, name = '']) => name)
          for (const name of own) {
            const stored = await fetch(`${endpoint.origin}/flights/${name}`)
            assert.deepEqual(Buffer.from(await stored.arrayBuffer()), Buffer.from(flight.bytes))
          }
          return own.length
        },
      }
    },
  },
  ...[cloudstreet, dhvXc, leonardo].map((kind, index) => ({
    name: ['a second installation', 'DHV-XC’s dialect', 'Leonardo’s dialect'][index]!,
    kind: any(kind),
    skip: false as const,
    start: async (context: Context): Promise<World> => {
      const server = await startServer(context as never, { environment: unlimited })
      const pilot = await createPilot(server)
      const device = await addDevice(server, pilot.user)
      const { db, now } = server.services
      const scopes = ['flights:write' as const]
      const key = await issueCredential(db.sql, now(), { kind: 'key', userId: pilot.user.id, scopes })
      const path = kind === (leonardo as unknown) ? '/flight_submit.php' : ''
      return {
        port: Number(new URL(server.url).port),
        place: (port) =>
          placeAt(
            { url: `http://127.0.0.1:${port}${path}`, user: pilot.user.email },
            { password: device.password, key: key.secret },
          ),
        count: async ({ hash }) =>
          (await list(server, pilot, '?pageSize=100')).data.filter((flight) => flight.hash === hash).length,
      }
    },
  })),
  {
    name: 'email',
    kind: any(email),
    skip: false,
    start: async (context) => {
      const mail = await startMailServer(context as never)
      return {
        port: Number(new URL(mail.url).port),
        place: () => placeAt({ to: 'ada@example.org' }, {}),
        // Accepted with the answer lost is sent again, under the same Message-ID.
        count: ({ id }) =>
          new Set(mail.received.map(({ messageId }) => messageId).filter((name) => name.includes(id))).size,
      }
    },
  },
]

suite('a connection that breaks', () => {
  for (const { name, kind, skip, start } of worlds)
    test(`${name}: the flight is there once, at whichever byte`, { skip }, async (context) => {
      const world = await start(context)
      const cutter = await startByteCutter(context, world.port)
      const place = world.place(cutter.port)
      const door = openDoor({ smtpUrl: `smtp://127.0.0.1:${cutter.port}` })
      const send = async (flight: OutgoingFlight) => kind.classify(await kind.send(door, place, flight))
      let seed = 100
      const next = () => prepareFlight(++seed, { fileName: `flight-${seed}.igc` })
      assert.equal((await send(next())).result, 'delivered')
      cutter.allow()
      assert.equal((await send(next())).result, 'delivered')
      const whole = cutter.passed
      for (const direction of ['request', 'answer'] as const)
        for (let cut = 0; cut < CUTS; cut++) {
          const flight = next()
          const limit = Math.floor((whole[direction] * cut) / CUTS)
          cutter.allow({ [direction]: limit })
          const first = await send(flight)
          assert.ok(
            ['later', 'delivered'].includes(first.result),
            `${direction} ${limit}: ${JSON.stringify(first)}`,
          )
          cutter.allow()
          // A server may keep the place locked until it has noticed that the first connection is gone.
          let second = await send(flight)
          await waitUntil(`${direction} ${limit}: ${JSON.stringify(second)}`, async () => {
            if (second.result === 'later') second = await send(flight)
            return second.result !== 'later'
          })
          assert.ok(
            ['delivered', 'duplicate'].includes(second.result),
            `${direction} ${limit}: ${JSON.stringify(second)}`,
          )
          assert.equal(await world.count(flight), 1, `${direction} ${limit}`)
        }
    })
})

const misbehaviour: Record<string, RequestListener> = {
  'no answer': () => undefined,
  'an answer that never ends': (_request, response) => void response.write('x'),
  'a connection that is closed': (request) => void request.socket.destroy(),
  'a body that is cut': (request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"success":true')
    setTimeout(() => request.socket.destroy(), 20)
  },
  'an answer of 3 MB': (_request, response) => void response.end('x'.repeat(3_000_000)),
  'a full disk': (_request, response) => void response.writeHead(507).end('Insufficient Storage'),
  'an error': (_request, response) => void response.writeHead(500).end('<h1>Oops</h1>'),
  'a redirect': (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end(),
  'a page of something else': (_request, response) =>
    void response.end('<html><body>Welcome to the hotel’s network</body></html>'),
}

suite('a service that misbehaves', async () => {
  let behave: RequestListener = () => undefined
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    request.resume()
    behave(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { url, user: 'ada', bucket: 'flights', region: 'eu-central-1' }
  const credential = { password: 'secret', key: 'cst_key_x', accessKeyId: 'a', secretAccessKey: 'b' }
  const place = placeAt(settings, credential)
  const door = openDoor({ timeoutMs: 300 })

  for (const [name, kind] of Object.entries({ webdav, s3, cloudstreet, dhvXc, xccup, leonardo }))
    for (const [what, listener] of Object.entries(misbehaviour))
      test(`${name}: ${what} is tried again, and neither a success nor a refusal for good`, async () => {
        behave = listener
        asked.length = 0
        const outcome = any(kind).classify(await any(kind).send(door, place, prepareFlight(1)))
        // Not the address of a folder: the pilot has to look.
        const isPage = what === 'a page of something else' || what === 'an answer of 3 MB'
        const isNoFolder = isPage && (name === 'webdav' || name === 's3')
        const expected = isNoFolder ? ['missing', 'later'] : ['later', 'unknown']
        assert.ok(expected.includes(outcome.result), JSON.stringify(outcome))
        assert.ok((outcome.words ?? '').length > 0)
        assert.ok(!asked.includes('/elsewhere'))
        const checked = await any(kind).check(door, place)
        assert.ok(
          ['later', 'unknown', 'credential', 'missing'].includes(checked.result) || isPage,
          JSON.stringify(checked),
        )
      })
})
