// The dialects that an instrument may speak, as far as the kit has to understand them: which requests are uploads, whether an
// answer says that the flight is there, and how a refusal is worded.

export interface Answer {
  status: number
  type: string
  body: string
}

export interface Dialect {
  isUpload(method: string, path: string): boolean
  /** Whether the answer says that the flight is stored, now or before. */
  isSuccess(answer: Pick<Answer, 'status' | 'body'>): boolean
  refuse(status: number, sentence: string): Answer
  /** The sentence of a refusal. */
  findReason(body: string): string | undefined
}

interface Words {
  data?: unknown
  flightId?: string
  error_description?: string
  message?: string
  success?: boolean
  results?: { status: number; message?: string }[]
}

function parse(body: string): Words {
  try {
    return (JSON.parse(body) ?? {}) as Words
  } catch {
    return {}
  }
}

const json = (status: number, body: object): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
})
const page = (status: number, words: string): Answer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<html><body>${words}</body></html>`,
})
const afterProblem = (body: string) => /problem<br>([^<]*)/.exec(body)?.[1]
const at = (pattern: RegExp) => (method: string, path: string) =>
  (method === 'POST' || method === 'PUT') && pattern.test(path)
const codes: Record<number, string> = { 400: 'invalid_igc', 429: 'rate_limited', 503: 'overloaded' }
const inMessage = (status: number, message: string) => json(status, { error: codes[status], message })

export const dialects = {
  own: {
    isUpload: at(/^\/api\/v1\/flights\/upload\/?(?:\?|$)/),
    isSuccess: ({ status, body }) => (status === 200 || status === 201) && parse(body).data !== undefined,
    refuse: (status, sentence) => json(status, { error: codes[status], error_description: sentence }),
    findReason: (body) => parse(body).error_description,
  },
  leonardo: {
    isUpload: at(/\/flight_submit\.php\/?(?:\?|$)/),
    isSuccess: ({ body }) => body.includes('flight scored'),
    // The service itself refuses a file with 200 here; a proxy in front of it has only its status to speak by.
    refuse: (status, sentence) => page(status === 400 ? 200 : status, `problem<br>${sentence}`),
    findReason: afterProblem,
  },
  xccup: {
    isUpload: at(/^\/api\/flights\/leonardo\/?(?:\?|$)/),
    isSuccess: ({ status, body }) => status === 200 && body.includes('flight scored'),
    refuse: (status, sentence) => page(status, `problem<br>${sentence}`),
    findReason: afterProblem,
  },
  dhv: {
    isUpload: at(/^\/api\/v1\/flights\/?(?:\?|$)/),
    isSuccess: ({ status, body }) => status === 200 && parse(body).success === true,
    refuse: (status, message) => json(status, { success: false, message }),
    findReason: (body) => parse(body).message,
  },
  skylines: {
    isUpload: at(/^\/api\/flights\/upload\/?(?:\?|$)/),
    isSuccess: ({ status, body }) =>
      status === 200 && (parse(body).results ?? []).some((one) => one.status < 2),
    refuse: (status, message) =>
      status === 400
        ? json(200, { results: [{ name: 'flight.igc', status: 3, flight: null, message }] })
        : inMessage(status, message),
    findReason: (body) => parse(body).results?.[0]?.message ?? parse(body).message,
  },
  leaf: {
    isUpload: at(/^\/api\/ingest\/?(?:\?|$)/),
    isSuccess: ({ status, body }) => status === 200 && parse(body).flightId !== undefined,
    refuse: inMessage,
    findReason: (body) => parse(body).message,
  },
} satisfies Record<string, Dialect>

export type DialectName = keyof typeof dialects

export const dialectNames = Object.keys(dialects) as DialectName[]

export function findDialect(method: string, path: string): DialectName | undefined {
  return dialectNames.find((name) => dialects[name].isUpload(method, path))
}
