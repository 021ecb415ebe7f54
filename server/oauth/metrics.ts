// Counts for the operator (metrics) and for an application's owner (refusals by day).
import type { GrantName } from '#contract/oauth.ts'
import { addCounts, createTally } from '#server/platform/concurrency/tally.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
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

export interface RefusalTally {
  add(clientId: string | undefined, error: string): void
  flush: () => Promise<void>
}

/** Refusals by application and day. */
export function createRefusalTally({ db, log, now }: Services): RefusalTally {
  const tally = createTally<Refusals>({
    log,
    what: 'refusals',
    nameOf: ({ applicationId, day, error }) => `${applicationId} ${day} ${error}`,
    addUp: addCounts,
    write: async (rows) => {
      for (const refusals of rows) await addRefusals(db.sql, refusals)
    },
  })
  const add = (clientId: string | undefined, error: string): void => {
    if (clientId === undefined || !ID_PATTERN.test(clientId) || EXPECTED.includes(error)) return
    const lastAt = now()
    tally.add({ applicationId: clientId, day: toDay(lastAt), error, count: 1, lastAt })
  }
  return { add, flush: tally.flush }
}
