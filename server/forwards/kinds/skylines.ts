// SkyLines: a form with the file, answered 200 with a status for each file. A flight is private there until it is verified.
import { type Static, Type } from 'typebox'
import { classifyStatus, explain, isOk, readJson, toPlainText } from './answers.ts'
import { basic, below, fields, line, passwordOnly, url } from './fields.ts'
import { writeMultipart } from './forms.ts'
import type { Answer, Kind, Outcome, Place, Result } from './kind.ts'

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
    const upload = below(address, 'api/flights/upload')
    const answer = await door.request({
      method: 'POST',
      url: upload,
      headers: { authorization, ...form.headers },
      body: form.body,
      maxBytes: MAX_ANSWER_BYTES,
    })
    const { id } = readResult(answer)
    if (id === undefined) return answer
    if (publish)
      // A flight of somebody else stays as it is: that is answered 422.
      await door.request({
        method: 'POST',
        url: `${upload}/verify`,
        headers: { authorization, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify([{ id }])),
      })
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

function open({ settings, credential }: Place<Static<typeof Settings>, Static<typeof passwordOnly>>) {
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
