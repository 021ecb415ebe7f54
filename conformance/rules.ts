// The rules that an instrument keeps: what to do, why, under which faults it is watched, and how it is judged.
import { dialects } from './dialects.ts'
import type { Exchange } from './desk/exchange.ts'
import { REASON } from './desk/gate.ts'
import type { Run } from './instrument.ts'
import { type FaultName, RETRY_AFTER_MS } from './faults.ts'

/** Seen under one fault, once the instrument had its turn. */
export interface Seen {
  fault: FaultName
  /** Uploads at the service's address, in order. */
  uploads: Exchange[]
  /** Every request, also at the other host. */
  exchanges: Exchange[]
  runs: Run[]
  /** How many flights the service has afterwards. */
  stored: number
}

export type Verdict = 'pass' | 'fail' | 'not seen'

export interface Finding {
  verdict: Verdict
  /** Tells the author of the firmware what was seen. */
  sentence: string
}

export interface Rule {
  /** Describes the instrument that keeps it. */
  asks: string
  why: string
  under: readonly FaultName[]
  judge(seen: Seen): Finding | Promise<Finding>
}

const pass = (sentence: string): Finding => ({ verdict: 'pass', sentence })
const fail = (sentence: string): Finding => ({ verdict: 'fail', sentence })
const notSeen = (sentence: string): Finding => ({ verdict: 'not seen', sentence })

const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

const noUpload = notSeen('No upload came.')
const leftToCaller = notSeen(
  'It ended instead of trying again: the next start has to wait as long as the answer asked.',
)
/** It has ended, and says itself that the flight is not there. */
const isLeft = ({ runs }: Seen) => runs.some(({ isEnded, claims }) => isEnded && claims === false)

/** The waits between attempts that the instrument made by itself: not those of two runs. */
function findWaits({ uploads, runs }: Seen): number[] {
  return runs.flatMap(({ startedAt, endedAt }) => {
    const own = uploads.filter(({ at }) => at >= startedAt && at <= endedAt)
    return own.slice(1).map((upload, index) => upload.at - own[index]!.endedAt)
  })
}

const arrived = ({ uploads, stored }: Seen) => stored > 0 && uploads.some(({ isSuccess }) => isSuccess)

/** The flight has to arrive, and once, after whatever has happened to the first attempts. */
function judgeArrival(seen: Seen): Finding {
  const { uploads, stored, runs } = seen
  const attempts = count(uploads.length, 'attempt')
  if (uploads.length === 0) return noUpload
  if (stored > 1) return fail(`The service has the flight ${stored} times: send the same bytes again.`)
  if (arrived(seen)) return pass(`The flight arrived after ${attempts}.`)
  if (uploads.some(({ hasBegun }) => hasBegun) && runs.some(({ claims }) => claims))
    return pass('Took the status of the answer that broke off for what it is.')
  if (runs.some(({ claims }) => claims))
    return fail(`Dropped the flight after ${attempts}, and says that it is done.`)
  return fail(`Dropped the flight after ${attempts}: keep it until the service has said that it has it.`)
}

function judgeLost(seen: Seen): Finding {
  const known = seen.uploads.findIndex(({ isSuccess }) => isSuccess)
  const isTakenForFailure =
    known !== -1 && (known < seen.uploads.length - 1 || seen.runs.at(-1)?.claims === false)
  if (isTakenForFailure)
    return fail('Takes “there already” for a failure: it says that the service has the flight.')
  return judgeArrival(seen)
}

function judgeWait(seen: Seen): Finding {
  const [wait] = findWaits(seen)
  if (seen.uploads.length === 0) return noUpload
  const isClock = seen.fault.startsWith('clock')
  const remedy = isClock
    ? 'count the wait from the Date of the answer, not from your own clock'
    : 'wait as long as Retry-After says'
  if (wait === undefined && isLeft(seen)) return leftToCaller
  if (wait === undefined) return arrived(seen) ? judgeArrival(seen) : fail(`Did not come back: ${remedy}.`)
  // Dates have no fractions of a second.
  const leastMs = isClock ? RETRY_AFTER_MS - 1_000 : RETRY_AFTER_MS
  if (wait >= leastMs - 50) return pass(`Came back after ${seconds(wait)}.`)
  return fail(`Came back after ${seconds(wait)} instead of ${seconds(RETRY_AFTER_MS)}: ${remedy}.`)
}

const MIN_WAIT_MS = 100
/** Whoever waits as long may do so each time. */
const LONG_WAIT_MS = 10_000

function judgeBackOff(seen: Seen): Finding {
  const waits = findWaits(seen)
  if (seen.uploads.length === 0) return noUpload
  if (waits.length < 2) return isLeft(seen) ? leftToCaller : judgeArrival(seen)
  const [shortest, longest] = [Math.min(...waits), Math.max(...waits)]
  const listed = waits.map(seconds).join(', ')
  if (longest < MIN_WAIT_MS)
    return fail(`Retries without back-off: waited ${listed}. Double the wait each time.`)
  if (shortest < MIN_WAIT_MS)
    return fail(`Comes back at once (${listed}): wait after the first failure, too.`)
  if (longest < 1.3 * shortest && longest < LONG_WAIT_MS)
    return fail(`Waits the same each time (${listed}): double the wait after each failure.`)
  return pass(`Waited ${listed}.`)
}

function judgeOnce({ uploads }: Seen): Finding {
  const first = uploads.findIndex(({ isSuccess }) => isSuccess)
  if (first === -1) return notSeen('No upload succeeded.')
  const again = uploads.slice(first + 1).filter(({ flight }) => flight === uploads[first]!.flight)
  const { status } = uploads[first]!
  return again.length === 0
    ? pass(`Not sent again after ${status}.`)
    : fail(
        `Sent the flight again ${count(again.length, 'time')} after ${status}: the service has it, mark it as sent.`,
      )
}

function judgeClaims({ uploads, runs }: Seen): Finding {
  if (uploads.length === 0) return noUpload
  const known = runs.filter(({ claims }) => claims !== undefined)
  if (known.length === 0) return notSeen('Nobody said what the instrument shows.')
  for (const run of known) {
    const own = uploads.filter(({ at }) => at >= run.startedAt && at <= run.endedAt)
    const isTold = own.some(({ isSuccess }) => isSuccess)
    if (run.claims && !isTold && !own.some(({ hasBegun }) => hasBegun))
      return fail('Says that the flight is uploaded, and no answer has said so.')
    if (!run.claims && isTold)
      return fail('Says that the upload failed, though the service answered that it has the flight.')
  }
  return pass('Says what the service has said.')
}

function judgeRefusal({ uploads }: Seen): Finding {
  if (uploads.length === 0) return noUpload
  return uploads.length === 1
    ? pass('Not sent again.')
    : fail(
        `Sent the refused file ${uploads.length} times: the answer will not change, keep it aside and tell the pilot.`,
      )
}

async function judgeReason({ uploads, runs }: Seen): Promise<Finding> {
  if (uploads.length === 0) return noUpload
  const { dialect, body } = uploads[0]!
  const reason = dialects[dialect!].findReason(body) ?? REASON
  const shown = await runs[0]?.shows(reason)
  if (shown === undefined) return notSeen('Nobody said what the instrument shows.')
  return shown
    ? pass(`Shows “${reason}”`)
    : fail(`Ignores the reason of a refusal: show “${reason}” to the pilot.`)
}

const MAX_WRONG = 2

function judgeLogin({ exchanges }: Seen): Finding {
  // A login may be checked before the upload. A password that somebody mistyped is not known here.
  const isTry = ({ hasSecret, dialect, isElsewhere }: Exchange) =>
    !isElsewhere && (hasSecret || dialect !== undefined)
  const tries = exchanges.filter(isTry).length
  if (tries === 0) return noUpload
  if (exchanges.some(({ isSuccess }) => isSuccess)) return notSeen('The password was right.')
  return tries <= MAX_WRONG
    ? pass(`${count(tries, 'attempt')} with the refused password.`)
    : fail(
        `Tried the refused password ${tries} times: stop and ask the pilot; after five the service locks the login for a minute.`,
      )
}

function judgeRedirect({ exchanges, uploads }: Seen): Finding {
  if (uploads.length === 0) return noUpload
  const followed = exchanges.filter(({ isElsewhere }) => isElsewhere)
  if (followed.some(({ hasSecret }) => hasSecret))
    return fail(
      'Followed a redirect to another host and sent it the password: follow none, and tell the pilot.',
    )
  return pass(followed.length === 0 ? 'Not followed.' : 'Followed without the password.')
}

function judgeSlow(seen: Seen): Finding {
  if (seen.uploads.length === 0) return noUpload
  const [first, second] = seen.uploads
  if (second && !first!.isSuccess)
    return fail(
      `Gave up the answer after ${seconds(first!.endedAt - first!.at)} and sent the flight again: wait 30 s at least.`,
    )
  return first!.isSuccess ? pass(`Waited ${seconds(first!.endedAt - first!.at)}.`) : judgeArrival(seen)
}

function judgeName({ uploads }: Seen): Finding {
  if (uploads.length === 0) return noUpload
  const { userAgent } = uploads[0]!
  if (userAgent === undefined) return fail('Sends no User-Agent: send the name and version of the firmware.')
  return /^[^\s/]+\/[^\s/]*\d/.test(userAgent)
    ? pass(userAgent)
    : fail(`User-Agent is “${userAgent}”: send name and version, such as Vario/1.4.2.`)
}

const cuts = [
  'request-cut-25',
  'request-cut-50',
  'request-cut-75',
  'request-cut-100',
  'answer-cut-0',
  'answer-cut-50',
] as const

export const rules = {
  delivers: {
    asks: 'Uploads a flight.',
    why: 'Nothing else can be judged before this works.',
    under: ['none'],
    judge: (seen) => {
      const [first] = seen.uploads.length > 0 ? seen.uploads : seen.exchanges
      if (!first || arrived(seen)) return judgeArrival(seen)
      const { method, path, status, body } = first
      return fail(`${method} ${path} was answered ${status ?? 'nothing'}: ${body.slice(0, 200)}`)
    },
  },
  once: {
    asks: 'Does not send a flight again that the service has.',
    why: 'A flight in a loop costs battery and data, and the pilot the rate limit for the other flights.',
    under: ['none', 'slow', 'lost'],
    judge: judgeOnce,
  },
  'lost-answer': {
    asks: 'Sends the same flight again after a lost answer, and takes “there already” for a success.',
    why: 'The line breaks on every mountain. The service knows a flight by its bytes: sent twice, it is there once.',
    under: ['lost'],
    judge: judgeLost,
  },
  cut: {
    asks: 'Sends the flight again when the connection is closed, wherever that happens.',
    why: 'A half answer is no answer, and half a file is never stored.',
    under: cuts,
    judge: judgeArrival,
  },
  'keeps-flight': {
    asks: 'Keeps a flight until the service has it, however many attempts fail.',
    why: 'A pilot who comes home without a network has a week of flights to send.',
    under: ['away'],
    judge: judgeArrival,
  },
  'retry-after': {
    asks: 'Waits as long as Retry-After says.',
    why: 'Sooner, it is refused again.',
    under: ['limited-wait', 'busy-wait'],
    judge: judgeWait,
  },
  'back-off': {
    asks: 'Waits longer after each failure when there is no Retry-After.',
    why: 'On a good day thousands of instruments come home in the same hour.',
    under: ['limited', 'busy'],
    judge: judgeBackOff,
  },
  clock: {
    asks: 'Counts a date in Retry-After from the Date of the same answer.',
    why: 'The clock of a service or of an instrument may be off by years.',
    under: ['clock-ahead', 'clock-behind'],
    judge: judgeWait,
  },
  patience: {
    asks: 'Waits for a slow answer and reads it in chunks.',
    why: 'The flight is scored before the answer; sent again meanwhile, it only makes a busy service busier.',
    under: ['slow'],
    judge: judgeSlow,
  },
  portal: {
    asks: 'Takes only the words of the service for a success, not any 200.',
    why: 'The Wi-Fi of a hotel answers every request with its own page.',
    under: ['portal'],
    judge: judgeArrival,
  },
  refusal: {
    asks: 'Does not send a refused file again.',
    why: 'The answer to the same bytes is the same.',
    under: ['refused'],
    judge: judgeRefusal,
  },
  reason: {
    asks: 'Shows the reason of a refusal.',
    why: 'It names the line and what is wrong: a pilot can act on it, and so can your support.',
    under: ['refused'],
    judge: judgeReason,
  },
  'says-so': {
    asks: 'Says that a flight is uploaded when the service has said so, and only then.',
    why: 'A pilot deletes what the instrument calls uploaded.',
    under: ['none', 'lost', ...cuts, 'portal', 'refused', 'redirect-302', 'redirect-307', 'wrong-password'],
    judge: judgeClaims,
  },
  'wrong-password': {
    asks: 'Stops when the password is wrong.',
    why: 'Five wrong passwords in a minute lock the login, also for the right one.',
    under: ['wrong-password'],
    judge: judgeLogin,
  },
  'revoked-password': {
    asks: 'Stops when the password has been revoked.',
    why: 'The pilot has removed the instrument from the account and has to type a new one.',
    under: ['revoked-password'],
    judge: judgeLogin,
  },
  redirect: {
    asks: 'Sends no password to another host.',
    why: 'The service never redirects an upload: somebody else does.',
    under: ['redirect-302', 'redirect-307'],
    judge: judgeRedirect,
  },
  name: {
    asks: 'Names itself and its version in User-Agent.',
    why: 'The service counts failures by firmware for you.',
    under: ['none'],
    judge: judgeName,
  },
} satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export const ruleNames = Object.keys(rules) as RuleName[]

export const findRule = (name: RuleName): Rule => rules[name]
