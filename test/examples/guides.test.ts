// run: all
// The samples of the guides, run as they stand there, in their order; the answers that are shown have the members of those
// that come. Three guides have tests of their own.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { TokenResponse } from '#contract/oauth.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { createPilot, makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { listGuides, readBlocks, root } from '#test/support/guides/blocks.ts'
import { nameOf, openGuide, type Reader } from '#test/support/guides/reader.ts'
import { recordTwice } from '#test/support/igc/second-recorder.ts'
import { authorize, decideDevice, registerApplication } from '#test/support/oauth.ts'
import { createKey, createSignedInUser } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startReceiver } from '#test/support/receiver.ts'
import { checkTypes, runSamples } from '#test/support/samples/run.ts'
import { startServer } from '#test/support/server.ts'

const haveOwnTests = ['quick-start.md', 'programs/receivers.md', 'programs/tracker.md']
const LANGUAGES = ['sh', 'bash', 'js', 'ts', 'python']

const notRunHere: { reason: string; samples: string[] }[] = [
  {
    reason: 'run by test/contract/intake/fuzz.test.ts',
    samples: [
      'dialects.md, Leonardo, sh',
      'dialects.md, Leonardo, sh',
      'dialects.md, DHV-XC, sh',
      'dialects.md, SkyLines, sh',
      'dialects.md, Leaf, sh',
      'dialects.md, Leaf, sh',
    ],
  },
  {
    reason: 'makes and installs a package, which takes a while; the name of its file is compared below',
    samples: ['command-line.md, Install, sh', 'sdk.md, Install, sh', 'sdk.md, Install, sh'],
  },
  {
    reason: 'run by test/cli/conformance-whole.test.ts, but for the one that waits for a device',
    samples: [
      'conformance.md, Conformance: for makers of instruments, sh',
      'conformance.md, A program, sh',
      'conformance.md, A device, sh',
    ],
  },
  { reason: 'run by test/cli/cli.test.ts, on a phone', samples: ['command-line.md, Sign in, sh'] },
  { reason: 'run by test/cli/device-passwords.test.ts', samples: ['keys.md, Device passwords, sh'] },
  {
    reason: 'needs a program that is not installed',
    samples: ['your-library.md, Postman, Bruno, Insomnia, sh'],
  },
  {
    reason: 'the settings alone, of a library that is not installed or needs a site around it',
    samples: [
      'your-library.md, Auth.js (NextAuth), ts',
      'your-library.md, better-auth, ts',
      'your-library.md, openid-client (Node), ts',
      'your-library.md, passport (passport-oauth2), js',
      'your-library.md, oauthlib, requests-oauthlib (Python), python',
    ],
  },
]

/** Behind the receiver: one event that is signed, and one that is forged. */
const postTwoEvents = `
import { createHmac } from 'node:crypto'
const text = JSON.stringify({ event: 'flight.deleted', occurredAt: '', user: { id: '' }, flight: { id: '', hash: '' } })
const time = String(Math.floor(Date.now() / 1000))
const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64')
const signature = createHmac('sha256', key).update('one.' + time + '.' + text).digest('base64')
for (const v1 of [signature, Buffer.alloc(32).toString('base64')]) {
  const headers = { 'webhook-id': 'one', 'webhook-timestamp': time, 'webhook-signature': 'v1,' + v1 }
  await fetch('http://127.0.0.1:' + PORT, { method: 'POST', headers, body: text })
}
setTimeout(() => process.exit(), 100)`

suite('the samples of the guides', async () => {
  const environment = {
    WEBHOOK_ALLOW_PRIVATE: 'true',
    DEVICE_INTERVAL_SECONDS: '1',
    CLIENT_REGISTRATION: 'true',
  }
  const server = await startServer({ after }, { environment, work: true })
  const folder = makeFolder({ after })
  const done: string[] = []

  async function follow(
    guide: string,
    variables: Record<string, string>,
    steps: (reader: Reader) => Promise<void>,
  ): Promise<void> {
    const reader = await openGuide(guide, folder, {
      ...server.environment,
      CLOUDSTREET_URL: server.url,
      ...variables,
    })
    try {
      await steps(reader)
    } finally {
      await reader.close()
      done.push(...reader.done)
    }
  }

  test('uploading flights', async () => {
    const { token } = await createPilot(server)
    writeFileSync(join(folder, '2026-05-17.igc'), makeFlight(1))
    const zip = await makeZip([
      ['2026/a.igc', makeFlight(2)],
      ['notes.txt', 'fine day'],
    ])
    writeFileSync(join(folder, 'flights.zip'), zip)
    await follow('upload.md', { TOKEN: token }, async ({ next, set }) => {
      await next()
      const { data } = await next<{ data: { id: string } }>()
      await set({ ID: data.id })
      await next()
    })
  })

  test('flights: which count, what happened in them, one of two recordings', async () => {
    const pilot = await createPilot(server)
    const [first, second] = recordTwice(1)
    const { id } = await readUploaded(await upload(server, pilot, first))
    const other = await readUploaded(await upload(server, pilot, second))
    const named = { TOKEN: pilot.token, ID: id, OTHER_ID: other.id }
    await follow('reading.md', named, async ({ next }) => {
      assert.equal((await next<{ data: unknown[] }>()).data.length, 2)
    })
    await follow('flights/counting.md', named, async ({ next }) => {
      const { data } = await next<{ data: { flightInfo: { metadata: { isCounted: boolean } } } }>()
      assert.equal(data.flightInfo.metadata.isCounted, true)
    })
    await follow('flights/changing.md', named, async ({ next }) => {
      assert.equal((await next<{ data: { id: string } }>()).data.id, id, 'the other is merged into it')
    })
    await follow('flights/analysing.md', named, async ({ next }) => {
      assert.ok((await next<{ data: { phases: unknown[] } }>()).data.phases.length > 0)
      assert.equal((await next<{ data: unknown }>()).data, null, 'there are no height files')
      assert.deepEqual((await next<{ data: { sources: unknown[] } }>()).data.sources, [])
      assert.equal((await next<{ data: unknown[] }>()).data.length, 3)
    })
  })

  test('sharing a flight', async () => {
    const pilot = await createPilot(server)
    const { id } = await readUploaded(await upload(server, pilot, makeFlight(1)))
    await follow('sharing.md', { TOKEN: pilot.token, ID: id }, async ({ next }) => {
      const { data } = await next<{ data: { flightInfo: { metadata: { visibility: string } } } }>()
      assert.equal(data.flightInfo.metadata.visibility, 'unlisted')
    })
  })

  test('keeping a copy', async () => {
    const pilot = await createPilot(server)
    await upload(server, pilot, makeFlight(1))
    const { id } = await readUploaded(await upload(server, pilot, makeFlight(2)))
    await server.fetch(`/api/v1/flights/${id}`, { method: 'DELETE', headers: pilot.headers })
    await follow('syncing.md', { TOKEN: pilot.token }, async ({ next }) => void (await next()))
  })

  test('personal keys', async () => {
    const { user } = await createSignedInUser(server)
    await server.services.db.sql`update users set email = ${'me@example.org'} where id = ${user.id}`
    await follow('keys.md', {}, async ({ next, set }) => {
      const { key } = await next<{ key: string }>()
      await set({ KEY: key })
      await next()
    })
  })

  test('the command line', async (context) => {
    const { user } = await createPilot(server)
    const home = join(folder, 'home')
    mkdirSync(join(home, 'flights'), { recursive: true })
    mkdirSync(join(home, 'bin'))
    const program = join(import.meta.dirname, '../../cli/main.ts')
    writeFileSync(join(home, 'bin/cloudstreet'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(join(home, 'bin/cloudstreet'), 0o755)
    writeFileSync(join(home, 'flights/one.igc'), makeFlight(1))
    writeFileSync(join(folder, 'season-2025.zip'), await makeZip([['two.igc', makeFlight(2)]]))
    const receiver = await startReceiver(context)
    const variables = {
      HOME: home,
      PATH: `${home}/bin:/usr/bin:/bin`,
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere',
      KEY: await createKey(server, user, ['flights:read', 'flights:write', 'profile:read']),
      HOOK: receiver.url,
    }
    await follow('command-line.md', variables, async ({ next, skip }) => {
      skip()
      skip()
      for (let block = 0; block < 7; block++) await next()
    })
    assert.ok(existsSync(join(folder, 'logbook.zip')))
    assert.equal(receiver.received.length, 1)
  })

  test('the library for TypeScript', async () => {
    const { user } = await createPilot(server)
    const key = await createKey(server, user, ['flights:read', 'flights:write'])
    const [sending, receiving] = readBlocks('sdk.md').filter(({ language }) => language === 'ts')
    const place = join(folder, 'sdk')
    mkdirSync(place)
    writeFileSync(join(place, 'flight.igc'), makeFlight(1))
    const environment = {
      CLOUDSTREET_URL: server.url,
      CLOUDSTREET_KEY: key,
      SECRET: 'whsec_AAAA',
      PORT: String(await findFreePort()),
    }
    const outcomes = await runSamples(
      'typescript',
      [
        { name: 'sending', code: sending!.code, environment },
        { name: 'receiving', code: `${receiving!.code}\n${postTwoEvents}`, environment },
      ],
      place,
    )
    assert.deepEqual(outcomes, [
      { name: 'sending', statuses: [201, 200] },
      { name: 'receiving', statuses: [204, 400] },
    ])
    assert.equal(await checkTypes(place), '')
    done.push(nameOf(sending!), nameOf(receiving!))
    const { version } = JSON.parse(readFileSync(join(root, 'sdk/package.json'), 'utf8')) as {
      version: string
    }
    for (const text of ['docs/guide/sdk.md', 'sdk/README.md'])
      assert.ok(readFileSync(join(root, text), 'utf8').includes(`cloudstreet-sdk-${version}.tgz`), text)
  })

  test('webhooks', async () => {
    const { user } = await createSignedInUser(server)
    const token = await createKey(server, user, ['webhooks:manage', 'flights:read'])
    await follow('webhooks.md', { TOKEN: token }, async ({ next, set }) => {
      const { data } = await next<{ data: { id: string } }>()
      await set({ ID: data.id, SEEN: '0' })
      await next()
    })
  })

  test('getting a token', async () => {
    const { user, headers } = await createSignedInUser(server, 'Olga')
    await server.services.db.sql`update users set email = ${'olga@example.org'} where id = ${user.id}`
    const phone = await registerApplication(server, { type: 'public' })
    const key = await createKey(server, user, ['flights:read'])
    await follow('oauth.md', { KEY: key }, async ({ next, set, get }) => {
      await next()
      await set({ CLOUDSTREET_URL: server.url })
      const backend = await next<{ client_id: string; client_secret: string }>()
      await set({ CLIENT_ID: backend.client_id, CLIENT_SECRET: backend.client_secret })
      await next()
      await next()
      const own = await next<TokenResponse>()
      await next()
      const challenge = { code_challenge: await get('CHALLENGE'), code_challenge_method: 'S256' }
      const parameters = { ...challenge, scope: 'flights:read profile:read' }
      const answer = await authorize(server, phone, { headers, parameters })
      await set({ CLIENT_ID: phone.id, CODE: answer.get('code') ?? '' })
      const first = await next<TokenResponse>()
      await set({ REFRESH_TOKEN: first.refresh_token ?? '' })
      const second = await next<TokenResponse>()
      const started = await next<{ device_code: string; user_code: string }>()
      await decideDevice(server, started.user_code, { headers })
      await set({ DEVICE_CODE: started.device_code, REFRESH_TOKEN: second.refresh_token ?? '' })
      const third = await next<TokenResponse>()
      await set({ CLIENT_ID: backend.client_id })
      const forAssistants = await next<TokenResponse>()
      assert.equal(forAssistants.scope, 'flights:read')
      await set({ CLIENT_ID: phone.id })
      await next()
      await set({ ACCESS_TOKEN: third.access_token })
      await next()
      await set({ CLIENT_ID: backend.client_id, ACCESS_TOKEN: own.access_token })
      await next()
    })
  })

  test('rate limits', () => {
    const block = readBlocks('rate-limits.md').find(({ language }) => language === 'ts')!
    const program = `import { createServer } from 'node:http'
      let count = 0
      const server = createServer((_, response) => {
        count += 1
        response.statusCode = count < 3 ? 429 : 200
        response.end(JSON.stringify({ success: false, error: 'rate_limit_exceeded', retryAfter: 0.01 }))
      }).listen(0, async () => {
        const response = await fetchPatiently(\`http://localhost:\${server.address().port}\`, {})
        console.log(response.status, count)
        server.close()
      })
      ${block.code}`
    writeFileSync(join(folder, 'patient.mts'), program)
    assert.equal(execFileSync(process.execPath, [join(folder, 'patient.mts')]).toString(), '200 3\n')
    done.push(nameOf(block))
  })

  test('none is left out that is not on the list', () => {
    const all = listGuides()
      .filter((guide) => !haveOwnTests.includes(guide))
      .flatMap(readBlocks)
      .filter(({ language }) => LANGUAGES.includes(language))
    const listed = notRunHere.flatMap(({ samples }) => samples)
    assert.deepEqual([...done, ...listed].sort(), all.map(nameOf).sort())
  })
})
