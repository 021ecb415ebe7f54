// run: all
// on: sqlite, postgres
// Data of the release before: upgraded at the start, and served as that release served it.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import type { FlightList } from '#contract/flight-list.ts'
import { findPlace } from '#server/archive/commands.ts'
import { restoreArchive } from '#server/archive/restore.ts'
import { readConfig } from '#server/platform/config.ts'
import { seal } from '#server/platform/secrets.ts'
import { makeFlight, readUploaded, upload } from '#test/support/flights.ts'
import { makeEmptyHome } from '#test/support/installation/fill.ts'
import { callApi, refresh } from '#test/support/oauth.ts'
import { bearer } from '#test/support/people.ts'
import { type Received, startReceiver } from '#test/support/receiver.ts'
import {
  headersFor,
  openedFormats,
  pathOf,
  readCompressed,
  readRelease,
  type Release,
  releaseSettings,
  rename,
} from '#test/support/releases/release.ts'
import { startServer, type TestServer } from '#test/support/server.ts'
import { enter, isSignedIn } from '#test/support/sign-in.ts'
import { createVisitor } from '#test/support/visitor.ts'

const MINUTE_MS = 60_000

type Settings = Record<string, string>

async function restoreRelease(context: TestContext, engine: 'sqlite' | 'postgres'): Promise<Settings> {
  const on = { ...(await makeEmptyHome(context, engine)), ...releaseSettings }
  const place = findPlace(readConfig(on))
  await restoreArchive(place, pathOf('jsonl.zst'), { force: false, nowMs: Date.now() })
  return on
}

async function copyDatabase(context: TestContext): Promise<Settings> {
  const home = await makeEmptyHome(context, 'sqlite')
  writeFileSync(join(home.DATA_DIR ?? '', 'cloudstreet.db'), readCompressed('db.zst'))
  return { ...home, ...releaseSettings }
}

async function requireServed(server: TestServer, release: Release): Promise<void> {
  for (const [path, expected] of Object.entries(release.served)) {
    // An endpoint of the dashboard's own may move.
    const now = path.replace('/app/api/flights/statistics', '/app/api/logbook/statistics')
    const response = await server.fetch(now, { headers: headersFor(path, release) })
    assert.equal(response.status, 200, path)
    // A later release may add members, and a restore begins another epoch.
    const { epoch: _epoch, ...served } = rename(expected) as { epoch?: number }
    assert.partialDeepStrictEqual(await response.json(), served, path)
  }
}

async function requireFiles(server: TestServer, { pilot, served }: Release): Promise<void> {
  const { data } = served['/api/v1/flights'] as FlightList
  assert.equal(data.length, 6)
  for (const flight of data) {
    const response = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: bearer(pilot.key) })
    assert.equal(hash('sha256', Buffer.from(await response.arrayBuffer())), flight.hash)
  }
  const known = await readUploaded(await upload(server, { headers: bearer(pilot.key) }, makeFlight(1)))
  assert.equal(known.isNew, false, 'a flight that is there is known')
}

async function requireSignIn(server: TestServer, { pilot, guarded }: Release): Promise<void> {
  const visitor = createVisitor(server)
  assert.equal((await enter(visitor, pilot.email, pilot.password)).status, 303)
  assert.ok(await isSignedIn(visitor))
  const another = createVisitor(server)
  const asked = await enter(another, guarded.email, guarded.password)
  assert.equal(asked.headers.get('location'), '/sign-in/second-factor')
  await another.open('/sign-in/second-factor')
  await another.submit('/sign-in/second-factor', { code: guarded.recoveryCode })
  assert.ok(await isSignedIn(another), 'a recovery code is a second factor')
}

async function requireTokens(server: TestServer, { application, refreshToken }: Release): Promise<void> {
  const { status, body } = await refresh(server, application, refreshToken)
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(await callApi(server, body.access_token), 200)
}

function changeAddress(server: TestServer, { pilot, webhook }: Release, url: string): Promise<Response> {
  return server.fetch(`/api/v1/webhooks/${webhook.id}`, {
    method: 'PATCH',
    headers: { ...bearer(pilot.key), 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
}

function requireSignature({ headers, body }: Received, { webhook }: Release): void {
  const [id, seconds] = [String(headers['webhook-id']), Number(headers['webhook-timestamp'])]
  const signature = new Webhook(webhook.secret).sign(id, new Date(seconds * 1000), body)
  assert.equal(headers['webhook-signature'], signature)
}

/** Everything that the release served, then what it had not delivered yet. */
async function requireEverything(context: TestContext, on: Settings): Promise<void> {
  const release = readRelease()
  const startsAt = release.madeAt + MINUTE_MS
  const server = await startServer(context, { on, startsAt, hasRealPasswords: true })
  await requireServed(server, release)
  await requireFiles(server, release)
  await requireSignIn(server, release)
  await requireTokens(server, release)
  const receiver = await startReceiver(context)
  assert.equal((await changeAddress(server, release, receiver.url)).status, 200)
  await server.close()
  await startServer(context, { on, startsAt, work: true })
  await receiver.waitFor(1)
  const [delivered] = receiver.received
  assert.ok(delivered)
  assert.ok(delivered.body.includes(release.waitingHash))
  requireSignature(delivered, release)
}

suite('the release before', () => {
  test('opens what this one seals, since nodes of both may run', () => {
    const sealed = seal(['s'.repeat(32)], { purpose: 'webhook-secret', id: 'a' }, 'text')
    const [format = ''] = Buffer.from(sealed).toString('latin1').split(':')
    assert.ok(
      openedFormats.includes(format),
      `the format ${format} may be written one release after it can be read: docs/operate/upgrade.md`,
    )
  })
})

suite('data of the release before', () => {
  const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

  test('is served after an upgrade from its archive', async (context) => {
    await requireEverything(context, await restoreRelease(context, engine))
  })

  test(
    'is served after an upgrade of its database',
    { skip: engine === 'postgres' && 'the kept database is a file of SQLite' },
    async (context) => {
      await requireEverything(context, await copyDatabase(context))
    },
  )
})
