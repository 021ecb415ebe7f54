// Imports of archives, over HTTP.
import type { Import } from '#contract/imports.ts'
import { makeFlight, type Pilot } from '../flights.ts'
import type { TestServer } from '../server.ts'
import { makeZip } from './zip.ts'
import { waitUntil } from '../waiting/wait.ts'

type Fetch = Pick<TestServer, 'fetch'>

/** As many small flights as there are seeds, named by them. */
export function makeFlights(seeds: readonly number[]): [string, Uint8Array][] {
  return seeds.map((seed) => [`${seed}.igc`, makeFlight(seed, { taskKm: 3 })])
}

export async function importZip(
  server: Fetch,
  pilot: Pick<Pilot, 'headers'>,
  files: readonly (readonly [string, Uint8Array | string])[] | Uint8Array,
  query = '',
): Promise<Response> {
  return server.fetch(`/api/v1/flights/import${query}`, {
    method: 'POST',
    headers: { ...pilot.headers, 'content-type': 'application/zip' },
    body: (files instanceof Uint8Array ? files : await makeZip(files)) as BodyInit,
  })
}

export async function readImport(response: Response): Promise<Import> {
  const text = await response.text()
  if (response.status !== 200 && response.status !== 202) throw new Error(`${response.status} ${text}`)
  return (JSON.parse(text) as { data: Import }).data
}

/** Asks until the import has ended. */
export async function waitForImport(
  server: Fetch,
  pilot: Pick<Pilot, 'headers'>,
  id: string,
): Promise<Import> {
  return waitUntil('the import has ended', async () => {
    const found = await readImport(await server.fetch(`/api/v1/imports/${id}`, { headers: pilot.headers }))
    return found.state === 'done' && found
  })
}

export function statusesOf({ entries }: Import): Record<string, string> {
  return Object.fromEntries(entries.map(({ name, status }) => [name, status]))
}
