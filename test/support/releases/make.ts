// Makes the data of a release: run it with the release checked out (docs/develop/release.md). All of it is invented.
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { constants, zstdCompressSync } from 'node:zlib'
import { scopes, SIGN_IN_SCOPE, type Scope } from '#contract/scopes.ts'
import { writeArchive } from '#server/archive/write-archive.ts'
import { createFiles } from '#server/platform/files/file-store.ts'
import { importZip, makeFlights, readImport, waitForImport } from '../archives/imports.ts'
import { addDevice } from '../devices.ts'
import { createPilot, list, makeFlight, readUploaded, upload, uploadNew } from '../flights.ts'
import { obtainTokens, registerApplication } from '../oauth.ts'
import { bearer, createKey } from '../people.ts'
import { startReceiver } from '../receiver.ts'
import { setUpApp } from '../second-factor.ts'
import { startServer, type TestServer } from '../server.ts'
import { isSignedIn, PASSWORD, signUp } from '../sign-in.ts'
import { createVisitor, type Visitor } from '../visitor.ts'
import { headersFor, pathOf, type Release, releaseSettings } from './release.ts'
import { makeFolder } from '../installation/folder.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

const endings: (() => Promise<void> | void)[] = []
const context = { after: (end: () => Promise<void> | void) => void endings.push(end) }

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
const folder = makeFolder(context)
const on = { ...releaseSettings, DATA_DIR: folder, LOG_LEVEL: 'silent' }
const file = join(folder, 'cloudstreet.db')

try {
  const working = await startServer(context, { on, work: true, hasRealPasswords: true })
  const made = await furnish(working)
  await working.close()
  // Without jobs: the event of the last flight waits.
  const resting = await startServer(context, { on, hasRealPasswords: true })
  const pilot = { headers: bearer(made.pilot.key) }
  const { hash } = await uploadNew(resting, pilot, makeFlight(7, { date: '2026-05-30' }))
  const served = await readServed(resting, made)
  await resting.close()
  await keep({ ...made, madeAt: Date.now(), waitingHash: hash, served })
} finally {
  for (const end of endings.toReversed()) await end()
}
process.exit()

type Made = Omit<Release, 'madeAt' | 'waitingHash' | 'served'>

async function furnish(server: TestServer): Promise<Made> {
  const [visitor, another] = [createVisitor(server), createVisitor(server)]
  const [pilot, guarded] = [await register(visitor, server, 'rosa'), await register(another, server, 'theo')]
  const app = await setUpApp(server, another, PASSWORD)
  const session = { cookie: cookiesOf(visitor), origin: server.url }
  const keyScopes = (Object.keys(scopes) as Scope[]).filter((scope) => scope !== SIGN_IN_SCOPE)
  const key = await createKey(server, pilot, keyScopes)
  const { login, password } = await addDevice(server, pilot)
  const application = await registerApplication(server, { owner: { ...pilot } })
  const tokens = await obtainTokens(server, application, { headers: session })
  const receiver = await startReceiver(context)
  const webhook = await createWebhook(server.services, { userId: pilot.id }, receiver.url)
  await fly(server, key)
  await receiver.waitFor(5)
  return {
    pilot: {
      email: pilot.email,
      password: PASSWORD,
      cookie: session.cookie,
      key,
      device: { login, password },
    },
    guarded: { email: guarded.email, password: PASSWORD, recoveryCode: app.recoveryCodes[0] ?? '' },
    application,
    refreshToken: tokens.refresh_token ?? '',
    webhook: { id: webhook.id, secret: webhook.secret },
  }
}

async function register(visitor: Visitor, { services }: TestServer, name: string) {
  const email = `${name}@example.org`
  await signUp(visitor, email)
  assert.ok(await isSignedIn(visitor))
  await services.db.sql`update users set email_verified = ${true} where email = ${email}`
  const [user] = await services.db.sql<{ id: string }>`select id from users where email = ${email}`
  return { id: user?.id ?? '', email }
}

function cookiesOf({ cookies }: Visitor): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}

/** Scored as triangle and as free flight, corrected, deleted, of a given date, imported, and of three pilots at one place. */
async function fly(server: TestServer, key: string): Promise<void> {
  const pilot = { headers: bearer(key) }
  await uploadNew(server, pilot, makeFlight(1, { shape: 'triangle', glider: 'Kestrel 4' }))
  const line = makeFlight(2, { shape: 'line', date: '2026-04-12' })
  const { id } = await uploadNew(server, pilot, line, { headers: { 'idempotency-key': 'the second' } })
  const headers = { ...pilot.headers, 'content-type': 'application/json' }
  const corrected = await server.fetch(`/api/v1/flights/${id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ launch_type: 'Towed', is_tandem: true }),
  })
  assert.equal(corrected.status, 200)
  const dateless = Buffer.from(makeFlight(3))
    .toString('latin1')
    .replace(/^HFDTE.*\r\n/m, '')
  await uploadNew(server, pilot, Buffer.from(dateless, 'latin1'), { query: '?flight_date=2025-10-03' })
  const gone = await uploadNew(server, pilot, makeFlight(4, { date: '2026-02-01' }))
  await server.fetch(`/api/v1/flights/${gone.id}`, { method: 'DELETE', headers: pilot.headers })
  const archive = await readImport(await importZip(server, pilot, makeFlights([5, 6])))
  await waitForImport(server, pilot, archive.id)
  for (const name of ['Otto Other', 'Ada Another'])
    await readUploaded(await upload(server, await createPilot(server, name), makeFlight(1)))
}

async function readServed(server: TestServer, made: Made): Promise<Release['served']> {
  const { data } = await list(server, { headers: bearer(made.pilot.key) })
  const paths = [
    '/api/v1/profile',
    '/api/v1/flights',
    ...data.flatMap(({ id }) =>
      ['', '/analysis', '/track?resolution=9'].map((end) => `/api/v1/flights/${id}${end}`),
    ),
    '/api/v1/flights/changes',
    '/api/v1/webhooks',
    '/api/v1/events',
    '/app/api/logbook/statistics',
    '/app/api/connections',
  ]
  const served: Release['served'] = {}
  for (const path of paths) {
    const response = await server.fetch(path, { headers: headersFor(path, made) })
    assert.equal(response.status, 200, path)
    served[path] = (await response.json()) as object
  }
  return served
}

async function keep(release: Release): Promise<void> {
  const archive = pathOf('jsonl.zst', version)
  rmSync(archive, { force: true })
  await writeArchive({ file }, archive, { nowMs: release.madeAt, files: createFiles(['database']) })
  const compact = join(folder, 'compact.db')
  const database = new DatabaseSync(file)
  database.prepare('vacuum into ?').run(compact)
  database.close()
  writeFileSync(pathOf('db.zst', version), compress(readFileSync(compact)))
  writeFileSync(pathOf('json.zst', version), compress(JSON.stringify(release)))
}

function compress(content: Buffer | string): Buffer {
  return zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19 } })
}
