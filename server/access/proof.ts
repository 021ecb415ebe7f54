// A recent proof of identity. Everything that issues access takes one: code that forgets to ask for it does
// not compile. test/contract/access/issuing.test.ts lists both those who take one and those who make one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/services.ts'
import { isProofRecent, refuseInDashboard, type Session } from './session.ts'

declare const isMadeHere: unique symbol

export interface Proved {
  readonly [isMadeHere]: true
  /** The means of the proof, such as "password"; undefined for sessions of earlier releases and where no session is. */
  readonly means: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate of an operation that asks for a recent proof. */
    proved: Proved | undefined
  }
}

const create = (means: string | undefined): Proved => ({ means }) as Proved

/** Undefined when the session was last proved more than 15 minutes ago. */
export function findProof(
  session: Pick<Session, 'provedAt' | 'provedBy'>,
  nowMs: number,
): Proved | undefined {
  return isProofRecent(session, nowMs) ? create(session.provedBy) : undefined
}

/** The same of the sign-in for a Bearer token; undefined where no user has signed in for it. */
export function findTokenProof(authenticatedAt: number | undefined, nowMs: number): Proved | undefined {
  const isRecent = authenticatedAt !== undefined && isProofRecent({ provedAt: authenticatedAt }, nowMs)
  return isRecent ? create(undefined) : undefined
}

/** After a proof that was given in this very request. */
export function noteProof(request: FastifyRequest, means: string): void {
  request.proved = create(means)
}

/** Stand-ins that were themselves issued with a proof, and why no other is needed. */
const earlierProofs = {
  /** Codes, device codes, pairings and refresh tokens: their user was asked. Each is spent once. */
  grant: undefined,
  /** A silent answer to a known application: the same origin, no new scope. */
  consent: undefined,
  /** A Bearer credential, for what its scopes allow. */
  credential: undefined,
  /** An application with its secret, acting for its owner. */
  client: undefined,
  /** Commands on the machine itself. */
  operator: 'operator',
} as const

export function followProof(earlier: keyof typeof earlierProofs): Proved {
  return create(earlierProofs[earlier])
}

/** Throws where the operation does not declare that it asks for a proof. */
export function requireProved({ proved }: { readonly proved?: Proved | undefined }): Proved {
  if (proved) return proved
  throw new Error('The operation issues access, and its door asks for no recent proof.')
}

/**
 * After `requireSession`, for what a stranger at an open browser must not do. The dashboard asks for a proof when it
 * meets this code (POST /app/api/account/confirm), and then asks again.
 */
export function requireRecentProof({ now }: Pick<Services, 'now'>) {
  return async (request: FastifyRequest): Promise<void> => {
    request.proved = findProof(request.session, now())
    if (!request.proved) throw refuseInDashboard('confirmation_required', 'Confirm first that it is you.')
  }
}

/** After `requireSignIn`, for pages: the user proves it again, and comes back to the page. */
export function signInAgain({ now }: Pick<Services, 'now'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    if (reply.sent) return
    request.proved = findProof(request.session, now())
    if (request.proved) return
    return reply.redirect(`/sign-in?again=true&return_to=${encodeURIComponent(request.url)}`, 303)
  }
}
