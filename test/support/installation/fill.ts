// A house with everything in it: what must still work after its database was moved or restored.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { createPilot, list, makeFlight, type Pilot, readUploaded, upload } from '../flights.ts'
import { callApi, obtainTokens, refresh, registerApplication, type TestApplication } from '../oauth.ts'
import { createKey, signIn } from '../people.ts'
import { createDatabase, dropDatabase } from '../postgres.ts'
import type { Receiver } from '../receiver.ts'
import { createEnvironment, startServer, type TestServer } from '../server.ts'
import { onLoopback } from '../webhooks.ts'
import { makeFolder } from './folder.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

type Context = { after: (end: () => Promise<void> | void) => void }

export const houseSettings = {
  ...onLoopback,
  RATE_LIMIT_REQUESTS: '0',
  RATE_LIMIT_UPLOADS: '0',
  RATE_LIMIT_OAUTH: '0',
  CLOUDSTREET_SECRET: 'the same secret before and after the move',
}

export interface House {
  pilot: Pilot
  session: { cookie: string; origin: string }
  key: string
  application: TestApplication
  refreshToken: string
  /** Acknowledged files: hash -> the file. */
  files: Map<string, Uint8Array>
}

export interface Home {
  environment: Record<string, string>
  server: TestServer
}

/** A server on a database that outlives it. */
export async function openHome(context: Context): Promise<Home> {
  const { environment, remove } = await createEnvironment({ isMigrated: true })
  Object.assign(environment, houseSettings)
  const server = await startServer(context, { on: environment })
  context.after(remove)
  return { environment, server }
}

/** Settings of an empty database of the engine; PostgreSQL in a run only for it. */
export async function makeEmptyHome(
  context: Context,
  engine: 'sqlite' | 'postgres',
): Promise<Record<string, string>> {
  const environment = { ...houseSettings, LOG_LEVEL: 'silent', DATA_DIR: makeFolder(context) }
  if (engine === 'sqlite') return environment
  const serverUrl = process.env.TEST_DATABASE_URL ?? ''
  const url = await createDatabase(serverUrl)
  context.after(() => dropDatabase(serverUrl, url))
  return { ...environment, DATABASE_URL: url }
}

export async function furnish(server: TestServer, receiver: Receiver): Promise<House> {
  const pilot = await createPilot(server, 'Žofie Übersiedlung ☁')
  const session = await signIn(server, pilot.user)
  const application = await registerApplication(server, { owner: pilot.user })
  const tokens = await obtainTokens(server, application, { headers: session })
  const house: House = {
    pilot,
    session,
    key: await createKey(server, pilot.user, ['flights:read', 'profile:read']),
    application,
    refreshToken: tokens.refresh_token ?? '',
    files: new Map(),
  }
  await createWebhook(server.services, { userId: pilot.user.id }, receiver.url)
  for (let seed = 1; seed <= 3; seed++) await addFlight(server, house, seed)
  return house
}

export async function addFlight(
  server: Pick<TestServer, 'fetch'>,
  house: House,
  seed: number,
): Promise<void> {
  const bytes = makeFlight(seed)
  const { hash } = await readUploaded(await upload(server, house.pilot, bytes))
  house.files.set(hash, bytes)
}

export async function rotate(server: TestServer, house: House): Promise<void> {
  const { status, body } = await refresh(server, house.application, house.refreshToken)
  assert.equal(status, 200, JSON.stringify(body))
  house.refreshToken = body.refresh_token ?? ''
  assert.equal(await callApi(server, body.access_token), 200)
}

/** Ids, keys, tokens, sessions and files: as they were. */
export async function inspect(server: TestServer, house: House): Promise<void> {
  const { data, pagination } = await list(server, house.pilot, '?pageSize=100')
  assert.equal(pagination.totalCount, house.files.size)
  for (const flight of data) {
    const file = house.files.get(flight.hash)
    assert.ok(file, 'a flight that was never uploaded')
    const response = await server.fetch(`/api/v1/flights/${flight.id}/igc`, { headers: house.pilot.headers })
    const sent = Buffer.from(await response.arrayBuffer())
    assert.equal(hash('sha256', sent), flight.hash)
  }
  const [first] = house.files.values()
  assert.equal((await readUploaded(await upload(server, house.pilot, first ?? ''))).isNew, false)
  assert.equal(await callApi(server, house.key), 200)
  await rotate(server, house)
  const account = await server.fetch('/app/api/account', {
    headers: { ...house.session, origin: server.url },
  })
  assert.equal(account.status, 200)
}
