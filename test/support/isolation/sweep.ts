// Sends what each operation takes to both worlds, as the pilot and as a visitor, and notes which answers differ.
import { type DoorName, type Doors, isRelative, prefixes } from '#server/access/operations/doors.ts'
import { readDecisionForm } from '../oauth.ts'
import { bearer } from '../people.ts'
import { type Answer, createRenaming, readAnswer } from './compare.ts'
import { type Asked, inputs, isOperators, parameters, type Sent } from './inputs.ts'
import { STRANGE_HANDLE } from './stranger.ts'
import { listIds, type Person, type World } from './world.ts'

export interface Route {
  method: string
  url: string
  doors: Doors
}

type Caller = 'pilot' | 'visitor'

export interface Sweep {
  /** Everything that the table has for it. */
  ask(route: Route, as: Caller): Promise<void>
  /** One request of the pilot; what differs, or undefined. */
  compare(route: Route, write: (asked: Asked) => Sent): Promise<string | undefined>
  /** Reads again what a path may name. */
  refresh(): Promise<void>
  readonly differences: string[]
  /** The best status of each route, of all callers. */
  readonly best: Map<string, number>
  count: number
}

export const nameOf = ({ method, url }: Route) => `${method.replace('HEAD,', '')} ${url}`
const doorOf = ({ doors }: Route) => Object.keys(doors)[0] as DoorName

/** As the tables have it: without the prefix of the two doors that an operation may share. */
export function keyOf(route: Route): string {
  const door = doorOf(route)
  const [method, url] = nameOf(route).split(' ') as [string, string]
  return `${method} ${isRelative(door) ? url.slice(prefixes[door].length) : url}`
}

export function hasInput(route: Route): boolean {
  const key = keyOf(route)
  const isPlain = /^(?:GET|DELETE) /.test(key) || isOperators(key)
  return (isPlain || key in inputs) && paramsOf(route.url).every((part) => part in parameters)
}

/** Each parameter with the part of the path before it. */
const paramsOf = (url: string) => url.match(/[\w-]+\/(?::\w+|\*)/g) ?? []

type Variant = 'own' | 'strange' | 'mixed'

export function createSweep(worlds: readonly [World, World], stranger: Person): Sweep {
  const strange = new Set<string>()
  const renaming = createRenaming(strange)
  let asked: [Asked, Asked] | undefined
  const sweep: Sweep = {
    differences: [],
    best: new Map(),
    count: 0,
    refresh: async () => {
      const theirs = await listIds(worlds[1].server, stranger)
      for (const id of [stranger.user.id, ...Object.values(theirs).flat()]) strange.add(id)
      const look = async ({ server, pilot }: World): Promise<Asked> => ({
        me: pilot,
        own: await listIds(server, pilot),
        strange: theirs,
        strangeEmail: stranger.user.email,
      })
      asked = [await look(worlds[0]), await look(worlds[1])]
    },
    ask: async (route, as) => {
      // There a caller is what the request says.
      if (as === 'visitor' && ['client', 'instrument'].includes(doorOf(route))) return
      const [calls, others] = [await listCalls(route, asked![0]), await listCalls(route, asked![1])]
      for (const [at, call] of calls.entries()) {
        const difference = await askBoth(route, as, [call, others[at]!])
        if (difference !== undefined)
          sweep.differences.push(`${as} ${nameOf(route)} ${call.note}: ${difference}`)
      }
    },
    compare: (route, write) => {
      const [call, other] = asked!.map((one) => toCall(route.url, write(one), '')) as [Call, Call]
      return askBoth(route, 'pilot', [call, other])
    },
  }
  const askBoth = async (route: Route, as: Caller, calls: [Call, Call]) => {
    const [one, other] = await Promise.all([
      send(worlds[0], route, calls[0], as),
      send(worlds[1], route, calls[1], as),
    ])
    sweep.count++
    sweep.best.set(nameOf(route), Math.min(sweep.best.get(nameOf(route)) ?? 999, one.status))
    return renaming.findDifference(one, other)
  }
  return sweep
}

interface Call {
  path: string
  sent: Sent
  note: string
}

const toCall = (path: string, sent: Sent, note: string): Call => ({
  path: sent.query ? `${path}?${sent.query}` : path,
  sent,
  note,
})

async function listCalls(route: Route, asked: Asked): Promise<Call[]> {
  const bodies = (await inputs[keyOf(route)]?.(asked)) ?? [{}]
  return listPaths(route, asked).flatMap(({ path, variant }) =>
    bodies.map((sent, at) => toCall(path, sent, `${variant} ${at}`)),
  )
}

function listPaths(route: Route, asked: Asked): { path: string; variant: Variant }[] {
  const found = paramsOf(route.url)
  const variants: Variant[] =
    found.length === 0 ? ['own'] : found.length === 1 ? ['own', 'strange'] : ['own', 'strange', 'mixed']
  return variants.map((variant) => ({
    variant,
    path: found.reduce((url, part, at) => {
      const [before] = part.split('/')
      return url.replace(part, `${before}/${pick(part, variant, at, doorOf(route), asked)}`)
    }, route.url),
  }))
}

/** Of the pilot's flights, the first that began near by. */
const FIRST = 1
const NOTHING = '0123456789abcdef01234567'

function pick(part: string, variant: Variant, at: number, door: DoorName, { own, strange }: Asked): string {
  const kind = parameters[part]!
  const isOwn = variant === 'own' || (variant === 'mixed' && at === 0)
  if (typeof kind === 'object') return kind.fixed[0]!
  if (kind === 'handles') return isOwn ? 'paula' : STRANGE_HANDLE
  if (kind === 'references') return isOwn ? own.flights[FIRST]! : strange.flights[1]!
  // An operation with two doors is asked about two things: after the first request one may be gone.
  const first = kind === 'flights' ? FIRST : 0
  if (isOwn) return own[kind][door === 'dashboard' ? first + 1 : first] ?? own[kind][0] ?? NOTHING
  return strange[kind][kind === 'flights' ? 1 : 0] ?? NOTHING
}

async function send({ server, pilot }: World, route: Route, call: Call, as: Caller): Promise<Answer> {
  const shown = as === 'pilot' ? showAt(doorOf(route), route.url, pilot) : {}
  const { sent } = call
  server.advance(250)
  const filled = sent.page === undefined ? undefined : await open(server, sent.page, shown)
  const [method] = nameOf(route).split(' ') as [string]
  const response = await server.fetch(call.path, {
    method,
    headers: {
      ...shown,
      ...filled?.headers,
      ...(sent.json !== undefined && { 'content-type': 'application/json' }),
      ...sent.headers,
    },
    body: method === 'GET' ? null : writeBody(sent, filled?.fields),
  })
  return readAnswer(response, new URL(server.url))
}

function writeBody({ json, form, bytes }: Sent, fields?: URLSearchParams): BodyInit | null {
  if (bytes) return bytes as BodyInit
  if (json !== undefined) return JSON.stringify(json)
  if (!form && !fields) return null
  return new URLSearchParams([...(fields ?? []), ...Object.entries(form ?? {})])
}

/** The hidden fields of a page's form, and the cookies that the page sets. */
async function open(server: World['server'], path: string, shown: Record<string, string>) {
  const response = await server.fetch(path, { headers: { ...shown, accept: 'text/html' } })
  const set = response.headers.getSetCookie().map((line) => line.split(';')[0]!)
  const token = readDecisionForm(await response.text()).fields.get('form_token')
  const cookie = [...(shown.cookie ? [shown.cookie] : []), ...set].join('; ')
  return {
    headers: { origin: server.url, ...(cookie && { cookie }) },
    fields: new URLSearchParams(token === null ? {} : { form_token: token }),
  }
}

/** The pilot's credentials at a door. Keys manage webhooks; tokens may do all else. */
function showAt(door: DoorName, url: string, pilot: World['pilot']): Record<string, string> {
  const { session, headers, key } = pilot
  if (['dashboard', 'page', 'operator', 'public'].includes(door))
    return { ...session, 'sec-fetch-site': 'same-origin' }
  if (door === 'client' || door === 'instrument') return {}
  return /webhooks|events/.test(url) ? bearer(key) : headers
}
