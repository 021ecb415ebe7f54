// Services whose files a pilot may fetch. The forms are those of SkyLines' and XCCup's public sources; DHV-XC's are known
// from a program of a pilot alone.
import { type Visit, VisitError } from './visit.ts'

export interface ForeignFile {
  /** The same with every run. */
  readonly id: string
  readonly name: string
  readonly path: string
}

export interface Service {
  /** Unless --at says otherwise. */
  readonly address: string
  /** Stands for --user in sentences. */
  readonly user: string
  readonly isPublic: boolean
  list(visit: Visit, user: string, password: string): Promise<ForeignFile[]>
}

type Members = Record<string, unknown>

const skylines: Service = {
  address: 'https://skylines.aero',
  user: 'the number of the pilot, at the end of the address of the page',
  isPublic: true,
  list: async (visit, user) => {
    const [pilot] = /\d+(?=\/?$)/.exec(user) ?? []
    if (pilot === undefined) throw new VisitError(`--user must be a number or end with one, not "${user}".`)
    const names = new Set<string>()
    for (let page = 1, listed = 0; ; page++) {
      // Oldest first: a flight that is added meanwhile moves no other to another page.
      const path = `/api/flights/pilot/${pilot}?column=date&order=asc&page=${page}`
      const { count, flights } = await readJson(visit(path), `There is no pilot ${pilot}.`)
      const found = readList(flights)
      for (const { igcFile } of found) names.add(readText((igcFile as Members | null)?.filename))
      listed += found.length
      // After the last page it comes again and again.
      if (found.length === 0 || listed >= Number(count)) break
    }
    return Array.from(names, (name) => ({ id: name, name, path: `/files/${encodeURIComponent(name)}` }))
  },
}

const dhvXc: Service = {
  address: 'https://de.dhv-xc.de',
  user: 'your user name',
  isPublic: false,
  list: async (visit, uid, pwd) => {
    const { meta } = await readJson(visit('/api/xc/login/status'))
    const headers = { 'x-csrf-token': readToken((meta as Members | null)?.token) }
    const login = await readJson(visit('/api/xc/login/login', { json: { uid, pwd }, headers }))
    if (login.success !== true) throw refusedSignIn(login.message)
    const { data } = await readJson(visit('/api/fli/flights?mine=1', { headers }))
    return readList(data).map(({ idflight, FlightDate }) => {
      const id = readText(idflight)
      const name = `${typeof FlightDate === 'string' ? FlightDate : 'flight'}-${id}.igc`
      return { id, name, path: `/flight/${encodeURIComponent(id)}/igc` }
    })
  },
}

const xccup: Service = {
  address: 'https://xccup.net',
  user: 'your email address',
  isPublic: false,
  list: async (visit, email, password) => {
    const signIn = visit('/api/users/login', { json: { email, password } })
    const { accessToken, refreshToken } = await readJson(signIn)
    const headers = { authorization: `Bearer ${readToken(accessToken)}` }
    const files = new Map<string, ForeignFile>()
    try {
      // 500 at most are listed: from both ends it is twice as many.
      for (const order of ['DESC', 'ASC']) {
        const path = `/api/flights/self?sortCol=takeoffTime&sortOrder=${order}`
        const { rows, count } = await readJson(visit(path, { headers }))
        for (const row of readList(rows)) {
          const id = readText(row.id)
          const day = typeof row.takeoffTime === 'string' ? row.takeoffTime.slice(0, 10) : 'flight'
          const name = `${day}-${readText(row.externalId ?? id)}.igc`
          files.set(id, { id, name, path: `/api/flights/igc/${encodeURIComponent(id)}` })
        }
        if (files.size >= Number(count)) break
      }
    } finally {
      // Files are open to everybody: the session ends here, and is no reason to fail.
      await visit('/api/users/logout', { json: { token: refreshToken } }).catch(() => undefined)
    }
    return [...files.values()]
  },
}

export const services: Record<string, Service> = { skylines, 'dhv-xc': dhvXc, xccup }

async function readJson(
  asked: ReturnType<Visit>,
  missing = 'There is no such service at this address.',
): Promise<Members> {
  const { status, body } = await asked.catch((error: unknown) => {
    throw error instanceof VisitError && error.status === 401 ? refusedSignIn(error.message) : error
  })
  if (status === 404) throw new VisitError(missing)
  try {
    return JSON.parse(body.toString()) as Members
  } catch {
    throw unknownAnswer()
  }
}

function readList(value: unknown): Members[] {
  if (!Array.isArray(value)) throw unknownAnswer()
  return value as Members[]
}

function readText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw unknownAnswer()
}

/** Goes into a header. */
function readToken(value: unknown): string {
  const token = readText(value)
  if (/^[\x21-\x7E]+$/.test(token)) return token
  throw unknownAnswer()
}

const refusedSignIn = (words: unknown) =>
  new VisitError(`The sign-in was refused. ${typeof words === 'string' ? words : 'Wrong user or password?'}`)

const unknownAnswer = () =>
  new VisitError('The service answers in a form that is not known here. Is the address right?')
