// Requests as real clients write them, byte by byte, around a flight and a login of the test.
import { makeFlight } from '../flights.ts'

export interface Login {
  user: string
  password: string
}

export interface SentFlight extends Login {
  igc: Uint8Array
}

/** A small flight whose pilot has a name in the given encoding; the fixes are the same for the same seed. */
export function makeNamedFlight(seed: number, encoding: 'latin1' | 'utf8' = 'latin1'): Uint8Array {
  const flight = Buffer.from(makeFlight(seed)).toString('latin1')
  const [first = '', ...rest] = flight.split('\r\n').filter((line) => !line.startsWith('HFPLT'))
  const name = Buffer.from('HFPLTPILOTINCHARGE:Jörg Müller', encoding).toString('latin1')
  return new Uint8Array(Buffer.from([first, name, ...rest].join('\r\n'), 'latin1'))
}

function request(lines: string[], body: string | Uint8Array): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body)
  const head = lines.map((line) => line.replace('LENGTH', String(bytes.length))).join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes])
}

/** As Java's URLEncoder does with ISO-8859-1. */
function escapeLatin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => {
    const character = String.fromCodePoint(byte)
    if (/[\w.*-]/.test(character)) return character
    return character === ' ' ? '+' : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }).join('')
}

/** Gaggle (Android, Apache HttpClient): no User-Agent, a form in percent-encoded Latin-1. */
export function gaggle({ user, password, igc }: SentFlight): Uint8Array {
  const escape = (text: string) => escapeLatin1(Buffer.from(text, 'latin1'))
  const body =
    `user=${escape(user)}&pass=${escape(password)}&igcfn=Flight+12&Klasse=3` +
    `&IGCigcIGC=${escapeLatin1(igc)}`
  return request(
    [
      'POST /modules/leonardo/flight_submit.php HTTP/1.1',
      'Content-Length: LENGTH',
      'Content-Type: application/x-www-form-urlencoded',
      'Host: 127.0.0.1:18083',
      'Connection: Keep-Alive',
    ],
    body,
  )
}

/** Go's encoding/json: bytes that are no UTF-8 become U+FFFD, and & is escaped. */
function writeGoJson(members: Record<string, unknown>): Uint8Array {
  const text = JSON.stringify(members)
    .replaceAll('&', String.raw`\u0026`)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('>', String.raw`\u003e`)
  return Buffer.from(text, 'utf8')
}

const xcupHead = (path: string) => [
  `POST ${path} HTTP/1.1`,
  'Host: 127.0.0.1:18081',
  'User-Agent: Go-http-client/1.1',
  'Content-Length: LENGTH',
  'Content-Type: application/json; charset=UTF-8',
  'Accept-Encoding: gzip',
]

/** xcup (Go): the login alone, before the flight. */
export function xcupCheck({ user, password }: Login): Uint8Array {
  return request(xcupHead('/api/v1/authcheck'), writeGoJson({ user, pass: password }))
}

/** xcup (Go): the path as typed, the glider even when it is not set. */
export function xcupFlight({ user, password, igc }: SentFlight): Uint8Array {
  const igccontent = Buffer.from(igc).toString('utf8')
  return request(
    xcupHead('/api/v1/flights'),
    writeGoJson({
      user,
      pass: password,
      igccontent,
      igcname: '/home/pilot/flight.igc',
      glider: '',
      publish: true,
    }),
  )
}

/** IGCSync (Android): each member on its own line, slashes escaped, neither glider nor publish. */
export function igcSync({ user, password, igc }: SentFlight): Uint8Array {
  const members = {
    user,
    pass: password,
    igcname: '2026-07-15.igc',
    igccontent: Buffer.from(igc).toString('latin1'),
  }
  const body = JSON.stringify(members, null, 2).replaceAll('/', String.raw`\/`)
  return request(
    [
      'POST /api/v1/flights HTTP/1.1',
      'Content-Type: application/json; charset=utf-8',
      'Content-Length: LENGTH',
      'Host: 127.0.0.1:18081',
      'Connection: Keep-Alive',
      'Accept-Encoding: gzip',
      'User-Agent: okhttp/4.9.3',
    ],
    Buffer.from(body, 'utf8'),
  )
}

export interface SentFile {
  name: string
  bytes: Uint8Array
}

/** python-requests to SkyLines: fields first, no Content-Type of a part, Basic with the email as it is. */
export function skylinesClient({ user, password }: Login, files: readonly SentFile[]): Uint8Array {
  const boundary = 'bef458e84fed615a6acb50c3c4bfe21c'
  const part = (disposition: string, content: Uint8Array | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]
  const body = Buffer.concat([
    ...part('name="pilotId"', '42'),
    ...part('name="pilotName"', ''),
    ...files.flatMap(({ name, bytes }) => part(`name="files"; filename="${name}"`, bytes)),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  return request(
    [
      'POST /api/flights/upload/ HTTP/1.1',
      'Host: 127.0.0.1:18089',
      'User-Agent: python-requests/2.34.2',
      'Accept-Encoding: gzip, deflate',
      'Accept: */*',
      'Connection: keep-alive',
      'Content-Length: LENGTH',
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Authorization: Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    ],
    body,
  )
}

const leafHead = (path: string, headers: string[]) => [
  `POST ${path} HTTP/1.1`,
  'Host: 127.0.0.1:18087',
  'User-Agent: ESP32HTTPClient',
  'Connection: keep-alive',
  'Accept-Encoding: identity;q=1,chunked;q=0.1,*;q=0',
  ...headers,
]

/** Leaf's firmware on arduino-esp32: the file as it is, and no compression wanted. */
export function leafUpload(token: string, igc: Uint8Array): Uint8Array {
  return request(
    leafHead('/api/ingest', [
      `Authorization: Bearer ${token}`,
      'X-Filename: 2026-07-15-XSX-01.igc',
      'Content-Type: application/octet-stream',
      'Accept: application/json',
      'Content-Length: LENGTH',
    ]),
    igc,
  )
}

export function leafPost(path: string, body: object): Uint8Array {
  const headers = ['Content-Type: application/json', 'Accept: application/json', 'Content-Length: LENGTH']
  return request(leafHead(path, headers), Buffer.from(JSON.stringify(body)))
}

/** An empty body without Content-Length. */
export function leafRevoke(token: string): Uint8Array {
  return request(leafHead('/api/devices/revoke-self', [`Authorization: Bearer ${token}`]), '')
}
