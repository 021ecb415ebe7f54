// SkyLines, DHV-XC and XCCup on this machine. SkyLines and XCCup answer as their public sources do (`api/views/flights.py`,
// `lib/table_tools.py`; `controller/UserController.js`, `FlightController.ts`). DHV-XC is closed: it answers what a pilot's
// program (xcbackup, 2022) needs to hear, its refusal of a password is presumed.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { performance } from 'node:perf_hooks'

export const USER = 'ada@example.org'
export const PASSWORD = 'Thermal-9-Winch'
const SKYLINES_PAGE = 2
const XCCUP_MOST = 3

export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly atMs: number
}

/** Answers instead of the service; false: the service answers. */
export type Fault = (asked: Asked, response: ServerResponse) => boolean

export interface ForeignService {
  readonly url: string
  readonly asked: Asked[]
  fault: Fault | undefined
}

/** Files by name, oldest first. */
export type Files = Readonly<Record<string, Uint8Array | string>>

type Reply = { status: number; headers?: Record<string, string | string[]>; body: unknown }
type Answerer = (asked: Asked, url: URL) => Reply

const nothing = (status: number): Reply => ({ status, body: '' })
const json = (body: unknown, headers: Reply['headers'] = {}): Reply => ({ status: 200, headers, body })

export const foreign = {
  skylines: (files: Files): Answerer => {
    const names = Object.keys(files)
    return (_, { pathname, searchParams }) => {
      if (pathname.startsWith('/files/')) return file(files[decodeURIComponent(pathname.slice(7))])
      if (pathname !== '/api/flights/pilot/1234') return { status: 404, body: { message: 'no such record' } }
      // Pages after the last are the last.
      const last = Math.max(1, Math.ceil(names.length / SKYLINES_PAGE))
      const page = Math.max(1, Math.min(last, Number(searchParams.get('page') ?? 1)))
      const flights = names
        .slice((page - 1) * SKYLINES_PAGE, page * SKYLINES_PAGE)
        .map((filename, id) => ({ id, pilot: { id: 1234 }, igcFile: { filename, owner: { id: 1234 } } }))
      return json({ flights, count: names.length, pilot: { id: 1234, name: 'Ada' } })
    }
  },
  'dhv-xc': (files: Files): Answerer => {
    const names = Object.keys(files)
    const isSession = ({ headers }: Asked) => headers.cookie === 'PHPSESSID=s2; lang=en'
    return (asked, { pathname, search }) => {
      const { method, headers, body } = asked
      if (pathname === '/api/xc/login/status')
        return json({ success: true, meta: { token: 'csrf-1' } }, { 'set-cookie': 'PHPSESSID=s1; path=/' })
      if (headers['x-csrf-token'] !== 'csrf-1' && pathname.startsWith('/api/')) return nothing(403)
      if (method === 'POST' && pathname === '/api/xc/login/login') {
        const { uid, pwd } = JSON.parse(body) as { uid: string; pwd: string }
        const isRight = uid === USER && pwd === PASSWORD && headers.cookie === 'PHPSESSID=s1'
        return isRight
          ? json({ success: true }, { 'set-cookie': ['PHPSESSID=s2; path=/; HttpOnly', 'lang=en'] })
          : json({ success: false, message: 'Benutzer oder Passwort falsch' })
      }
      if (pathname + search === '/api/fli/flights?mine=1') {
        const data = names.map((_, id) => ({ idflight: String(id + 1), FlightDate: '2022-06-11' }))
        return json({ success: true, message: '', data: isSession(asked) ? data : [] })
      }
      const [, id] = /^\/flight\/(\d+)\/igc$/.exec(pathname) ?? []
      if (!isSession(asked)) return { status: 200, body: '<html>Bitte anmelden</html>' }
      return file(files[names[Number(id) - 1]!])
    }
  },
  xccup: (files: Files): Answerer => {
    const rows = Object.keys(files).map((id, at) => ({
      id,
      externalId: at + 1,
      takeoffTime: `2026-05-0${at + 1}T09:00:00.000Z`,
    }))
    return (asked, { pathname, searchParams }) => {
      const { headers, body } = asked
      const sent = (body === '' ? {} : JSON.parse(body)) as Record<string, string>
      if (pathname === '/api/users/login')
        return sent.email === USER && sent.password === PASSWORD
          ? json({ accessToken: 'access-1', refreshToken: 'refresh-1' })
          : { status: 401, body: 'Unauthorized' }
      if (pathname === '/api/users/logout') return { status: 200, body: 'OK' }
      // An access token ends after 50 s, and one that has ended is refused wherever it is sent.
      if (pathname.startsWith('/api/flights/igc/'))
        return headers.authorization === undefined ? file(files[pathname.slice(17)]) : nothing(401)
      if (pathname !== '/api/flights/self') return nothing(404)
      if (headers.authorization !== 'Bearer access-1') return nothing(403)
      const sorted = searchParams.get('sortOrder') === 'DESC' ? rows.toReversed() : rows
      return json({ rows: sorted.slice(0, XCCUP_MOST), count: rows.length })
    }
  },
}

const file = (content: Uint8Array | string | undefined): Reply =>
  content === undefined ? nothing(404) : { status: 200, body: content }

export async function startForeignService(
  context: { after: (end: () => void) => void },
  answer: Answerer,
): Promise<ForeignService> {
  const asked: Asked[] = []
  const service: ForeignService = { url: '', asked, fault: undefined }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() }
      asked.push(one)
      if (service.fault?.(one, response)) return
      const { status, headers: own, body } = answer(one, new URL(path, 'http://x'))
      const isRaw = typeof body === 'string' || body instanceof Uint8Array
      response.writeHead(status, own).end(isRaw ? body : JSON.stringify(body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(service, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
