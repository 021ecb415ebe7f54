// Every route there is, by the path it is under. What is not here does not happen.
import swagger from '@fastify/swagger'
import type { FastifyRequest } from 'fastify'
import { completeDescription } from '#contract/openapi/complete.ts'
import { createFrame } from '#contract/openapi/frame.ts'
import { addAdmission } from '#server/access/admission/admission.ts'
import { addLedgerDashboard } from '#server/access/dashboard.ts'
import { addSecurityLogDashboard } from '#server/access/security-log/security-log.ts'
import { createLedger, type Ledger } from '#server/access/ledger.ts'
import { createRateLimits } from '#server/access/limits/rate-limit.ts'
import { enforceProofs } from '#server/access/proof.ts'
import { createAccountServices } from '#server/accounts/account-services.ts'
import { type Auth, createAuth } from '#server/accounts/auth/auth.ts'
import { addAccountDashboard, addImageFiles } from '#server/accounts/dashboard.ts'
import { addAccountPages } from '#server/accounts/pages.ts'
import { findProfile } from '#server/accounts/profile/profile.ts'
import { addProfileRoutes } from '#server/accounts/routes.ts'
import { signOut } from '#server/accounts/sign-in/sign-in.ts'
import { addSecondFactorDashboard } from '#server/accounts/second-factor/dashboard.ts'
import { addFlightDashboard } from '#server/flights/dashboard.ts'
import { createIntake } from '#server/flights/intake/dialect.ts'
import { addIntakeApi, addIntakeRoutes, addIntakeV1 } from '#server/flights/intake/routes.ts'
import { addFlightRoutes } from '#server/flights/routes.ts'
import { addSharingPages } from '#server/flights/sharing/pages.ts'
import { addProfilePages } from '#server/flights/sharing/profile.ts'
import { createSharedReader } from '#server/flights/sharing/shared-flight.ts'
import type { LeagueServices } from '#server/flights/leagues/scores.ts'
import { listPublicPlaces } from '#server/flights/takeoffs/pilots.ts'
import { addKeyDashboard } from '#server/keys/dashboard.ts'
import { addDeviceDashboard } from '#server/keys/devices.ts'
import { createKey } from '#server/keys/key.ts'
import { addPairingPages } from '#server/keys/pairing/pages.ts'
import { addPairingRoutes } from '#server/keys/pairing/routes.ts'
import { addMapDashboard, type FindTakeoffs } from '#server/map/dashboard.ts'
import { addMapFile } from '#server/map/tiles.ts'
import { findAskingApplication } from '#server/oauth/consent/asking.ts'
import { addConnectionRoutes } from '#server/oauth/consent/connection.ts'
import { addOauthDashboard } from '#server/oauth/dashboard.ts'
import { addOauthPages } from '#server/oauth/pages.ts'
import { addMetadataRoutes, addOauthRoutes } from '#server/oauth/routes.ts'
import { addMcpRoutes } from '#server/mcp/routes.ts'
import { addOperatorDashboard } from '#server/operator/dashboard.ts'
import { type App, createHttp } from '#server/platform/http/http.ts'
import { addAssetFiles } from '#server/site/assets.ts'
import { addDiscoveryRoutes } from '#server/site/discovery.ts'
import type { DocsServices } from '#server/site/docs/key.ts'
import { addLlmsText } from '#server/site/docs/llms.ts'
import { addDocsPages } from '#server/site/docs/pages.ts'
import type { RequestFacts } from '#server/platform/requests/facts.ts'
import { addLandingPages } from '#server/site/landing.ts'
import { addMonitoringRoutes } from '#server/site/monitoring.ts'
import { addPrivacyPage } from '#server/site/privacy.ts'
import { addTryPage, addWebPages, createSharedPage } from '#server/site/web.ts'
import { addShadingTiles, addressTiles } from '#server/terrain/tiles.ts'
import { addWellKnownRoutes } from '#server/site/well-known.ts'
import { addWebhookDashboard } from '#server/webhooks/dashboard.ts'
import { createWebhookLimits } from '#server/webhooks/limits.ts'
import { addWebhookRoutes } from '#server/webhooks/routes.ts'
import { listAccountParts } from './account-parts.ts'

export async function createApp(services: LeagueServices): Promise<App> {
  const rateLimits = createRateLimits(services)
  const app = createHttp(services, rateLimits.countRequest, describeCaller)
  const auth = createAuth(services)
  rateLimits.addTo(app, auth.findSession)
  const ledger = createLedger(services)
  ledger.addTo(app)
  await app.register(swagger, {
    openapi: createFrame(services.config.baseUrl) as never,
    transformObject: (made) =>
      'openapiObject' in made
        ? (completeDescription(made.openapiObject as never) as never)
        : made.swaggerObject,
  })
  enforceProofs(app, { ...services, findSession: auth.findSession })
  // The last hook before the body: by then it is known who sends it.
  addAdmission(app)
  await addRoutes(app, listRoutes(services, auth, ledger))
  return app
}

/** For a process that does background work only. */
export async function createMonitoringApp(services: LeagueServices): Promise<App> {
  const app = createHttp(services)
  await addRoutes(app, { '/': [(routes) => addMonitoringRoutes(routes, services)] })
  return app
}

/** Path prefix -> what adds the routes under it. */
export type Routes = Record<string, ((app: App) => void | Promise<void>)[]>

function listRoutes(services: LeagueServices, auth: Auth, ledger: Ledger): Routes {
  const sessions = { ...services, findSession: auth.findSession }
  const accounts = createAccountServices(sessions, auth, listAccountParts(services), (path) =>
    findAskingApplication(services, path),
  )
  const openid = { ...services, findProfile: (userId: string) => findProfile(services, userId) }
  const docs: DocsServices = {
    ...sessions,
    createKey: (userId, asked, by) => createKey(services, userId, asked, by),
  }
  const sharedReader = createSharedReader(services)
  const shadingUrl = services.terrain && addressTiles(services.terrain)
  const intake = createIntake(services)
  const webhookLimits = createWebhookLimits(services)
  const findTakeoffs: FindTakeoffs = (bounds, limit) =>
    listPublicPlaces(services.db.sql, services.now(), bounds, limit)
  return {
    // The public contract, for Bearer credentials and OAuth clients.
    '/api/v1': [
      (app) => addDiscoveryRoutes(app, services),
      (app) => addProfileRoutes(app, services),
      (app) => addFlightRoutes(app, services, sharedReader),
      (app) => addWebhookRoutes(app, services, webhookLimits),
      (app) => addConnectionRoutes(app, services),
      (app) => addIntakeV1(app, intake),
    ],
    '/api/oauth': [(app) => addOauthRoutes(app, openid)],
    '/.well-known': [(app) => addMetadataRoutes(app, services), (app) => addWellKnownRoutes(app, services)],

    // The same reads, for assistants.
    '/mcp': [(app) => addMcpRoutes(app, services)],

    // What instruments and apps speak to other services; no part of the contract.
    '/api': [(app) => addIntakeApi(app, intake), (app) => addPairingRoutes(app, services)],

    // The dashboard's own endpoints, for a session.
    '/app/api': [
      (app) => addAccountDashboard(app, accounts),
      (app) => addSecondFactorDashboard(app, accounts),
      (app) => addKeyDashboard(app, sessions),
      (app) => addDeviceDashboard(app, sessions),
      (app) => addLedgerDashboard(app, sessions, ledger),
      (app) => addSecurityLogDashboard(app, sessions),
      (app) => addFlightDashboard(app, sessions, sharedReader),
      (app) => addOauthDashboard(app, sessions),
      (app) => addWebhookDashboard(app, sessions, webhookLimits),
      (app) => addMapDashboard(app, findTakeoffs),
      (app) => addOperatorDashboard(app, sessions),
    ],

    // Pages and files, for a browser; health and metrics, for the operator.
    '/app': [
      (app) => addWebPages(app, sessions, shadingUrl),
      (app) => addShadingTiles(app, sessions, services.terrain),
      (app) => addMapFile(app, sessions),
    ],
    '/oauth': [
      (app) => addOauthPages(app, { ...sessions, signOut: (request) => signOut(accounts, request) }),
    ],
    '/assets': [addAssetFiles],
    '/images': [(app) => addImageFiles(app, services)],
    '/docs': [(app) => addDocsPages(app, docs)],
    '/': [
      (app) => addLandingPages(app, services.config),
      (app) => addPrivacyPage(app, services.config),
      (app) => addTryPage(app, services.config, services.leagues.rules, shadingUrl),
      (app) => addLlmsText(app, services),
      (app) => addAccountPages(app, accounts),
      // Flights and pilots that everyone may see.
      (app) => addSharingPages(app, services, sharedReader, createSharedPage(services.config, shadingUrl)),
      (app) => addProfilePages(app, services, sharedReader),
      (app) => addMonitoringRoutes(app, services),
      (app) => addIntakeRoutes(app, intake),
      (app) => addPairingPages(app, sessions),
    ],
  }
}

/** For the log: by which credential or session a request came. A credential that was refused is none. */
function describeCaller({ credential, session }: Partial<FastifyRequest>): RequestFacts | undefined {
  if (credential)
    return { user: credential.userId, credential: credential.id, application: credential.applicationId }
  return session && { user: session.userId }
}

/** A route that is not under its row's prefix, or fits a longer one, fails the start: the table is always true. */
export async function addRoutes(app: App, routes: Routes): Promise<void> {
  const prefixes = Object.keys(routes).toSorted((a, b) => b.length - a.length)
  let current: string | undefined
  app.addHook('onRoute', ({ url }) => {
    // A test may add routes of its own to the finished table.
    if (current === undefined || prefixes.find((prefix) => isUnder(url, prefix)) === current) return
    throw new Error(`The route ${url} is listed under ${current}, where it does not belong.`)
  })
  for (const [prefix, adders] of Object.entries(routes)) {
    current = prefix
    for (const add of adders) await add(app)
    // Fastify adds routes inside `register` only now.
    await app.after()
  }
  current = undefined
}

function isUnder(url: string, prefix: string): boolean {
  return url === prefix || url.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}
