// The one place where routes get their gates: by the doors that each declares. A route that declares none refuses the
// start, whatever it is: a page, a file, a dialect, a read or a change.
import type { FastifyRequest, onRequestHookHandler, preHandlerAsyncHookHandler, RouteOptions } from 'fastify'
import type { App } from '#server/platform/http/http.ts'
import { admitBody, refuseSilentBodies } from '../admission/admission.ts'
import { requireRight } from '../bearer.ts'
import type { CountingServices } from '../limits/budgets.ts'
import type { RateLimits } from '../limits/rate-limit.ts'
import { requireMonitoring, requireOperator } from '../operators.ts'
import { refuseOtherSites, requireSession, requireSignIn, type SessionServices } from '../session.ts'
import { budgetOf, type DoorName, type Doors, prefixes, type Widens } from './doors.ts'
import { requireRecentProof, signInAgain } from '../proof.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, with the one door that it has. */
    readonly declared: { method: string; url: string; doors: Doors }[]
  }
}

export type GateServices = SessionServices & CountingServices

/** Gates for every route that is added from now on. */
export function addGates(app: App, services: GateServices, limits: RateLimits): void {
  refuseSilentBodies(app)
  const authenticate = createAuthentication(services)
  app.decorate('declared', [])
  for (const name of ['basic', 'credential', 'usedScope', 'files', 'proved']) app.decorateRequest(name)
  app.addHook('onRoute', (route) => {
    const { door, doors, body, before = [], widens } = requireDeclaration(route)
    const admit = body === undefined ? [] : [admitBody(route, body)]
    const others = [route.onRequest ?? []].flat()
    route.onRequest = [
      ...others,
      ...authenticate[door](doors as never, isChanging(route)),
      ...before,
      ...admit,
    ]
    if (widens && door === 'dashboard')
      route.preHandler = [[route.preHandler ?? []].flat(), proveIf(widens, services)].flat()
    limits.addTo(route, budgetOf(doors))
    app.declared.push({ method: [route.method].flat().join(), url: route.url, doors })
  })
}

/** Once the body is read: whether it widens anything depends on it. */
function proveIf(widens: Widens, services: GateServices): preHandlerAsyncHookHandler {
  const recent = requireRecentProof(services)
  return async (request) => (widens(request as never) ? recent(request) : undefined)
}

function requireDeclaration({ method, url, config }: RouteOptions) {
  const { doors } = config ?? {}
  const [door, ...others] = Object.keys(doors ?? {}) as DoorName[]
  if (doors === undefined || door === undefined || others.length > 0)
    throw new Error(`The route ${String(method)} ${url} does not declare by which door it is reached.`)
  if (!url.startsWith(prefixes[door])) throw new Error(`The route ${url} is not where its door is (${door}).`)
  return { ...config, doors, door }
}

function isChanging({ method }: RouteOptions): boolean {
  return [method].flat().some((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one))
}

type Authentication = {
  [Door in keyof Doors]-?: (doors: Required<Pick<Doors, Door>>, isChanging: boolean) => onRequestHookHandler[]
}

/** The authentication of each door. */
function createAuthentication(services: GateServices): Authentication {
  const session = requireSession(services)
  const recent = requireRecentProof(services)
  const again = signInAgain(services)
  const ownSite = async (request: FastifyRequest) => refuseOtherSites(services, request)
  return {
    api: ({ api }) => [requireRight(services, api)],
    userInfo: ({ userInfo }) => [requireRight(services, userInfo)],
    assistant: ({ assistant }) => [requireRight(services, assistant, 'mcp')],
    dashboard: ({ dashboard }) => (dashboard === 'recent' ? [session, recent] : [session]),
    operator: ({ operator }) =>
      operator === 'token' ? [requireMonitoring(services)] : [session, requireOperator(services), recent],
    page: ({ page }, isChanging) => [
      requireSignIn(services, page === 'unreviewed'),
      ...(page === 'recent' ? [again] : []),
      ...(isChanging ? [ownSite] : []),
    ],
    client: () => [],
    instrument: () => [],
    public: () => [],
  }
}
