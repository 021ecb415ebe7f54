// `npm start -- --demo`: a pilot, an application, forty simulated flights and a club, created by the features' own
// functions, for a newcomer to try. Never in a database that has users already.
import { issueCredential } from '#server/access/credentials.ts'
import { followProof } from '#server/access/proof.ts'
import { byService } from '#server/access/security-log/store.ts'
import type { Scope } from '#contract/scopes.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { createAuth } from '#server/accounts/auth/auth.ts'
import { changeProfile } from '#server/accounts/profile/change-profile.ts'
import { findUserByEmail, insertUser } from '#server/accounts/store.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import type { FlightServices } from '#server/flights/record/services.ts'
import { changeSettings } from '#server/flights/sharing/zones.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { createApplication } from '#server/oauth/applications.ts'
import { saveConsent } from '#server/oauth/stores/consents.ts'
import { ConfigError } from '#server/platform/config.ts'
import type { App } from '#server/platform/http/http.ts'
import { createLog } from '#server/platform/log.ts'
import { deriveSecret, secretPrefixes, signText } from '#server/platform/secrets.ts'
import { createClub } from './club.ts'
import { demoFlights, demoSites } from './flights.ts'

export interface DemoSignIn {
  email: string
  password: string
  /** Of the API, to read and upload flights. */
  key: string
}

const EMAIL = 'mara@demo.example'
const NAME = 'Mara Keller'
/** The operator has asked for it. */
const byDemo = { ...byService, proved: followProof('operator') }
/** As many uploads at a time as the scorer has threads on a small machine. */
const CONCURRENCY = 2

/** Creates the demo in an empty database; in one that already has it, only returns how to sign in. */
export async function openDemo<Services extends FlightServices>(
  services: Services,
  createApp: (services: Services) => Promise<App>,
  report: (text: string) => void,
): Promise<DemoSignIn> {
  // The same at every start, and not guessable without the installation's secret.
  const password = signText(services.secret, 'demo', EMAIL).slice(0, 16)
  const key = deriveSecret(secretPrefixes.key, services.secret, 'demo key')
  if (await findUserByEmail(services.db.sql, EMAIL)) return { email: EMAIL, password, key }
  const [users] = await services.db.sql<{ count: number }>`select count(*) as count from users`
  if ((users?.count ?? 0) > 0) {
    throw new ConfigError(
      'This database already has users, so the demo is not added to it. Set DATA_DIR to a new folder, or start without --demo.',
    )
  }
  report('Creating the demo: a pilot with 40 flights and an application, and a club of twelve …')
  // What the demo does is neither logged nor mailed: its pilots have no mailbox.
  const quiet = {
    ...services,
    mail: { ...services.mail, send: async () => undefined },
    log: createLog('silent'),
  }
  const app = await createApp(quiet)
  const userId = await createPilot(quiet, password)
  await createSites(quiet)
  await uploadFlights(quiet, userId)
  await connectApplication(quiet, app, userId, key)
  await createClub(quiet, app, { userId, name: NAME })
  await app.close()
  return { email: EMAIL, password, key }
}

async function createPilot(services: FlightServices, password: string): Promise<string> {
  const passwordHash = await createAuth(services).hashPassword(password)
  const user = await services.db.transaction((sql) =>
    insertUser(sql, services.now(), {
      email: EMAIL,
      name: NAME,
      passwordHash,
      isVerified: true,
      language: null,
    }),
  )
  if (!user) throw new Error('the demo pilot could not be created')
  // Rankings are of public flights.
  await changeSettings(services.db.sql, services.now(), user.id, {
    defaultVisibility: 'public',
    handle: 'mara',
  })
  await changeProfile(services, user.id, { publicProfile: true, club: 'Bergwind Paragliding Club' }, byDemo)
  return user.id
}

async function createSites(services: FlightServices): Promise<void> {
  const rows = demoSites.map(({ key, name, longitude, latitude, country }) =>
    [key, name, longitude, latitude, country].join(','),
  )
  await importTakeoffs(services, ['id,name,longitude,latitude,country', ...rows].join('\n'), 'demo')
}

async function uploadFlights(services: FlightServices, userId: string): Promise<void> {
  const queue = demoFlights(services.now())
  const uploadNext = async () => {
    for (let options = queue.shift(); options; options = queue.shift()) {
      const bytes = simulateFlight(options).bytes
      await uploadFlight(services, userId, {
        bytes,
        fileName: `${options.date}-XCT-MKE-01.igc`,
        options: { isTandem: options.isTandem },
      })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, uploadNext))
}

/** An application that has read some flights and a key that has been used: the ledger is not empty. */
async function connectApplication(
  services: FlightServices,
  app: App,
  userId: string,
  key: string,
): Promise<void> {
  const scopes: Scope[] = ['flights:read', 'profile:read']
  const { id: applicationId } = await createApplication(
    services,
    userId,
    {
      name: 'Thermal Diary',
      description: 'Turns every flight into a page of your diary.',
      website: 'https://thermal-diary.example',
      type: 'confidential',
      grants: ['authorization_code', 'refresh_token', 'client_credentials'],
      scopes,
      redirectUris: ['https://thermal-diary.example/callback', 'http://127.0.0.1/callback'],
    },
    byDemo,
  )
  const token = await grantAccess(services, userId, applicationId, scopes)
  const ofDemo = { kind: 'key', userId, name: 'First try', secret: key } as const
  const rights = ['flights:read', 'flights:write', 'profile:read'] as const
  await issueCredential(services.db.sql, services.now(), { ...ofDemo, scopes: rights }, byDemo.proved)
  const request = (url: string, secret: string) =>
    app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
  for (const path of ['/api/v1/profile', '/api/v1/flights', '/api/v1/flights?page=2']) {
    await request(path, token)
  }
  await request('/api/v1/flights?pageSize=100', key)
}

/** Does what a consent page and a token request would do; returns the access token. */
function grantAccess(services: FlightServices, userId: string, applicationId: string, scopes: Scope[]) {
  return services.db.transaction(async (sql) => {
    const decision = { asked: scopes, granted: scopes, redirectOrigin: 'https://example.org' }
    await saveConsent(sql, services.now(), { userId, applicationId }, decision, byDemo.proved)
    const { accessTokenSeconds } = services.config.lifetimes
    const token = {
      kind: 'access_token',
      userId,
      applicationId,
      grantType: 'authorization_code',
      scopes,
      expiresAt: services.now() + accessTokenSeconds * 1000,
    } as const
    const { secret } = await issueCredential(sql, services.now(), token, byDemo.proved)
    return secret
  })
}
