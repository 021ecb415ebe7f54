// Sharing by a pilot, and the view of a stranger.
import type { Visibility } from '#contract/sharing/visibility.ts'
import type { FlightSharing, SharedFlight } from '#contract/sharing/shared-flight.ts'
import type { NewPrivacyZone, PrivacyZone } from '#dashboard/sharing.ts'
import { createPilot, type Pilot } from '../flights.ts'
import { signIn } from '../people.ts'
import type { TestServer } from '../server.ts'

export interface SharingPilot extends Pilot {
  setVisibility(flightId: string, visibility: Visibility): Promise<void>
  /** By the dashboard's endpoints; throws the answer that is no success. */
  dashboard<Result>(method: string, path: string, body?: unknown): Promise<Result>
  readSharing(flightId: string): Promise<FlightSharing>
  replaceLink(flightId: string): Promise<FlightSharing>
  addZone(zone: Omit<NewPrivacyZone, 'name'>): Promise<PrivacyZone>
}

export async function createSharingPilot(server: TestServer, name?: string): Promise<SharingPilot> {
  const pilot = await createPilot(server, name)
  const session = await signIn(server, pilot.user)
  const dashboard = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const response = await server.fetch(`/app/api${path}`, {
      method,
      headers: { ...session, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Result
  }
  return {
    ...pilot,
    dashboard,
    setVisibility: async (flightId, visibility) => {
      const response = await server.fetch(`/api/v1/flights/${flightId}`, {
        method: 'PATCH',
        headers: { ...pilot.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ visibility }),
      })
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    },
    readSharing: async (flightId) =>
      (await dashboard<{ data: FlightSharing }>('GET', `/flights/${flightId}/sharing`)).data,
    replaceLink: async (flightId) =>
      (await dashboard<{ data: FlightSharing }>('POST', `/flights/${flightId}/sharing/link`)).data,
    addZone: (zone) => dashboard('POST', '/sharing/zones', { name: 'Home', ...zone }),
  }
}

/** The last part of an address. */
export const referenceOf = ({ url }: Pick<FlightSharing, 'url'>): string => url?.split('/').at(-1) ?? ''

export async function readShared(
  server: Pick<TestServer, 'fetch'>,
  reference: string,
): Promise<{ status: number; flight: SharedFlight | undefined; text: string; headers: Headers }> {
  const response = await server.fetch(`/api/v1/shared/${reference}`)
  const text = await response.text()
  const flight = response.ok ? (JSON.parse(text) as { data: SharedFlight }).data : undefined
  return { status: response.status, flight, text, headers: response.headers }
}
