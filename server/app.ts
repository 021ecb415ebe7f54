// Every route there is. What is not here does not happen.
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import { openapiFrame } from '#contract/openapi.ts'
import { addLedgerRoutes } from '#server/access/dashboard.ts'
import { createLedger } from '#server/access/ledger.ts'
import { createRateLimits } from '#server/access/limits/rate-limit.ts'
import type { SessionServices } from '#server/access/session.ts'
import { createAccountServices } from '#server/accounts/account-services.ts'
import { createAuth } from '#server/accounts/auth/auth.ts'
import { addAccountEndpoints } from '#server/accounts/dashboard.ts'
import { addAccountPages } from '#server/accounts/pages.ts'
import { addProfileRoutes } from '#server/accounts/routes.ts'
import { addKeyRoutes } from '#server/keys/dashboard.ts'
import { createKeysPart } from '#server/keys/account-part.ts'
import { createOauthPart } from '#server/oauth/account-part.ts'
import { createLedgerPart } from '#server/access/account-part.ts'
import { createFlightsPart } from '#server/flights/account-part.ts'
import { addFlightDashboard } from '#server/flights/dashboard.ts'
import { addFlightRoutes } from '#server/flights/routes.ts'
import { findTakeoffsIn } from '#server/flights/takeoffs/store.ts'
import type { FlightServices } from '#server/flights/scorer/scorer.ts'
import { addOauthDashboard } from '#server/oauth/dashboard.ts'
import { addOauthPages } from '#server/oauth/pages.ts'
import { addOauthRoutes } from '#server/oauth/routes.ts'
import { addMapRoutes } from '#server/map/dashboard.ts'
import { type App, createHttp } from '#server/platform/http/http.ts'
import { createWebhookPart } from '#server/webhooks/account-part.ts'
import { addWebhookDashboard } from '#server/webhooks/dashboard.ts'
import { addWebhookRoutes } from '#server/webhooks/routes.ts'
import { addDiscoveryRoutes } from './site/discovery.ts'
import { addDocsPage } from './site/docs.ts'
import { addLandingPage } from './site/landing.ts'
import { addWebApplication } from './site/web.ts'

/** What counts as an upload: POST to these reads, and scores, a file. */
const uploadPaths = ['/api/v1/flights/upload', '/api/v1/flights/validate']

export async function createApp(services: FlightServices): Promise<App> {
  const rateLimits = createRateLimits(services)
  const app = createHttp(services, rateLimits.countRequest)
  rateLimits.addTo(app, uploadPaths)
  const ledger = createLedger(services)
  ledger.addTo(app)
  const auth = createAuth(services)
  // For pages and the dashboard's endpoints: who is signed in.
  const sessionServices: SessionServices & FlightServices = { ...services, findSession: auth.findSession }
  // What each feature gives to the export of an account and does when one is deleted; flights first, as long as
  // the consents that say who hears of it are there.
  const accounts = createAccountServices(sessionServices, auth, [
    createFlightsPart(services),
    createWebhookPart(services),
    createKeysPart(services),
    createOauthPart(services),
    createLedgerPart(services),
  ])
  await app.register(swagger, {
    openapi: { ...openapiFrame, servers: [{ url: services.config.baseUrl }] } as never,
  })
  await app.register(fastifyStatic, {
    root: [join(import.meta.dirname, '../assets'), join(import.meta.dirname, 'site/styles')],
    prefix: '/assets/',
    index: false,
    maxAge: '1h',
  })
  addDiscoveryRoutes(app, services)
  addProfileRoutes(app, services)
  addAccountPages(app, accounts)
  await addAccountEndpoints(app, accounts)
  addKeyRoutes(app, sessionServices)
  addLedgerRoutes(app, sessionServices, ledger)
  addFlightRoutes(app, services)
  addFlightDashboard(app, sessionServices)
  addOauthRoutes(app, services)
  addOauthPages(app, sessionServices)
  addWebhookRoutes(app, services)
  addWebhookDashboard(app, sessionServices)
  addOauthDashboard(app, sessionServices)
  addMapRoutes(app, sessionServices, (bounds, limit) => findTakeoffsIn(services.db.sql, bounds, limit))
  addDocsPage(app)
  addLandingPage(app)
  await addWebApplication(app, services)
  return app
}
