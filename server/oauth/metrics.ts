// What the operator and an application's owner see of the token endpoint: counts.
import type { GrantName } from '#contract/oauth.ts'
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
const FLUSH_AFTER_MS = SECOND_MS
const MAX_PENDING = 1000

export interface RefusalTally {
  add(clientId: string | undefined, error: string): void
  flush(): Promise<void>
}

/**
 * Refusals by application and day. Counted in memory and written a second later: a write within the request would
 * tell a known client from an unknown one, and let anyone make the database busy.
 */
export function createRefusalTally(services: Services): RefusalTally {
  const pending = new Map<string, Refusals>()
  let timer: NodeJS.Timeout | undefined

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...pending.values()]
    pending.clear()
    for (const refusals of batch) await addRefusals(services.db.sql, refusals)
  }
  const flushLater = (): void => {
    timer ??= setTimeout(() => {
      flush().catch((error: unknown) => services.log.warn({ err: error }, 'refusals were not counted'))
    }, FLUSH_AFTER_MS).unref()
  }
  const add = (clientId: string | undefined, error: string): void => {
    if (clientId === undefined || !ID_PATTERN.test(clientId) || EXPECTED.includes(error)) return
    const lastAt = services.now()
    const day = toDay(lastAt)
    const key = `${clientId} ${day} ${error}`
    const count = (pending.get(key)?.count ?? 0) + 1
    if (count === 1 && pending.size >= MAX_PENDING) return
    pending.set(key, { applicationId: clientId, day, error, count, lastAt })
    flushLater()
  }
  return { add, flush }
}
