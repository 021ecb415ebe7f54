// SkyLines: a form with the file, answered 200 with a status for each file. A flight is private there until it is verified.
import { type Static, Type } from 'typebox'
import { DAY_MS } from '#server/platform/time.ts'
import { classifyStatus, compareBody, explain, isOk, readJson, toPlainText } from './answers.ts'
import { basic, below, fields, line, passwordOnly, url } from './fields.ts'
import { writeMultipart } from './forms.ts'
import type { Answer, Door, Kind, Outcome, OutgoingFlight, Place, Result } from './kind.ts'

const HOME = 'https://skylines.aero'
/** The answer has all aircraft models, and comes before what was asked for in some versions. */
const MAX_ANSWER_BYTES = 2_000_000

const Settings = fields({
  url: Type.Optional(url(`The address of the service; ${HOME} when left out.`, HOME)),
  user: line('The email address of the account there.', 'ada@example.com'),
  pilotId: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The number in the address of your page there.',
      examples: [42],
    }),
  ),
  publish: Type.Optional(
    Type.Boolean({ description: 'Visible to all; otherwise private there.', examples: [true] }),
  ),
})

type Target = Place<Static<typeof Settings>, Static<typeof passwordOnly>>

const statuses: Record<number, [Result, string]> = {
  0: ['delivered', 'stored'],
  1: ['duplicate', 'duplicate file'],
  2: ['refused', 'date missing in the IGC file'],
  3: ['refused', 'the file could not be read'],
  4: ['refused', 'no flight found in the file'],
  5: ['refused', 'the date of the flight is in the future'],
}

const addressOf = ({ url = HOME }: Static<typeof Settings>) => url

export const skylines: Kind<typeof Settings, typeof passwordOnly> = {
  settings: Settings,
  credential: passwordOnly,
  address: addressOf,
  isLeague: true,
  doubles: 'find',
  find,
  deadlineDays: null,
  check: async (door, place) => {
    const { address, authorization } = open(place)
    const request = { method: 'GET', url: below(address, 'api/settings'), headers: { authorization } }
    return classifyStatus(await door.request(request), { 200: 'delivered' })
  },
  send: async (door, place, { bytes, fileName, pilot }) => {
    const { address, authorization } = open(place)
    const { pilotId, publish = false } = place.settings
    const form = writeMultipart([
      { name: 'pilotId', value: String(pilotId ?? '') },
      { name: 'pilotName', value: pilotId === undefined ? (pilot ?? place.settings.user) : '' },
      { name: 'files', value: bytes, fileName },
    ])
    const answer = await door.request({
      method: 'POST',
      url: below(address, 'api/flights/upload'),
      headers: { authorization, ...form.headers },
      body: form.body,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const { id } = readResult(answer)
    if (id === undefined) return answer
    if (publish) await makePublic(door, place, id)
    const link = below(address, `flights/${id}`)
    return { ...answer, known: { link } }
  },
  classify: (answer): Outcome => {
    const { status, id, message = '' } = readResult(answer)
    const [verdict, words] = (isOk(answer) && statuses[status]) || []
    if (verdict === undefined) return classifyStatus(answer, { 413: 'refused', 422: 'credential' })
    return {
      ...explain(answer, verdict, toPlainText(message) || words),
      foreignId: id?.toString(),
      ...answer.known,
    }
  },
}

/** A flight of somebody else stays as it is: that is answered 422. */
async function makePublic(door: Door, place: Target, id: number): Promise<void> {
  const { address, authorization } = open(place)
  await door.request({
    method: 'POST',
    url: below(address, 'api/flights/upload/verify'),
    headers: { authorization, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify([{ id }])),
  })
}

/** Fifty a page. */
const MAX_PAGES = 10

/** In the list of the pilot's flights, the latest first, by the bytes of their files. Without the pilot's number there is none. */
async function find(door: Door, place: Target, flight: OutgoingFlight): Promise<Outcome | undefined> {
  const { address, authorization } = open(place)
  const { pilotId, publish = false } = place.settings
  const get = (path: string, maxBytes: number) =>
    door.request({ method: 'GET', url: below(address, path), headers: { authorization }, maxBytes })
  // The day of a file is UTC's, and the list is by the local one.
  const daysFrom = (date = '') => Date.parse(date) - Date.parse(flight.date)
  for (let page = 1, listed = 0; pilotId !== undefined && page <= MAX_PAGES; page++) {
    const list = await get(
      `api/flights/pilot/${pilotId}?column=date&order=desc&page=${page}`,
      MAX_ANSWER_BYTES,
    )
    const { flights, count } = readFlights(list)
    for (const { id, fileName, isPrivate } of flights.filter(
      (one) => Math.abs(daysFrom(one.date)) <= DAY_MS,
    )) {
      const file = await get(`files/${encodeURIComponent(fileName)}`, flight.bytes.length + 1)
      if (!isOk(file) || compareBody(file, flight) !== 'same') continue
      // The worker ended between the two requests.
      if (publish && isPrivate) await makePublic(door, place, id)
      return { result: 'duplicate', foreignId: `${id}`, link: below(address, `flights/${id}`) }
    }
    listed += flights.length
    // After the last page it comes again and again.
    if (flights.length === 0 || listed >= count || daysFrom(flights.at(-1)?.date) < -DAY_MS) return undefined
  }
  return undefined
}

interface ListedFlight {
  id: number
  date: string
  fileName: string
  isPrivate: boolean
}

function readFlights(answer: Answer): { flights: ListedFlight[]; count: number } {
  const { flights, count } = isOk(answer) ? readJson(answer.body) : {}
  const rows = (Array.isArray(flights) ? flights : []) as ({
    id?: unknown
    private?: unknown
    igcFile?: { filename?: unknown; date?: unknown } | null
  } | null)[]
  const listed = rows.flatMap((row) => {
    const { filename, date } = row?.igcFile ?? {}
    if (!Number.isSafeInteger(row?.id) || typeof filename !== 'string' || typeof date !== 'string') return []
    return { id: row!.id as number, date, fileName: filename, isPrivate: row!.private === true }
  })
  return { flights: listed, count: Number(count) || 0 }
}

function open({ settings, credential }: Target) {
  return { address: addressOf(settings), authorization: basic(settings.user, credential.password) }
}

interface FileResult {
  status?: unknown
  flight?: { id?: unknown } | null
  message?: unknown
}

/** Of the one file. */
function readResult({ body }: Answer): {
  status: number
  id?: number | undefined
  message?: string | undefined
} {
  const { results } = readJson(body)
  const { status, flight, message } = ((Array.isArray(results) ? results[0] : undefined) ?? {}) as FileResult
  return {
    status: typeof status === 'number' ? status : -1,
    id: Number.isSafeInteger(flight?.id) ? (flight!.id as number) : undefined,
    message: typeof message === 'string' ? message : undefined,
  }
}
