// XCCup: Leonardo's fields as multipart, with status codes. Ten uploads an hour from one address.
import { type Static, Type } from 'typebox'
import { answerInstead, classifyStatus, explain, isOk, readWords } from './answers.ts'
import { below, fields, line, passwordOnly, url } from './fields.ts'
import { writeMultipart } from './forms.ts'
import type { Answer, Kind, Outcome } from './kind.ts'
import { listFields } from './leonardo.ts'

const HOME = 'https://xccup.net'
const MAX_BYTES = 3_000_000

const Settings = fields({
  url: Type.Optional(url(`The address of the service; ${HOME} when left out.`, HOME)),
  user: line('The email address of the account there.', 'ada@example.com'),
})

const address = ({ url = HOME }: Static<typeof Settings>) => url

export const xccup: Kind<typeof Settings, typeof passwordOnly> = {
  settings: Settings,
  credential: passwordOnly,
  address,
  isLeague: true,
  doubles: 'answer',
  deadlineDays: 14,
  perHour: 10,
  check: async (door, { settings, credential }) => {
    const login = { email: settings.user, password: credential.password }
    const answer = await door.request({
      method: 'POST',
      url: below(address(settings), 'api/users/login'),
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(login)),
    })
    return classifyStatus(answer, { 200: 'delivered', 400: 'credential' })
  },
  send: async (door, { settings, credential }, flight) => {
    // A larger one is answered 500, as if another try might help.
    if (flight.bytes.length > MAX_BYTES) return answerInstead(413, 'XCCup takes files of at most 3 MB.')
    return door.request({
      method: 'POST',
      url: below(address(settings), 'api/flights/leonardo'),
      ...writeMultipart(listFields(settings.user, credential, flight)),
    })
  },
  classify,
}

const MAX_SENTENCE = 2048
const LINK = /(https?:\/\/[^\s'"<>]+\/(?:flug|flights?)\/([0-9a-f]+))/
const ALREADY = /already present\b(?:.*\bID (\d+))?/i
/** The pilot can mend these: the flights wait. */
const MENDABLE = /Standardgerät|club of user is not active/i

function classify(answer: Answer): Outcome {
  const words = readWords(answer)
  if (isOk(answer)) {
    const [, link, foreignId] = LINK.exec(answer.body.slice(0, MAX_SENTENCE)) ?? []
    // A page of something else in its place has no such sentence.
    return { ...explain(answer, foreignId ? 'delivered' : 'unknown'), foreignId, link }
  }
  if (answer.status !== 400 && answer.status !== 403) return classifyStatus(answer, { 413: 'refused' })
  const already = ALREADY.exec(words)
  if (already) return { ...explain(answer, 'duplicate'), foreignId: already[1] }
  return explain(answer, MENDABLE.test(words) ? 'credential' : 'refused')
}
