// Somebody who keeps everything private, next to where the pilot flies and with the same files, names and addresses.
import assert from 'node:assert/strict'
import { createId } from '#server/platform/ids.ts'
import { makeZip } from '../archives/zip.ts'
import { startDevice } from '../oauth.ts'
import { takePhoto } from '../photos/photos.ts'
import type { TestServer } from '../server.ts'
import { fly, meet, type Person, type Point, record, SECRET, settle } from './world.ts'

export const SAME_NAME = 'Secret Meadow'
export const SAME_GLIDER = { name: 'Advance Sigma', class: 'C' }
export const HOOK_URL = 'http://127.0.0.1:9/hook'
export const OPEN_AIR = [
  'AC D',
  'AN CTR SECRET',
  'AL GND',
  'AH FL100',
  'V X=43:55:52 N 006:24:46 E',
  'DC 5',
].join('\r\n')

export const SAME_CLUB = { name: SAME_NAME, country: 'FR', join: 'open' }
/** Of a club that its members alone see. */
export const STRANGE_CLUB = 'meadow-club'

export const COPIED_SEED = 100
/** Of a profile that is not public. */
export const STRANGE_HANDLE = 'sam-in-the-meadow'
/** The pilot has the same file. */
export const copiedFlight = (): Uint8Array => record(COPIED_SEED, SECRET)

const photo = await takePhoto(1, { width: 320, height: 240 })
export const copiedPhoto = (): Uint8Array => photo

export async function settleStranger(server: TestServer): Promise<Person> {
  const stranger = await settle(server, 'Sam Stranger')
  const first = await fly(server, stranger, COPIED_SEED, SECRET, 'private')
  const ask = createAsk(server, stranger)
  await ask('PUT', `/api/v1/flights/${first}/takeoff`, {
    name: SAME_NAME,
    isForNearby: true,
    isSuggested: true,
  })
  for (let at = 1; at <= 4; at++) await fly(server, stranger, 100 + at, shift(at), 'private')
  const shared = await fly(server, stranger, 105, shift(5), 'unlisted')
  await ask('POST', `/app/api/flights/${shared}/sharing/link`)
  await ask('POST', '/app/api/sharing/zones', { name: 'Home', ...SECRET, radiusM: 500 })
  await ask('PATCH', '/app/api/sharing', { handle: STRANGE_HANDLE })
  await ask('POST', '/api/v1/gliders', { ...SAME_GLIDER, isDefault: true })
  await ask('POST', '/app/api/webhooks', { url: HOOK_URL })
  await ask('PUT', '/app/api/signature-checks', { isAgreed: true })
  await ask('PATCH', `/api/v1/flights/${first}`, { title: SAME_NAME, notes: SAME_NAME })
  await send(server, stranger, `/api/v1/flights/${first}/photos`, photo, 'image/jpeg')
  await send(server, stranger, '/app/api/account/image', photo, 'image/jpeg')
  await send(
    server,
    stranger,
    '/app/api/airspace-files?name=own.txt',
    Buffer.from(OPEN_AIR),
    'application/octet-stream',
  )
  const zip = await makeZip([['6.igc', record(106, shift(6))]])
  await send(server, stranger, '/api/v1/flights/import', zip, 'application/zip')
  await failToUpload(server, stranger)
  await startDevice(server, stranger.application)
  await server.fetch('/api/devices/pair/start', { method: 'POST' })
  await meet(server, stranger, undefined, { ...SAME_CLUB, handle: STRANGE_CLUB, visible: 'members' })
  await addPasskey(server, stranger)
  return stranger
}

/** While the pilot is at it, the stranger goes on. */
export async function goOn(server: TestServer, stranger: Person, turn: number): Promise<void> {
  const id = await fly(server, stranger, 107 + turn, shift(turn % 7), 'private')
  const ask = createAsk(server, stranger)
  await ask('PATCH', `/api/v1/flights/${id}`, { title: `Evening ${turn}` })
  if (turn % 3 === 0) await ask('DELETE', `/api/v1/flights/${id}`)
}

const shift = (at: number): Point => ({
  latitude: SECRET.latitude + at * 0.0011,
  longitude: SECRET.longitude - at * 0.0007,
})

const headersOf = ({ session, headers }: Person, path: string): Record<string, string> =>
  path.startsWith('/app/') ? session : headers

function createAsk(server: TestServer, stranger: Person) {
  return async (method: string, path: string, body?: object): Promise<void> => {
    const response = await server.fetch(path, {
      method,
      headers: { ...headersOf(stranger, path), ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.text()}`)
  }
}

async function send(server: TestServer, stranger: Person, path: string, bytes: Uint8Array, type: string) {
  const headers = { ...headersOf(stranger, path), 'content-type': type }
  const response = await server.fetch(path, { method: 'POST', headers, body: bytes as BodyInit })
  assert.ok(response.ok, `${path}: ${response.status} ${await response.text()}`)
}

/** With the stranger's credential, and under the stranger's name. */
async function failToUpload(server: TestServer, { device, headers, user }: Person): Promise<void> {
  const agent = { 'user-agent': 'SecretVario/1.0' }
  const body = new URLSearchParams({ user: user.email, pass: `${device.password}2`, igccontent: 'nothing' })
  const answers = [
    await server.fetch('/api/v1/flights/upload', {
      method: 'POST',
      headers: { ...headers, ...agent },
      body: 'no',
    }),
    await server.fetch('/api/v1/flights', { method: 'POST', headers: agent, body }),
  ]
  assert.deepEqual(
    answers.map(({ status }) => status),
    [400, 401],
  )
}

export async function addPasskey({ services }: TestServer, { user }: Pick<Person, 'user'>): Promise<void> {
  const now = services.now()
  await services.db.sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, is_backup_eligible, is_backed_up,
      name, created_at)
    values (${createId(now)}, ${user.id}, ${Buffer.from(user.email).toString('base64url')}, ${Buffer.from('key')}, 0, '', ${false},
      ${false}, 'Key', ${now})`
}
