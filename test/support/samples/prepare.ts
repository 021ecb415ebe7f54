// The needs of a sample before it can run: the credential in its environment, and replacements for its examples.
import { keyScopes } from '#contract/scopes.ts'
import { addGlider } from '#server/flights/gliders/gliders.ts'
import type { SampleRequest } from '#server/site/reference/requests.ts'
import { makeZip } from '../archives/zip.ts'
import { addDevice, type TestDevice } from '../devices.ts'
import { createPilot, makeFlight, readUploaded, upload } from '../flights.ts'
import {
  authorize,
  createPkce,
  decideDevice,
  obtainTokens,
  registerApplication,
  signInProgram,
  startDevice,
  type TestApplication,
} from '../oauth.ts'
import { clubPreparations } from './clubs.ts'
import { rankingPreparations } from './rankings.ts'
import { recordTwice } from '../igc/second-recorder.ts'
import { bearer, createKey, createSignedInUser, createUser, type TestUser } from '../people.ts'
import { addPhoto, takePhoto } from '../photos/photos.ts'
import type { TestServer } from '../server.ts'
import { createWebhook } from '#test/support/access/issuing.ts'

export interface Prepared {
  environment: Record<string, string>
  /** Text in the sample -> value in this service. */
  replace: Record<string, string>
  /** Whose logbook has the sample's file afterwards, where a success does not say so. */
  pilotId?: string
}

const EXAMPLE_ID = '68f0a1b2c3d4e5f6a7b8c9d0'
const OTHER_ID = '68f0a1b2c3d4e5f6a7b8c9d1'
const EXAMPLE_PHOTO_ID = '9d1e3f5a7b2c4d6e8f0a1b3c'
const CALLBACK = 'https://tracker.example/callback'

type Prepare = (server: TestServer, receiverUrl: string) => Promise<Partial<Prepared>>

export function zipFlights(): Promise<Buffer> {
  return makeZip([21, 22].map((seed) => [`${seed}.igc`, makeFlight(seed)] as const))
}

/** By operation, or by operation and title. */
const preparations: Record<string, Prepare> = {
  getFlight: withFlight,
  correctFlight: withFlight,
  nameTakeoff: withFlight,
  mergeFlights: withTwins,
  downloadFlight: withFlight,
  getFlightAnalysis: withFlight,
  getFlightAirspace: withFlight,
  getFlightScores: withFlight,
  getFlightSharing: withFlight,
  getSharedFlight: withPublicFlight,
  getSharedTrack: withPublicFlight,
  getFlightTerrain: withFlight,
  addPhoto: withFlight,
  listPhotos: withPhoto,
  getPhoto: withPhoto,
  changePhoto: withPhoto,
  deletePhoto: withPhoto,
  getSharedPhoto: withPhoto,
  getFlightTrack: withFlight,
  deleteFlight: withFlight,
  getImport: withImport,
  changeGlider: withGlider,
  deleteGlider: withGlider,
  addGliderFlights: withGlider,
  ...clubPreparations,
  ...rankingPreparations,
  createWebhook: async (_server, url) => ({ replace: { 'https://tracker.example/hooks/cloudstreet': url } }),
  getWebhook: withWebhook,
  updateWebhook: withWebhook,
  deleteWebhook: withWebhook,
  rotateWebhookSecret: withWebhook,
  listWebhookDeliveries: withWebhook,
  replayWebhookDeliveries: withWebhook,
  sendTestEvent: async (server, url) => {
    const pilot = await createPilot(server)
    const { id } = await readUploaded(await upload(server, pilot, makeFlight(20)))
    const { environment, replace } = await withWebhook(server, url, pilot.user)
    return { environment, replace: { ...replace, [OTHER_ID]: id } }
  },
  listEvents: withWebhook,
  endConnection: async (server) => {
    const { tokens } = await connect(server)
    return { environment: { CLOUDSTREET_TOKEN: tokens.access_token } }
  },
  'requestToken Authorization code': withCode,
  'requestToken Refresh token': async (server) => {
    const { application, tokens } = await connect(server, 'public')
    return withClient(application, { 'cst_rt_…': tokens.refresh_token ?? '' })
  },
  'requestToken Client credentials': async (server) => withClient(await registerApplication(server)),
  'requestToken Device code': withDeviceCode,
  authorizeDevice: async (server) => withClient(await registerApplication(server)),
  introspectToken: async (server) => {
    const { application, tokens } = await connect(server)
    return withClient(application, { 'cst_at_…': tokens.access_token })
  },
  submitFlightForm: withUploader,
  submitLeonardoFlight: withUploader,
  listDevices: withProgram,
  addDevice: withProgram,
  removeDevice: async (server) => {
    const { environment } = await withProgram(server)
    const headers = { ...bearer(environment.CLOUDSTREET_TOKEN!), 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Test bench' })
    const response = await server.fetch('/api/v1/devices', { method: 'POST', headers, body })
    const { data } = (await response.json()) as { data: { id: string } }
    return { environment, replace: { [EXAMPLE_ID]: data.id } }
  },
  checkDhvLogin: withDevice,
  uploadDhvFlight: withUploader,
  uploadSkylinesFlights: withUploader,
  pollPairing: withPairing,
  revokePairing: withDevice,
  revokeToken: async (server) => {
    const { application, tokens } = await connect(server)
    return withClient(application, { 'cst_rt_…': tokens.refresh_token ?? '' })
  },
}

/** For samples that need nothing else: a key and an access token. */
export async function createDefaults(server: TestServer): Promise<Record<string, string>> {
  const pilot = await createPilot(server)
  const key = await createKey(server, pilot.user, [...keyScopes])
  return { CLOUDSTREET_KEY: key, CLOUDSTREET_TOKEN: pilot.token }
}

export async function prepare(
  server: TestServer,
  receiverUrl: string,
  { operationId, title }: SampleRequest,
): Promise<Prepared> {
  const name = title === undefined ? operationId : `${operationId} ${title}`
  const made = await preparations[name]?.(server, receiverUrl)
  return { environment: {}, replace: {}, ...made }
}

async function withFlight(server: TestServer): Promise<Prepared> {
  const pilot = await createPilot(server)
  const { id } = await readUploaded(await upload(server, pilot, makeFlight(20)))
  const key = await createKey(server, pilot.user, [...keyScopes])
  return {
    environment: { CLOUDSTREET_KEY: key, CLOUDSTREET_TOKEN: pilot.token },
    replace: { [EXAMPLE_ID]: id },
  }
}

async function withTwins(server: TestServer): Promise<Prepared> {
  const pilot = await createPilot(server)
  const [first, second] = recordTwice(20)
  const kept = await readUploaded(await upload(server, pilot, first))
  const other = await readUploaded(await upload(server, pilot, second))
  return {
    environment: { CLOUDSTREET_TOKEN: pilot.token },
    replace: { [EXAMPLE_ID]: kept.id, [OTHER_ID]: other.id },
  }
}

async function withPublicFlight(server: TestServer): Promise<Prepared> {
  const prepared = await withFlight(server)
  const { sql } = server.services.db
  await sql`update flights set visibility = 'public' where id = ${prepared.replace[EXAMPLE_ID] ?? ''}`
  return prepared
}

/** A photo of a flight that everyone may see. */
async function withPhoto(server: TestServer): Promise<Prepared> {
  const prepared = await withPublicFlight(server)
  const headers = { authorization: `Bearer ${prepared.environment.CLOUDSTREET_TOKEN}` }
  const { id } = await addPhoto(server, { headers }, prepared.replace[EXAMPLE_ID] ?? '', await takePhoto(1))
  return { ...prepared, replace: { ...prepared.replace, [EXAMPLE_PHOTO_ID]: id } }
}

async function withImport(server: TestServer): Promise<Prepared> {
  const user = await createUser(server)
  const key = await createKey(server, user, [...keyScopes])
  const response = await server.fetch('/api/v1/flights/import', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/zip' },
    body: new Uint8Array(await zipFlights()),
  })
  const { data } = (await response.json()) as { data: { id: string } }
  return { environment: { CLOUDSTREET_KEY: key }, replace: { [EXAMPLE_ID]: data.id } }
}

async function withWebhook(server: TestServer, url: string, owner?: TestUser): Promise<Prepared> {
  const user = owner ?? (await createUser(server))
  const { id } = await createWebhook(server.services, { userId: user.id }, url)
  return {
    environment: { CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]) },
    replace: { [EXAMPLE_ID]: id, 'https://tracker.example/hooks/cloudstreet': url },
  }
}

async function withGlider(server: TestServer): Promise<Prepared> {
  const user = await createUser(server)
  const { id } = await addGlider(server.services, user.id, { name: 'Gin Explorer', class: 'B' })
  return {
    environment: { CLOUDSTREET_KEY: await createKey(server, user, [...keyScopes]) },
    replace: { [EXAMPLE_ID]: id },
  }
}

async function connect(server: TestServer, type: 'public' | 'confidential' = 'confidential') {
  const { headers } = await createSignedInUser(server)
  const application = await registerApplication(server, { type })
  return { application, headers, tokens: await obtainTokens(server, application, { headers }) }
}

function withClient({ id, secret }: TestApplication, replace: Record<string, string> = {}): Prepared {
  return { environment: { CLOUDSTREET_CLIENT_ID: id, CLOUDSTREET_CLIENT_SECRET: secret }, replace }
}

async function withCode(server: TestServer): Promise<Prepared> {
  const application = await registerApplication(server, { type: 'public', redirectUris: [CALLBACK] })
  const { headers } = await createSignedInUser(server)
  const { verifier, challenge } = createPkce()
  const parameters = { code_challenge: challenge, code_challenge_method: 'S256', redirect_uri: CALLBACK }
  const answer = await authorize(server, application, { headers, parameters })
  return withClient(application, {
    'cst_code_…': answer.get('code') ?? '',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk': verifier,
  })
}

async function withDeviceCode(server: TestServer): Promise<Prepared> {
  const application = await registerApplication(server, { type: 'public' })
  const { headers } = await createSignedInUser(server)
  const { deviceCode, userCode } = await startDevice(server, application)
  await decideDevice(server, userCode, { headers })
  return withClient(application, { 'cst_dc_…': deviceCode })
}

/** Signed in a moment ago, as the command line does. */
async function withProgram(server: TestServer): Promise<Prepared> {
  const { access_token: token } = await signInProgram(server, 'devices:manage')
  return { environment: { CLOUDSTREET_TOKEN: token }, replace: {} }
}

async function withDevice(server: TestServer): Promise<Prepared> {
  return describeDevice(await addDevice(server, await createUser(server)))
}

async function withUploader(server: TestServer): Promise<Prepared> {
  const user = await createUser(server)
  return { ...describeDevice(await addDevice(server, user)), pilotId: user.id }
}

function describeDevice({ login, password }: TestDevice): Prepared {
  const environment = {
    CLOUDSTREET_DEVICE_LOGIN: login,
    CLOUDSTREET_DEVICE_PASSWORD: password,
    CLOUDSTREET_DEVICE_TOKEN: password,
  }
  return { environment, replace: {} }
}

/** One that its pilot has allowed. */
async function withPairing(server: TestServer): Promise<Prepared> {
  const started = await server.fetch('/api/devices/pair/start', { method: 'POST' })
  const { code, pollHandle } = (await started.json()) as { code: string; pollHandle: string }
  const { headers } = await createSignedInUser(server)
  const page = await (await server.fetch(`/activate?code=${code}`, { headers })).text()
  const form_token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const body = new URLSearchParams({ code, form_token, decision: 'allow', name: 'My Leaf' })
  await server.fetch('/activate', { method: 'POST', headers, body })
  return { environment: {}, replace: { 'k3f…': pollHandle } }
}
