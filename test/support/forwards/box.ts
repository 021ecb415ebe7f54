// A service on loopback that takes flights, as a test wants, and the kind that speaks to it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Static, Type } from 'typebox'
import type { Answer, Door, Kind, Outcome, Place } from '#server/forwards/kinds/kind.ts'
import { type Kinds, kinds } from '#server/forwards/kinds/kinds.ts'

const Settings = Type.Object(
  { url: Type.String({ format: 'uri', maxLength: 200 }) },
  { additionalProperties: false },
)
const Credential = Type.Object(
  { password: Type.String({ minLength: 1, maxLength: 100 }) },
  { additionalProperties: false },
)

type BoxPlace = Place<Static<typeof Settings>, Static<typeof Credential>>

const results: Record<number, Outcome['result']> = {
  200: 'delivered',
  201: 'delivered',
  401: 'credential',
  409: 'duplicate',
  422: 'refused',
  503: 'later',
}

export function classify({ status, headers, body, error, retryAfterMs, known }: Answer): Outcome {
  const there = known?.wasThere ? 'duplicate' : undefined
  const result = there ?? (status === null ? 'later' : (results[status] ?? 'unknown'))
  return { result, link: headers.location, words: error ?? body, retryAfterMs }
}

/** Looked at before it is written to, or known by the answer that it has the flight. */
export function createBoxKind(
  options: {
    canFind?: boolean
    isLeague?: boolean
    deadlineDays?: number | null
    perHour?: number
    /** An empty folder. */
    isWatched?: boolean
  } = {},
): Kind<typeof Settings, typeof Credential> {
  const { canFind = true, isLeague = false, deadlineDays = null, perHour, isWatched = false } = options
  const sign = (password: string) => ({ authorization: `Bearer ${password}` })
  const look = (door: Door, { settings, credential }: BoxPlace) =>
    door.request({ method: 'GET', url: settings.url, headers: sign(credential.password) })
  const check = async (door: Door, place: BoxPlace) => classify(await look(door, place))
  return {
    settings: Settings,
    credential: Credential,
    address: ({ url }) => url,
    isLeague,
    deadlineDays,
    ...(perHour !== undefined && { perHour }),
    ...(isWatched && {
      source: {
        check,
        list: async (door, place) => ({ outcome: classify(await look(door, place)), files: [] }),
        read: look,
      },
    }),
    check,
    send: async (door, { settings, credential }, { hash, bytes }) => {
      const request = { url: `${settings.url}/${hash}`, headers: sign(credential.password) }
      const found = canFind ? await door.request({ ...request, method: 'GET' }) : undefined
      if (found?.status === 200) return { ...found, known: { wasThere: true } }
      if (found && found.status !== 404) return found
      return door.request({ ...request, method: 'PUT', body: bytes })
    },
    classify,
    doubles: canFind ? 'look' : 'answer',
  }
}

export interface Box {
  readonly url: string
  /** By name; those that came a second time are in `doubles`. */
  readonly flights: Map<string, Buffer>
  readonly doubles: string[]
  /** Method and path of every request. */
  readonly asked: string[]
  readonly agents: Set<string>
  password: string
  /** Before the answer to a PUT; true: it has answered, or never will. */
  fault: ((request: IncomingMessage, response: ServerResponse, isStored: boolean) => boolean) | undefined
  /** Done once, while the next request waits for its answer. */
  meanwhile: (() => Promise<unknown>) | undefined
}

/** Refuses what it has (409), unless it is told to take everything: then a double is kept. */
export async function startBox(
  context: { after: (end: () => Promise<void>) => void },
  { takesAll = false } = {},
): Promise<Box> {
  const box: Box = {
    url: '',
    flights: new Map(),
    doubles: [],
    asked: [],
    agents: new Set(),
    password: 'swordfish',
    fault: undefined,
    meanwhile: undefined,
  }
  const answer = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => {
    const name = (request.url ?? '').split('/')[2] ?? ''
    const isPut = request.method === 'PUT'
    box.asked.push(`${request.method} ${name}`)
    box.agents.add(String(request.headers['user-agent']))
    if (isPut && box.fault?.(request, response, false)) return undefined
    if (request.headers.authorization !== `Bearer ${box.password}`)
      return response.writeHead(401).end('Wrong password')
    if (!isPut) return response.writeHead(name === '' || box.flights.has(name) ? 200 : 404).end()
    const wasThere = box.flights.has(name)
    if (!wasThere) box.flights.set(name, bytes)
    if (wasThere) box.doubles.push(name)
    if (box.fault?.(request, response, true)) return undefined
    if (wasThere && !takesAll) return response.writeHead(409).end('You have this flight already')
    return response.writeHead(201, { location: `${box.url}/${name}` }).end('Thank you')
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { meanwhile } = box
      box.meanwhile = undefined
      const go = () => answer(request, response, Buffer.concat(chunks))
      if (meanwhile) void meanwhile().then(go)
      else go()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  Object.assign(box, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/box` })
  return box
}

/** Kinds by names that the contract knows. The caller takes them back: other files of the process have the real ones. */
export function offerInstead(replaced: Kinds): () => void {
  const real = { ...kinds }
  Object.assign(kinds, replaced)
  return () => void Object.assign(kinds, real)
}
