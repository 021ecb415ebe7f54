// How an operation is reached, and what a caller shows there. Authentication, proof, budget and description follow.
import type { FastifyRequest, onRequestAsyncHookHandler, onRequestHookHandler } from 'fastify'
import type { BodyKind } from '../admission/admission.ts'
import type { Right } from '../bearer.ts'
import type { BudgetName } from '../limits/rate-limit.ts'

/** Each operation has one door, or the first two. */
export interface Doors {
  /** /api/v1: a Bearer credential with this right. */
  readonly api?: Right
  /** /app/api: the session of a browser. `recent`: proved within 15 minutes, for what opens a door to the account. */
  readonly dashboard?: 'session' | 'recent'
  /** The session of a user whom OPERATORS names, proved recently; or the token of the operator's monitoring. */
  readonly operator?: 'session' | 'token'
  /** A page for those who are signed in; `unreviewed` also before they have reviewed what can act for them. */
  readonly page?: 'session' | 'recent' | 'unreviewed'
  /** /mcp: any Bearer credential that was issued for it. */
  readonly assistant?: Right
  /** /api/oauth/userinfo: a Bearer credential with this right, for whatever resource it was issued. */
  readonly userInfo?: Right
  /** An OAuth client, which the endpoint authenticates by its own rules. */
  readonly client?: 'client'
  /** An instrument, by the secret in its dialect, which the dialect reads. */
  readonly instrument?: 'credential' | 'instrument' | 'own'
  /** Anybody: the list of these is in test/contract/access/public-routes.ts. */
  readonly public?: BudgetName
}

export type DoorName = keyof Doors
/** Asked of a request whose parameters and body are valid. */
export type Widens = (request: FastifyRequest<never>) => boolean
export type Hook = onRequestHookHandler | onRequestAsyncHookHandler

declare module 'fastify' {
  interface FastifyContextConfig {
    doors?: Doors
    /** The body it takes, beyond the small JSON or form that every operation may. */
    body?: BodyKind
    /** Further checks, once the caller is known and before the body is read. */
    before?: readonly Hook[]
    /** Whether a request shows others more than before: a session then needs a recent proof. */
    widens?: Widens
  }
}

/** Where the door is: what else depends on a path (CORS, caching, the resource of a token) is true of it, too. */
export const prefixes: Record<DoorName, string> = {
  api: '/api/v1',
  dashboard: '/app/api',
  operator: '/',
  page: '/',
  assistant: '/mcp',
  userInfo: '/api/oauth/userinfo',
  client: '/api/oauth/',
  instrument: '/',
  public: '/',
}

/** Whether operations leave the prefix out: those of these two doors may have both. */
export const isRelative = (door: DoorName) => door === 'api' || door === 'dashboard'

const budgets: Record<Exclude<DoorName, 'public' | 'instrument'>, BudgetName> = {
  api: 'credential',
  assistant: 'credential',
  userInfo: 'credential',
  dashboard: 'session',
  operator: 'session',
  page: 'none',
  client: 'client',
}

export function budgetOf({ public: open, instrument, operator, ...doors }: Doors): BudgetName {
  if (open !== undefined || instrument !== undefined) return (open ?? instrument)!
  if (operator === 'token') return 'none'
  const [name] = Object.keys(operator === undefined ? doors : { operator }) as (keyof typeof budgets)[]
  return budgets[name!]
}
