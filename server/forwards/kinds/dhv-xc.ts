// DHV-XC by its API v1, with the upload password that a pilot makes there for programs.
import { type Static, Type } from 'typebox'
import { classifyStatus, explain, isOk, readJson, readWords } from './answers.ts'
import { below, fields, passwordOnly, url, userName } from './fields.ts'
import { toText } from './forms.ts'
import type { Answer, Door, Kind, Outcome, Place } from './kind.ts'

const HOME = 'https://de.dhv-xc.de'

const Settings = fields({
  url: Type.Optional(url(`The address of the service; ${HOME} when left out.`, HOME)),
  user: userName,
  publish: Type.Optional(
    Type.Boolean({ description: 'Published at once; otherwise a draft there.', examples: [true] }),
  ),
})

const address = ({ url = HOME }: Static<typeof Settings>) => url

export const dhvXc: Kind<typeof Settings, typeof passwordOnly> = {
  settings: Settings,
  credential: passwordOnly,
  address,
  isLeague: true,
  doubles: 'answer',
  deadlineDays: 14,
  check: async (door, place) => {
    const outcome = judge(await post(door, place, 'authcheck'))
    return outcome.result === 'refused' ? { ...outcome, result: 'credential' } : outcome
  },
  send: async (door, place, { bytes, fileName, glider }) => {
    const { publish = false } = place.settings
    const flight = { igcname: fileName, igccontent: toText(bytes), glider: glider ?? '', publish }
    const answer = await post(door, place, 'flights', flight)
    const number = findNumber(answer)
    if (number === undefined) return answer
    const link = below(address(place.settings), `flight/${number}`)
    return { ...answer, known: { link } }
  },
  classify: (answer) => ({ ...judge(answer), foreignId: findNumber(answer), ...answer.known }),
}

function post(
  door: Door,
  { settings, credential }: Place<Static<typeof Settings>, Static<typeof passwordOnly>>,
  operation: string,
  flight = {},
): Promise<Answer> {
  const login = { user: settings.user, pass: credential.password }
  return door.request({
    method: 'POST',
    url: below(address(settings), `api/v1/${operation}`),
    headers: { 'content-type': 'application/json; charset=UTF-8', accept: 'application/json' },
    body: Buffer.from(JSON.stringify({ ...login, ...flight })),
  })
}

/** Its wording for a flight that it has is not published: a flight and any of these, whatever `success` says. */
const ALREADY = /\b(?:already|duplicate|bereits|schon|doppelt)\b/i
const FLIGHT = /\b(?:flight|flug|igc|file|datei)/i
const LOGIN = /\b(?:password|passwort|login|anmeldung|user ?name|benutzer)\b|invalid user/i

function judge(answer: Answer): Outcome {
  const { success } = readJson(answer.body)
  const words = readWords(answer)
  if (typeof success !== 'boolean' || answer.status === null || answer.status >= 500 || answer.status === 429)
    return classifyStatus(answer)
  if (answer.status === 401) return explain(answer, 'credential')
  if (ALREADY.test(words) && FLIGHT.test(words)) return explain(answer, 'duplicate')
  if (success) return explain(answer, isOk(answer) ? 'delivered' : 'unknown')
  return explain(answer, LOGIN.test(words) ? 'credential' : 'refused')
}

/** The last `ID 1506695` in the message. */
function findNumber(answer: Answer): string | undefined {
  const { message } = readJson(answer.body)
  if (typeof message !== 'string') return undefined
  return [...message.matchAll(/\bID (\d{1,12})\b/g)].at(-1)?.[1]
}
