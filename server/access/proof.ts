// What a changing request of a browser has to prove. A route says it where it is declared, and the start fails where one
// does not: a new route cannot forget it.
import type {
  FastifyContextConfig,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  RouteOptions,
} from 'fastify'
import type { App } from '#server/platform/http/http.ts'
import {
  isProofRecent,
  requireRecentProof,
  requireSession,
  requireSignIn,
  type SessionServices,
} from './session.ts'

/**
 * none: it is for visitors, or checks a secret of its own, such as a link from an email.
 * session: who is signed in may do it.
 * recent: who is signed in has proved it within the last 15 minutes: it opens a door to the account.
 */
export type ProofLevel = 'none' | 'session' | 'recent'

declare module 'fastify' {
  interface FastifyContextConfig {
    proof?: ProofLevel
  }
}

export const NO_PROOF: FastifyContextConfig = { proof: 'none' }
export const SESSION: FastifyContextConfig = { proof: 'session' }
export const RECENT_PROOF: FastifyContextConfig = { proof: 'recent' }

/** Enforces what the changing routes that are added from now on declare. */
export function enforceProofs(app: App, services: SessionServices): void {
  app.addHook('onRoute', (route) => {
    if (!isChanging(route) || isForPrograms(route.url)) return
    const level = route.config?.proof
    if (level === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} does not say which proof it needs.`)
    route.onRequest = [...[route.onRequest ?? []].flat(), ...listChecks(services, level, route.url)]
  })
}

function isChanging({ method }: RouteOptions): boolean {
  return [method].flat().some((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))
}

/** They show a credential of their own, and no cookie. */
function isForPrograms(url: string): boolean {
  return url.startsWith('/api/')
}

function listChecks(services: SessionServices, level: ProofLevel, url: string): onRequestHookHandler[] {
  if (level === 'none') return []
  const isForDashboard = url.startsWith('/app/api/')
  const requireUser = isForDashboard ? requireSession(services) : requireSignIn(services)
  if (level === 'session') return [requireUser]
  return [requireUser, isForDashboard ? requireRecentProof(services) : signInAgain(services)]
}

/** After `requireSignIn`, for pages: the user proves it again, and comes back to the page. */
export function signInAgain({ now }: Pick<SessionServices, 'now'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    if (reply.sent || isProofRecent(request.session, now())) return
    return reply.redirect(`/sign-in?again=true&return_to=${encodeURIComponent(request.url)}`, 303)
  }
}
