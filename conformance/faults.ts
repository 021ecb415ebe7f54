// The faults: what the gate in front of the service does to an instrument, one after the other.
export type Treatment =
  /** Handled by the service; the answer never arrives. */
  | { kind: 'lose' }
  /** The connection is closed when this share of the body has come; the service sees none of it. */
  | { kind: 'cut-request'; share: number }
  /** Handled by the service; the connection is closed in the answer's body. */
  | { kind: 'cut-answer'; share: number }
  | { kind: 'refuse'; status: 400 | 429 | 503; retryAfter?: 'seconds' | 'date' }
  /** In chunks, over this time. */
  | { kind: 'dribble'; ms: number }
  /** To another host. */
  | { kind: 'redirect'; status: 302 | 307 }
  /** The page with which a Wi-Fi asks for its own sign-in. */
  | { kind: 'portal' }

export interface Fault {
  /** Tells the maker what happens. */
  about: string
  /** Of the uploads in their order; later ones reach the service. */
  treatments?: readonly Treatment[]
  /** Of every upload: the flight cannot arrive. */
  always?: Treatment
  /** How far the Date of every answer is from the true time. */
  clockOffsetMs?: number
  login?: 'wrong' | 'revoked'
}

export const RETRY_AFTER_MS = 2_000
export const SLOW_MS = 5_000
const YEAR_MS = 365 * 86_400_000

const times = (count: number, treatment: Treatment) => Array.from({ length: count }, () => treatment)
const cutRequest = (share: number): Fault => ({
  about: `The connection is closed when ${share * 100} % of the file has been sent.`,
  treatments: [{ kind: 'cut-request', share }],
})
const cutAnswer = (share: number): Fault => ({
  about: `The flight is stored; the connection is closed when ${share * 100} % of the answer has been sent.`,
  treatments: [{ kind: 'cut-answer', share }],
})
const clock = (offsetMs: number, words: string): Fault => ({
  about: `The service's clock is a year ${words}: it is busy and gives a date to come back at, two seconds from now.`,
  treatments: [{ kind: 'refuse', status: 503, retryAfter: 'date' }],
  clockOffsetMs: offsetMs,
})

/** In this order: what takes the instrument's settings comes last. */
export const faults = {
  none: { about: 'Nothing is wrong.' },
  slow: {
    about: `The answer takes ${SLOW_MS / 1000} s, a few bytes at a time (chunked).`,
    treatments: [{ kind: 'dribble', ms: SLOW_MS }],
  },
  lost: { about: 'The flight is stored, and the answer is lost.', treatments: [{ kind: 'lose' }] },
  'request-cut-25': cutRequest(0.25),
  'request-cut-50': cutRequest(0.5),
  'request-cut-75': cutRequest(0.75),
  'request-cut-100': cutRequest(1),
  'answer-cut-0': cutAnswer(0),
  'answer-cut-50': cutAnswer(0.5),
  away: {
    about: 'Four uploads in a row find the connection closed.',
    treatments: times(4, { kind: 'cut-request', share: 0 }),
  },
  'limited-wait': {
    about: 'Too many requests: 429 with Retry-After: 2.',
    treatments: [{ kind: 'refuse', status: 429, retryAfter: 'seconds' }],
  },
  'busy-wait': {
    about: 'Busy: 503 with Retry-After: 2.',
    treatments: [{ kind: 'refuse', status: 503, retryAfter: 'seconds' }],
  },
  limited: {
    about: 'Too many requests, three times: 429 without Retry-After.',
    treatments: times(3, { kind: 'refuse', status: 429 }),
  },
  busy: {
    about: 'Busy, three times: 503 without Retry-After.',
    treatments: times(3, { kind: 'refuse', status: 503 }),
  },
  'clock-ahead': clock(YEAR_MS, 'ahead'),
  'clock-behind': clock(-YEAR_MS, 'behind'),
  portal: {
    about: 'A Wi-Fi answers with its own sign-in page and status 200; the next upload reaches the service.',
    treatments: [{ kind: 'portal' }],
  },
  refused: {
    about: 'The file is refused for good, with a reason.',
    always: { kind: 'refuse', status: 400 },
  },
  'redirect-302': {
    about: 'Every upload is redirected to another host (302).',
    always: { kind: 'redirect', status: 302 },
  },
  'redirect-307': {
    about: 'Every upload is redirected to another host (307).',
    always: { kind: 'redirect', status: 307 },
  },
  'wrong-password': { about: 'The password (or key) is wrong.', login: 'wrong' },
  'revoked-password': { about: 'The password (or key) has been revoked.', login: 'revoked' },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

export const faultNames = Object.keys(faults) as FaultName[]

export const findFault = (name: FaultName): Fault => faults[name]

/** Faults that no attempt gets past: there is nothing to wait for. */
export const isHopeless = ({ always, login }: Fault): boolean => always !== undefined || login !== undefined
