// `npm start -- --demo`: a pilot, an application and forty simulated flights, made by the features' own functions,
// so that a newcomer sees the service alive. Never in a database that has users of its own.
import { issueCredential } from '#server/access/credentials.ts'
import type { Scope } from '#contract/scopes.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { createAuth } from '#server/accounts/auth/auth.ts'
import { findUserByEmail, insertUser } from '#server/accounts/store.ts'
import { importTakeoffs } from '#server/flights/takeoffs/import.ts'
import type { FlightServices } from '#server/flights/scorer/scorer.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { createKey } from '#server/keys/key.ts'
import { createApplication } from '#server/oauth/applications.ts'
import { saveConsent } from '#server/oauth/stores/consents.ts'
import { ConfigError } from '#server/platform/config.ts'
import type { App } from '#server/platform/http/http.ts'
import { signText } from '#server/platform/secrets.ts'
import { demoFlights, demoSites } from './flights.ts'

export interface DemoSignIn {
  email: string
  password: string
}

const EMAIL = 'mara@demo.example'
/** Uploads at the same time: as many as the scorer has threads on a small machine. */
const LANES = 2

/** Makes the demo in an empty database; finds it again in one that it made. */
export async function openDemo(
  services: FlightServices,
  app: App,
  say: (text: string) => void,
): Promise<DemoSignIn> {
  // The same at every start, and nobody else's guess.
  const password = signText(services.secret, 'demo', EMAIL).slice(0, 16)
  if (await findUserByEmail(services.db.sql, EMAIL)) return { email: EMAIL, password }
  const [users] = await services.db.sql<{ count: number }>`select count(*) as count from users`
  if ((users?.count ?? 0) > 0) {
    throw new ConfigError(
      'This database has users, so the demo stays out of it. Name a new folder in DATA_DIR, or start without --demo.',
    )
  }
  say('Making the demo: one pilot, one application, 40 flights …')
  const userId = await createPilot(services, password)
  await createSites(services)
  await uploadFlights(services, userId)
  await connectApplication(services, app, userId)
  return { email: EMAIL, password }
}

async function createPilot(services: FlightServices, password: string): Promise<string> {
  const passwordHash = await createAuth(services).hashPassword(password)
  const user = await services.db.transaction((sql) =>
    insertUser(sql, services.now(), { email: EMAIL, name: 'Mara Keller', passwordHash, isVerified: true }),
  )
  if (!user) throw new Error('the demo pilot could not be made')
  return user.id
}

async function createSites(services: FlightServices): Promise<void> {
  const rows = demoSites.map(({ key, name, longitude, latitude, country }) =>
    [key, name, longitude, latitude, country].join(','),
  )
  await importTakeoffs(services, ['id,name,longitude,latitude,country', ...rows].join('\n'), 'demo')
}

async function uploadFlights(services: FlightServices, userId: string): Promise<void> {
  const waiting = demoFlights(services.now())
  const lane = async () => {
    for (let options = waiting.shift(); options; options = waiting.shift()) {
      const bytes = simulateFlight(options).bytes
      await uploadFlight(services, userId, {
        bytes,
        fileName: `${options.date}-XCT-MKE-01.igc`,
        options: { isTandem: options.isTandem },
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/** An application that has read some flights, and a key that has been used: the ledger has something to show. */
async function connectApplication(services: FlightServices, app: App, userId: string): Promise<void> {
  const scopes: Scope[] = ['flights:read', 'profile:read']
  const { id: applicationId } = await createApplication(services, userId, {
    name: 'Thermal Diary',
    description: 'Turns every flight into a page of a diary.',
    website: 'https://thermal-diary.example',
    type: 'confidential',
    grants: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes,
    redirectUris: ['https://thermal-diary.example/callback', 'http://127.0.0.1/callback'],
  })
  const token = await services.db.transaction(async (sql) => {
    await saveConsent(sql, services.now(), { userId, applicationId }, { asked: scopes, granted: scopes })
    const { accessTokenSeconds } = services.config.lifetimes
    return issueCredential(sql, services.now(), {
      kind: 'access_token',
      userId,
      applicationId,
      grantType: 'authorization_code',
      scopes,
      expiresAt: services.now() + accessTokenSeconds * 1000,
    })
  })
  const { key } = await createKey(services.db, services.now(), userId, {
    name: 'Backup script',
    scopes: ['flights:read', 'flights:write'],
    days: 90,
  })
  const ask = (url: string, secret: string) =>
    app.inject({ url, headers: { authorization: `Bearer ${secret}` } })
  for (const path of ['/api/v1/profile', '/api/v1/flights', '/api/v1/flights?page=2']) {
    await ask(path, token.secret)
  }
  await ask('/api/v1/flights?pageSize=100', key)
}
