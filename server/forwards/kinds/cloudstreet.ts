// A second installation of this service, by a personal API key that may upload.
import { type Static, Type } from 'typebox'
import { classifyStatus, explain, isOk, readJson } from './answers.ts'
import { below, fields, url } from './fields.ts'
import { writeForm } from './forms.ts'
import type { Kind, Place } from './kind.ts'

const Settings = fields({ url: url('The address of the other installation.', 'https://flights.example') })
const Credential = fields({
  key: Type.String({
    pattern: '^cst_key_[0-9A-Za-z]{49}$',
    maxLength: 57,
    description: 'A personal API key of it with the right flights:write.',
    'x-must-be': 'a personal API key',
  }),
})
const SCOPE = 'flights:write'

const bearer = ({ credential }: Place<unknown, Static<typeof Credential>>) => ({
  authorization: `Bearer ${credential.key}`,
})

export const cloudstreet: Kind<typeof Settings, typeof Credential> = {
  settings: Settings,
  credential: Credential,
  address: ({ url }) => url,
  isLeague: false,
  doubles: 'answer',
  deadlineDays: null,
  check: async (door, place) => {
    const { headers, body } = writeForm([{ name: 'token', value: place.credential.key }])
    const answer = await door.request({
      method: 'POST',
      url: below(place.settings.url, 'api/oauth/introspect'),
      headers: { ...bearer(place), ...headers },
      body,
    })
    const { active, scope } = readJson(answer.body)
    if (!isOk(answer) || active === undefined) return classifyStatus(answer)
    if (active !== true) return explain(answer, 'credential', 'The key is unknown, revoked or expired.')
    const mayUpload = typeof scope === 'string' && scope.split(' ').includes(SCOPE)
    return mayUpload
      ? { result: 'delivered' }
      : explain(answer, 'credential', `The key lacks the right ${SCOPE}.`)
  },
  send: async (door, place, flight) => {
    const answer = await door.request({
      method: 'POST',
      url: below(place.settings.url, 'api/v1/flights/upload'),
      headers: {
        ...bearer(place),
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(flight.fileName)}`,
      },
      body: flight.bytes,
    })
    const { id } = readFlight(answer.body)
    if (id === undefined) return answer
    const link = below(place.settings.url, `app/flights/${id}`)
    return { ...answer, known: { link } }
  },
  classify: (answer) => {
    const { id, isNew } = readFlight(answer.body)
    if (!isOk(answer) || id === undefined)
      // The pilot can make room there: the flight waits.
      return classifyStatus(answer, { 400: 'refused', 413: isFull(answer.body) ? 'later' : 'refused' })
    return { result: isNew ? 'delivered' : 'duplicate', foreignId: id, ...answer.known }
  },
}

const isFull = (body: string) => readJson(body).error === 'storage_full'

function readFlight(body: string): { id?: string; isNew?: boolean } {
  const { id, isNew } = (readJson(body).data ?? {}) as { id?: unknown; isNew?: unknown }
  return typeof id === 'string' && /^\w{1,64}$/.test(id) && typeof isNew === 'boolean' ? { id, isNew } : {}
}
