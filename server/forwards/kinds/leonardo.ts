// Leonardo servers (flight_submit.php). Every answer is 200 and its words are in the server's language: its structure
// decides. XCCup's path takes the same fields.
import { type Static, Type } from 'typebox'
import { classifyStatus, explain, isOk, toPlainText } from './answers.ts'
import { fields, passwordOnly, url, userName } from './fields.ts'
import { type FormField, writeForm } from './forms.ts'
import type { Answer, Kind, Outcome, OutgoingFlight } from './kind.ts'

/** Leonardo's numbers of the classes of paragliders. */
const categories = { open: '3', sport: '4', tandem: '5', fun: '6' } as const

const Settings = fields({
  url: url(
    'The whole address of the server’s flight_submit.php.',
    'https://league.example/modules/leonardo/flight_submit.php',
  ),
  user: userName,
  category: Type.Optional(
    Type.Enum(['open', 'sport', 'tandem', 'fun'], {
      type: 'string',
      description: 'The class in which the flights count.',
      examples: ['sport'],
    }),
  ),
})

export const leonardo: Kind<typeof Settings, typeof passwordOnly> = {
  settings: Settings,
  credential: passwordOnly,
  address: ({ url }) => url,
  isLeague: true,
  doubles: 'answer',
  deadlineDays: 14,
  check: async (door, { settings, credential }) => {
    // The login is looked at first: without a file there is nothing to store.
    const form = writeForm([
      { name: 'user', value: settings.user },
      { name: 'pass', value: credential.password },
    ])
    const outcome = judge(await door.request({ method: 'POST', url: settings.url, ...form }))
    return outcome.result === 'refused' ? { result: 'delivered' } : outcome
  },
  send: (door, { settings, credential }, flight) => {
    const { category } = settings
    const form = writeForm([
      ...listFields(settings.user, credential, flight),
      { name: 'startType', value: '1' },
      ...(category ? [{ name: 'Klasse', value: categories[category] }] : []),
      ...(flight.glider ? [{ name: 'glider', value: flight.glider }] : []),
    ])
    return door.request({ method: 'POST', url: settings.url, ...form })
  },
  classify: judge,
}

export function listFields(
  user: string,
  { password }: Static<typeof passwordOnly>,
  { bytes, fileName, date, hash }: OutgoingFlight,
): FormField[] {
  // A name that another flight has is refused like the flight itself.
  const stem = fileName.replace(/\.igc$/i, '').replaceAll(/[^\w.-]/g, '_')
  return [
    { name: 'user', value: user },
    { name: 'pass', value: password },
    { name: 'igcfn', value: `${date}-${stem}-${hash.slice(0, 8)}` },
    { name: 'IGCigcIGC', value: bytes },
  ]
}

const MAX_PAGE = 8192
/** The server's own trouble: no room for the file, a database that does not answer, too much to do. */
const TROUBLE = /Cannot (?:open|write)|SQL (?:error|query)|Fatal error|too (?:many requests|busy)|try again/i

function judge(answer: Answer): Outcome {
  if (!isOk(answer)) return classifyStatus(answer, { 413: 'refused' })
  // Its pages are short.
  const body = answer.body.slice(0, MAX_PAGE)
  const [, reason] = /problem\s*<br\s*\/?>([^]*)/i.exec(body) ?? []
  const words = toPlainText(reason ?? body)
  const link = findLink(reason ?? body)
  if (/invalid user data/i.test(body)) return explain(answer, 'credential', words)
  if (/direct upload is not permitted/i.test(body)) return explain(answer, 'credential', words)
  if (TROUBLE.test(words) && link === undefined) return explain(answer, 'later', words)
  // A refusal with a link leads to the flight that is there; without one it is for good.
  if (reason !== undefined && link !== undefined) return { ...explain(answer, 'duplicate', words), ...link }
  if (reason !== undefined) return explain(answer, words === '' ? 'unknown' : 'refused', words)
  return { ...explain(answer, link ? 'delivered' : 'unknown', words), ...link }
}

function findLink(html: string): { link: string; foreignId?: string } | undefined {
  const [, href] = /<a\s[^<>]*href=['"]?(https?:\/\/[^'"\s<>]+)/i.exec(html) ?? []
  if (href === undefined) return undefined
  const link = href.replaceAll('&amp;', '&')
  const [, foreignId] = /(?:flightID=|\/flights?\/)([0-9a-f]+)/i.exec(link) ?? []
  return { link, ...(foreignId !== undefined && { foreignId }) }
}
