// Every operation of the service, without exception.
import swagger from '@fastify/swagger'
import type { FastifyRequest } from 'fastify'
import { completeDescription } from '#contract/openapi/complete.ts'
import { createFrame } from '#contract/openapi/frame.ts'
import { declareAccessDashboard } from '#server/access/dashboard.ts'
import { createFailureTally, type FailureTally } from '#server/access/failures/failures.ts'
import { createLedger, type Ledger } from '#server/access/ledger.ts'
import { createRateLimits } from '#server/access/limits/rate-limit.ts'
import { withKeys } from '#server/access/once/creations.ts'
import { addGates } from '#server/access/operations/gates.ts'
import { addOperations, type Operation } from '#server/access/operations/operation.ts'
import { openToVisitors } from '#server/access/operations/visitors.ts'
import type { SessionServices } from '#server/access/session.ts'
import { createAccountServices } from '#server/accounts/account-services.ts'
import { type Auth, createAuth } from '#server/accounts/auth/auth.ts'
import { declareAccountDashboard, declareImageFiles } from '#server/accounts/dashboard.ts'
import { declareAccountPages } from '#server/accounts/pages.ts'
import { findProfile, findUnits } from '#server/accounts/profile/profile.ts'
import { declareProfile } from '#server/accounts/operations.ts'
import { signOut } from '#server/accounts/sign-in/sign-in.ts'
import { declareSecondFactorDashboard } from '#server/accounts/second-factor/dashboard.ts'
import { declareClubs } from '#server/clubs/operations.ts'
import { describeClubPage } from '#server/rankings/reading/page-head.ts'
import { createIntake } from '#server/flights/intake/dialect.ts'
import { declareIntake } from '#server/flights/intake/operations.ts'
import { declareFlights } from '#server/flights/operations.ts'
import { findEventFlight } from '#server/flights/record/update.ts'
import { findOwnFlight } from '#server/flights/read/one-flight.ts'
import { declareSharingPages } from '#server/flights/sharing/pages.ts'
import { declareProfilePages } from '#server/flights/sharing/profile/operations.ts'
import { declarePublicFlights } from '#server/flights/sharing/public-flights.ts'
import { createSharedReader } from '#server/flights/sharing/shared-flight.ts'
import type { LeagueServices } from '#server/flights/leagues/scores.ts'
import { listFlownPlaces } from '#server/flights/record/derived/pilots.ts'
import { listSitesIn } from '#server/flights/takeoffs/store.ts'
import { declareKeyDashboard } from '#server/keys/dashboard.ts'
import { declareDeviceDashboard } from '#server/keys/devices.ts'
import { createKey } from '#server/keys/key.ts'
import { declareDevices } from '#server/keys/operations.ts'
import { declarePairingPages } from '#server/keys/pairing/pages.ts'
import { declarePairing } from '#server/keys/pairing/operations.ts'
import { declareMapDashboard } from '#server/map/dashboard.ts'
import { createAtlasPool } from '#server/map/pool.ts'
import { declareMapFile } from '#server/map/tiles.ts'
import { findAskingApplication } from '#server/oauth/consent/asking.ts'
import { declareConnection } from '#server/oauth/consent/connection.ts'
import { declareOauthDashboard } from '#server/oauth/dashboard.ts'
import { declareOauthPages } from '#server/oauth/pages.ts'
import { declareMetadata, declareOauth } from '#server/oauth/operations.ts'
import { declareMcp } from '#server/mcp/operations.ts'
import { declareRankings } from '#server/rankings/operations.ts'
import { declareRankingPages } from '#server/rankings/reading/public-pages.ts'
import { declareOperatorDashboard } from '#server/operator/dashboard.ts'
import { type App, createHttp } from '#server/platform/http/http.ts'
import { addAssetFiles } from '#server/site/assets.ts'
import { declareDiscovery } from '#server/site/discovery.ts'
import { declareLlmsText } from '#server/site/docs/llms.ts'
import { declareDocsPages } from '#server/site/docs/pages.ts'
import type { RequestFacts } from '#server/platform/requests/facts.ts'
import { findSources } from '#server/operator/fetches.ts'
import { declareLandingPages } from '#server/site/landing.ts'
import { declareMonitoring } from '#server/site/monitoring.ts'
import { declarePrivacyPage } from '#server/site/privacy.ts'
import { addWebFiles, createSharedPage, declareTryPage, declareWebPages, findDoor } from '#server/site/web.ts'
import { addressTiles, declareTerrainTiles } from '#server/terrain/tiles.ts'
import { declareWellKnown } from '#server/site/well-known.ts'
import { createWebhookLimits } from '#server/webhooks/limits.ts'
import { declareWebhooks } from '#server/webhooks/operations.ts'
import { measureWorks } from '#server/platform/background/figures.ts'
import { declareUndoPages } from '#server/accounts/recovery/undo-pages.ts'
import { declareForwards } from '#server/forwards/operations.ts'
import { createEndLink } from '#server/forwards/end-mail.ts'
import { listAccountParts, withEntries } from './account-parts.ts'
import { withForwardable } from './forwardable.ts'
import { listWorks, withRankable } from './work.ts'

export async function createApp(services: LeagueServices): Promise<App> {
  measureWorks(services, listWorks(services))
  const auth = createAuth(services)
  const sessions = { ...services, findSession: auth.findSession }
  const limits = createRateLimits(sessions)
  const app = createHttp(services, limits.countUnknown, describeCaller)
  const ledger = createLedger(services)
  ledger.addTo(app)
  const failures = createFailureTally(services)
  failures.addTo(app)
  await app.register(swagger, {
    openapi: createFrame(services.config.baseUrl) as never,
    transformObject: (made) =>
      'openapiObject' in made
        ? (completeDescription(made.openapiObject as never) as never)
        : made.swaggerObject,
  })
  addGates(app, sessions, limits)
  await addAssetFiles(app)
  await addWebFiles(app)
  const operations = listOperations(app, sessions, auth, { ledger, failures })
  addOperations(app, withKeys(services, operations))
  await app.after()
  return app
}

/** For a process that does background work only. */
export async function createMonitoringApp(services: LeagueServices): Promise<App> {
  measureWorks(services, listWorks(services))
  const app = createHttp(services)
  const sessions = { ...services, findSession: async () => undefined }
  addGates(app, sessions, createRateLimits(sessions))
  addOperations(app, declareMonitoring(services))
  return app
}

function listOperations(
  app: App,
  services: LeagueServices & SessionServices,
  auth: Auth,
  { ledger, failures }: { ledger: Ledger; failures: FailureTally },
): Operation[] {
  const { config } = services
  const accounts = createAccountServices(services, auth, listAccountParts(services), (path) =>
    findAskingApplication(services, path),
  )
  const reader = createSharedReader(services)
  const findShading = () => {
    const terrain = services.terrain.find()
    return terrain && addressTiles(terrain)
  }
  const atlas = createAtlasPool()
  app.addHook('onClose', () => atlas.destroy())
  const rankable = withRankable(services)
  const clubs = [
    ...declareClubs(withEntries(services)),
    ...declareRankings(rankable),
    ...declareRankingPages(rankable),
  ]
  const publicFlights = declarePublicFlights(services, reader)
  return [
    ...declareDiscovery(app, services),
    ...declareProfile(services),

    // Flights: for applications, instruments, the dashboard, and everyone where they are shared.
    ...declareFlights(services, reader),
    publicFlights,
    ...declareIntake(createIntake(services)),
    ...declareSharingPages(services, reader, createSharedPage(config, findShading)),
    ...declareProfilePages(services, reader, (view) => atlas.run(view)),
    ...clubs,
    ...openToVisitors(
      [...clubs, publicFlights],
      [
        'GET /public-flights',
        'GET /clubs',
        'GET /clubs/:id',
        'GET /clubs/:id/picture',
        'GET /seasons',
        'GET /seasons/:id',
        'GET /rankings/:id',
        'GET /rankings/:id/newest',
        'GET /rankings/:id/rows',
        'GET /rankings/:id/rows/:key',
      ],
    ),
    // The same reads, for assistants.
    declareMcp(app, { ...services, findUnits: (userId) => findUnits(services.db.sql, userId) }),

    ...declareWebhooks(
      { ...services, findEventFlight: (ownerId, id) => findEventFlight(services.db.sql, ownerId, id) },
      createWebhookLimits(services),
    ),
    ...declareForwards(withForwardable(services)),
    ...declareUndoPages(accounts, createEndLink(services)),

    // The authorization server, and what it was allowed to give out.
    ...declareOauth(app, { ...services, findProfile: (userId) => findProfile(services, userId) }),
    ...declareMetadata(services),
    declareConnection(services),
    ...declareOauthPages({ ...services, signOut: (request) => signOut(accounts, request) }),
    ...declareOauthDashboard(services),
    ...declareAccessDashboard(services, ledger, failures),

    // Accounts, and what acts for them.
    ...declareAccountPages(accounts),
    ...declareAccountDashboard(accounts),
    ...declareSecondFactorDashboard(accounts),
    ...declareImageFiles(services),
    ...declareKeyDashboard(services),
    ...declareDeviceDashboard(services),
    ...declareDevices(services),
    ...declarePairing(services),
    ...declarePairingPages(services),

    // The site: pages, documents and maps; the operator's page and monitoring.
    ...declareWellKnown(services),
    ...declareDocsPages(app, {
      ...services,
      createKey: (userId, asked, by) => createKey(services, userId, asked, by),
    }),
    ...declareLandingPages(config, services.leagues.rules, findDoor()),
    ...declarePrivacyPage(config, () => findSources(services)),
    ...declareLlmsText(services),
    declareTryPage(config, services.leagues.rules, findShading),
    ...declareWebPages(
      services,
      findShading,
      (url, { language }) => describeClubPage(withRankable(services), url, language),
      (userId, id) => findOwnFlight(services, userId, id),
    ),
    ...declareTerrainTiles(services, services.terrain),
    ...declareMapFile(services),
    ...declareMapDashboard(
      atlas,
      (bounds, limit) => listSitesIn(services.db.sql, bounds, limit),
      (pilotId) => listFlownPlaces(services.db.sql, pilotId),
    ),
    ...declareOperatorDashboard({ ...services, works: listWorks(services) }),
    ...declareMonitoring(services),
  ]
}

/** For the log: by which credential or session a request came. A credential that was refused is none. */
function describeCaller({ credential, session }: Partial<FastifyRequest>): RequestFacts | undefined {
  if (credential)
    return { user: credential.userId, credential: credential.id, application: credential.applicationId }
  return session && { user: session.userId }
}
