// Pilots with everything they may do, small simulated flights, and uploads of them.
import type { Flight, UploadResult } from '#contract/flight.ts'
import { scopes } from '#contract/scopes.ts'
import { simulateFlight, type SimulationOptions } from '#igc/simulate.ts'
import { startOf } from './igc/second-recorder.ts'
import { bearer, createUser, type TestUser } from './people.ts'
import type { TestServer } from './server.ts'
import { issueCredential } from './access/issuing.ts'

export interface Pilot {
  user: TestUser
  /** An access token with every scope. */
  token: string
  headers: { authorization: string }
}

/** No rate limit: a test sends more than a pilot does. */
export const unlimited = { RATE_LIMIT_REQUESTS: '0', RATE_LIMIT_UPLOADS: '0' }

export async function createPilot(server: TestServer, name?: string): Promise<Pilot> {
  const user = await createUser(server, name)
  const { services } = server
  const { secret } = await issueCredential(services.db.sql, services.now(), {
    kind: 'access_token',
    userId: user.id,
    scopes: Object.keys(scopes) as (keyof typeof scopes)[],
  })
  return { user, token: secret, headers: bearer(secret) }
}

/** Some 500 fixes, scored in milliseconds. One pilot may have those of thirteen seeds in a row on one day: none overlaps. */
export function makeFlight(seed: number, options: Omit<SimulationOptions, 'seed'> = {}): Uint8Array {
  const startSecondsOfDay = startOf(seed)
  return simulateFlight({ seed, taskKm: 6, rateSeconds: 5, startSecondsOfDay, ...options }).bytes
}

export function upload(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pick<Pilot, 'headers'>,
  bytes: Uint8Array | string,
  options: { headers?: Record<string, string>; query?: string } = {},
): Promise<Response> {
  return server.fetch(`/api/v1/flights/upload${options.query ?? ''}`, {
    method: 'POST',
    headers: { ...pilot.headers, 'content-type': 'application/octet-stream', ...options.headers },
    body: bytes as BodyInit,
  })
}

export type Uploaded = UploadResult

export async function readUploaded(response: Response): Promise<Uploaded> {
  const text = await response.text()
  if (response.status !== 200 && response.status !== 201) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as { data: Uploaded }).data
}

export interface ListBody {
  data: Flight[]
  pagination: {
    page: number
    pageSize: number
    totalCount: number
    totalPages: number
    limit: number
    next: string | null
  }
}

export async function list(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pick<Pilot, 'headers'>,
  query = '',
): Promise<ListBody> {
  const response = await server.fetch(`/api/v1/flights${query}`, { headers: pilot.headers })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return (await response.json()) as ListBody
}

/** Uploads a flight that is new and gives it as the list shows it. */
export async function uploadNew(
  server: Pick<TestServer, 'fetch'>,
  pilot: Pick<Pilot, 'headers'>,
  bytes: Uint8Array,
  options: { headers?: Record<string, string>; query?: string } = {},
): Promise<Flight> {
  const { hash, isNew } = await readUploaded(await upload(server, pilot, bytes, options))
  if (!isNew) throw new Error('the flight was there already')
  const { data } = await list(server, pilot, '?pageSize=100')
  const flight = data.find((candidate) => candidate.hash === hash)
  if (!flight) throw new Error('an acknowledged flight is not in the list')
  return flight
}

/** A multipart body by hand, as odd as clients make it. */
export function multipart(
  parts: { headers: string; content: Uint8Array | string }[],
  options: { boundary?: string; end?: string } = {},
): { body: Uint8Array; contentType: string } {
  const boundary = options.boundary ?? 'flying-boundary'
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(options.end ?? `--${boundary}--\r\n`)])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}
