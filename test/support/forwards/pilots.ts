// Pilots with destinations, and what became of their flights.
import type { Destination, Forward, NewDestination } from '#contract/forwards/destinations.ts'
import { withForwardable } from '#server/forwardable.ts'
import { collectFlights } from '#server/forwards/sending/collect.ts'
import { forwardDue } from '#server/forwards/sending/serve.ts'
import { createPilot, makeFlight, type Pilot, readUploaded, unlimited, upload } from '../flights.ts'
import { confirmIdentity, signIn } from '../people.ts'
import type { TestServer } from '../server.ts'
import type { Box } from './box.ts'

export const forwarding = { ...unlimited, FORWARD_ALLOW_PRIVATE: 'true', FORWARD_TIMEOUT_MS: '10000' }
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export interface Forwarder extends Pilot {
  browser: { cookie: string; origin: string }
}

export async function createForwarder(server: TestServer): Promise<Forwarder> {
  const pilot = await createPilot(server)
  const browser = await signIn(server, pilot.user)
  await confirmIdentity(server, pilot.user)
  return { ...pilot, browser }
}

export async function ask(
  server: TestServer,
  { browser }: Pick<Forwarder, 'browser'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const response = await server.fetch(`/app/api${path}`, {
    method,
    headers: { ...browser, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text, body: (text ? JSON.parse(text) : {}) as { data: never } }
}

export async function addDestination(
  server: TestServer,
  pilot: Forwarder,
  box: Pick<Box, 'url'>,
  more: Partial<NewDestination> = {},
): Promise<Destination> {
  await confirmIdentity(server, pilot.user)
  const body = {
    kind: 'webdav',
    label: 'My box',
    settings: { url: box.url },
    credential: { password: 'swordfish' },
    ...more,
  }
  const { status, text, body: answer } = await ask(server, pilot, 'POST', '/destinations', body)
  if (status !== 201) throw new Error(`${status} ${text}`)
  return answer.data
}

export async function uploadFlight(server: TestServer, pilot: Forwarder, seed: number, options = {}) {
  const bytes = makeFlight(seed, options)
  return { bytes, ...(await readUploaded(await upload(server, pilot, bytes))) }
}

/** Takes new flights and sends what is due. */
export async function work({ services }: TestServer): Promise<void> {
  const forwards = withForwardable(services)
  while (await collectFlights(forwards));
  await forwardDue(forwards)
}

export async function listForwards(
  server: TestServer,
  pilot: Forwarder,
  of: { id: string },
): Promise<Forward[]> {
  return (await ask(server, pilot, 'GET', `/destinations/${of.id}/forwards`)).body.data
}

export async function findDestination(
  server: TestServer,
  pilot: Forwarder,
  id: string,
): Promise<Destination> {
  const all = (await ask(server, pilot, 'GET', '/destinations')).body.data as Destination[]
  const found = all.find((one) => one.id === id)
  if (!found) throw new Error('no such destination')
  return found
}
