// One question to an Overpass server: the free-flying sites of one square of a degree. An answer counts whole or not at all.
import type { Config } from '#server/platform/config.ts'
import { isOwnNetwork } from '#server/platform/outgoing/addresses.ts'
import { askOnce } from '#server/platform/outgoing/ask.ts'
import { nameOperator } from '#server/platform/outgoing/operator.ts'
import type { ResolveName } from '#server/platform/resolver.ts'
import { MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import type { Corner } from '#server/terrain/fetch/region.ts'

export interface AskServices {
  readonly config: Pick<Config, 'sitesUrl' | 'securityContact' | 'baseUrl'>
  readonly resolveName: ResolveName
}

export interface OsmElement {
  type: string
  id: number
  lat: number
  lon: number
  tags: Record<string, string>
}

/** A server that has no time now. */
export class Busy extends Error {
  /** How long it asks to be left alone; undefined when it does not say. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, retryAfterMs?: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

const QUERY_SECONDS = 60
const ANSWER_MS = 90 * SECOND_MS
/** Of a square of the Alps: some hundred kilobytes. */
const MAX_ANSWER_BYTES = 8_000_000
const MAX_QUERY_MEMORY = 67_108_864
/** A launch may be up to a kilometre from its site, on the other side of the border of two squares. */
const MARGIN_DEGREES = 0.02
const MAX_WAIT_MS = 5 * MINUTE_MS
/** Too many requests, and a server or proxy that is overloaded. */
const BUSY = new Set([429, 502, 503, 504])

/** Throws with a sentence that names the server. */
export async function askOverpass(
  { config, resolveName }: AskServices,
  corner: Corner,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<OsmElement[]> {
  const url = new URL(config.sitesUrl)
  const asking = askOnce(url, {
    accept: 'application/json',
    userAgent: nameOperator(config),
    body: {
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(`data=${encodeURIComponent(writeQuery(corner))}`),
    },
    allowPrivate: isOwnNetwork(url),
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs: options.timeoutMs ?? ANSWER_MS,
    resolveName,
    ...(options.signal && { signal: options.signal }),
  })
  const { status, headers, body } = await asking.catch((error: Error) => {
    throw new Error(`${url.host} cannot be asked: ${error.message}`)
  })
  if (BUSY.has(status))
    throw new Busy(
      `${url.host} ${status === 429 ? 'asks for fewer requests' : 'is overloaded'} (${status})`,
      readRetryAfter(headers['retry-after']),
    )
  if (status !== 200) throw new Error(`${url.host} answers ${status}`)
  return readElements(url.host, body.toString('utf8')).filter((element) => isNear(corner, element))
}

/** Areas are given by their centre. */
function writeQuery(corner: Corner): string {
  const { south, west, north, east } = widen(corner)
  const box = [south, west, north, east].map((degrees) => degrees.toFixed(2)).join(',')
  return (
    `[out:json][timeout:${QUERY_SECONDS}][maxsize:${MAX_QUERY_MEMORY}];` +
    `(nwr["sport"~"free_flying"](${box});nwr["free_flying:site"](${box}););out tags center;`
  )
}

const widen = ({ south, west }: Corner) => ({
  south: Math.max(-90, south - MARGIN_DEGREES),
  west: Math.max(-180, west - MARGIN_DEGREES),
  north: Math.min(90, south + 1 + MARGIN_DEGREES),
  east: Math.min(180, west + 1 + MARGIN_DEGREES),
})

/** The centre of an area may lie outside; what is far away was not asked for. */
function isNear({ south, west }: Corner, { lat, lon }: OsmElement): boolean {
  return Math.abs(lat - south - 0.5) <= 1 && Math.abs(lon - west - 0.5) <= 1
}

function readRetryAfter(value: string | undefined): number | undefined {
  const seconds = Number(value ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * SECOND_MS, MAX_WAIT_MS) : undefined
}

function readElements(host: string, text: string): OsmElement[] {
  const answer = parse(host, text)
  // A query that ran out of time or memory has this next to the elements that were found until then.
  if (typeof answer?.remark === 'string')
    throw new Busy(`${host} could not finish: ${answer.remark.replaceAll(/\s+/g, ' ').slice(0, 200)}`)
  if (!Array.isArray(answer?.elements))
    throw new Error(`${host} answers with something that is not OpenStreetMap data`)
  return (answer.elements as unknown[]).map((element) => readElement(host, element))
}

function parse(host: string, text: string): { remark?: unknown; elements?: unknown } | null {
  try {
    return JSON.parse(text) as { remark?: unknown; elements?: unknown } | null
  } catch {
    const isPage = text.trimStart().startsWith('<')
    throw new Error(
      `${host} answers with ${isPage ? 'a page instead of data' : 'JSON that ends too early, or is none'}`,
    )
  }
}

function readElement(host: string, value: unknown): OsmElement {
  const element = (value ?? {}) as Partial<OsmElement> & { center?: Partial<OsmElement> }
  const { type, id, tags = {} } = element
  const { lat, lon } = element.center ?? element
  const isWhole =
    typeof type === 'string' && Number.isInteger(id) && Number.isFinite(lat) && Number.isFinite(lon)
  if (!isWhole || tags === null || typeof tags !== 'object')
    throw new Error(`${host} answers with something that is not OpenStreetMap data`)
  const texts = Object.entries(tags).filter(([, text]) => typeof text === 'string')
  return { type, id: id!, lat: lat!, lon: lon!, tags: Object.fromEntries(texts) }
}
