// A service that means harm: every text that it answers with tries to be a file elsewhere, or a command to the terminal.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Sets a title, clears the screen (in 7 and 8 bits), runs backwards, begins a new line. */
export const HOSTILE = '\u001B]0;owned\u0007\u001B[2J\u009B2J\u202Ecgi\u2066\r\nSigned in.\u0000\u007F\u2028'
export const FLIGHT_ID = '68f0a1b2c3d4e5f6a7b8c9d0'
export const FILE = 'AXCTharmless\r\n'

const hash = createHash('sha256').update(FILE).digest('hex')
const scoring = { score: 1, distance: 1, type: HOSTILE }

function makeFlight(name: string, index: number) {
  return {
    id: `${FLIGHT_ID.slice(0, -1)}${index}`,
    hash,
    original_file_name: name,
    flight_date: `../../${name}`,
    date_created: HOSTILE,
    scoring,
    flightInfo: {
      takeoff: { name: HOSTILE, country: HOSTILE },
      metadata: { glider: HOSTILE },
      track: { duration: 1 },
    },
  }
}

/** The answers to requests, by their path. */
function toAnswers(names: readonly string[]): [path: RegExp, answer: unknown][] {
  const flights = names.map(makeFlight)
  const webhook = { id: HOSTILE, url: HOSTILE, enabled: true, description: HOSTILE, lastSequence: 1 }
  const payload = { event: HOSTILE, user: { id: HOSTILE }, flight: { id: HOSTILE, hash: HOSTILE } }
  const attempt = { status: HOSTILE, latencyMs: HOSTILE, error: HOSTILE }
  return [
    [/\/igc$/, FILE],
    [
      /\/flights\/import/,
      {
        data: {
          id: HOSTILE,
          fileName: HOSTILE,
          state: 'done',
          counts: { refused: 1 },
          entries: [{ name: HOSTILE, status: 'refused', reason: HOSTILE }],
        },
      },
    ],
    [/\/flights\/upload/, { data: { id: FLIGHT_ID, isNew: true, fileName: HOSTILE, scoring } }],
    [
      /\/flights\/validate/,
      {
        data: {
          isValid: true,
          flight: { scoring },
          diagnoses: [{ severity: HOSTILE, message: HOSTILE, hint: HOSTILE }],
        },
      },
    ],
    [
      /\/flights\/changes/,
      {
        data: [{ id: HOSTILE, hash: HOSTILE, change: 'deleted', changedAt: HOSTILE, flight: null }],
        pagination: { next: HOSTILE, hasMore: false },
      },
    ],
    ...flights.map((flight): [RegExp, unknown] => [new RegExp(`/flights/${flight.id}$`), { data: flight }]),
    [/\/flights\/[0-9a-f]{64}$/, { data: { ...flights[0], id: HOSTILE } }],
    [/\/flights\?/, { data: flights, pagination: { next: null } }],
    [/\/profile$/, { data: { id: HOSTILE, name: HOSTILE } }],
    [/\/webhooks$/, { data: [webhook] }],
    [/\/test$/, { data: { deliveryId: HOSTILE, sequence: HOSTILE } }],
    [/\/deliveries/, { data: [{ id: HOSTILE, status: HOSTILE, attempts: [attempt] }] }],
    [/\/events\?/, { data: [{ id: HOSTILE, sequence: 1, test: true, payload }], lastSequence: 1 }],
    [
      /\/device_authorization$/,
      {
        device_code: HOSTILE,
        user_code: HOSTILE,
        verification_uri: HOSTILE,
        expires_in: 60,
        interval: 0,
      },
    ],
    [
      /\/token$/,
      { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 60, scope: HOSTILE },
    ],
  ]
}

export interface HostileServer {
  readonly url: string
  /** Everything is refused from now on, with a hostile reason; nothing with undefined. */
  refuse(status: number | undefined): void
}

export async function startHostileServer(
  context: { after: (end: () => void) => void },
  names: readonly string[],
): Promise<HostileServer> {
  const answers = toAnswers(names)
  let refusal: number | undefined
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const answer = answers.find(([path]) => path.test(request.url ?? ''))?.[1]
      const status = refusal ?? (answer === undefined ? 404 : 200)
      // The 8 bits of ISO 8859-1 are what a header may have.
      response.writeHead(status, { 'x-request-id': '\u009B2Jowned' })
      const refused = { error: HOSTILE, error_description: HOSTILE }
      if (status === 200) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
      else response.end(JSON.stringify(refused))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (status) => (refusal = status),
  }
}
