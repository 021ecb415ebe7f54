// Counts for the operator (metrics) and for an application's owner (refusals by day).
import type { GrantName } from '#contract/oauth.ts'
import { createBuffer } from '#server/platform/concurrency/buffer.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS, toDay } from '#server/platform/time.ts'
import { addRefusals, type Refusals } from './stores/refusals.ts'

export function countIssued({ metrics }: Services, grant: GrantName): void {
  metrics.counter('oauth_tokens_issued_total', 'Access tokens issued, by grant', ['grant']).inc({ grant })
}

export function countRefusal({ metrics }: Services, endpoint: string, error: string): void {
  metrics
    .counter('oauth_refusals_total', 'Refused OAuth requests, by endpoint and error', ['endpoint', 'error'])
    .inc({ endpoint, error })
}

export function countReplay({ metrics }: Services, kind: 'code' | 'refresh_token'): void {
  metrics.counter('oauth_replays_total', 'Codes and refresh tokens used again', ['kind']).inc({ kind })
}

// A poll before the user has decided is how the device grant works, not a refusal.
const EXPECTED = ['authorization_pending', 'slow_down']
const MAX_WAIT_MS = SECOND_MS
const MAX_PENDING = 1000

export interface RefusalTally {
  add(clientId: string | undefined, error: string): void
  flush(): Promise<void>
}

/**
 * Refusals by application and day. Counted in memory and written a second later: a write within the request would
 * tell a known client from an unknown one, and let anyone make the database busy.
 */
export function createRefusalTally({ db, log, now }: Services): RefusalTally {
  const pending = new Map<string, Refusals>()
  let lastWrite: Promise<void> = Promise.resolve()

  const writePending = async (): Promise<void> => {
    const counted = [...pending.values()]
    pending.clear()
    for (const refusals of counted) await addRefusals(db.sql, refusals)
  }
  const buffer = createBuffer<Refusals>({
    maxItems: MAX_PENDING,
    maxMs: MAX_WAIT_MS,
    flush: (refusals) => {
      for (const refusal of refusals) countPending(pending, refusal)
      lastWrite = lastWrite
        .then(writePending)
        .catch((error: unknown) => log.warn({ err: error }, 'refusals could not be counted'))
    },
  })
  const add = (clientId: string | undefined, error: string): void => {
    if (clientId === undefined || !ID_PATTERN.test(clientId) || EXPECTED.includes(error)) return
    const lastAt = now()
    buffer.add({ applicationId: clientId, day: toDay(lastAt), error, count: 1, lastAt })
  }
  const flush = (): Promise<void> => {
    buffer.flush()
    return lastWrite
  }
  return { add, flush }
}

/** Many different ones are dropped while the database is slow: anyone who sends them must not fill the memory. */
function countPending(pending: Map<string, Refusals>, refusal: Refusals): void {
  const key = `${refusal.applicationId} ${refusal.day} ${refusal.error}`
  const known = pending.get(key)
  if (!known && pending.size >= MAX_PENDING) return
  pending.set(key, { ...refusal, count: (known?.count ?? 0) + refusal.count })
}
