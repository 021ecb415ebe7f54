// A worker holds a webhook by a lease, in the database's time, and renews it while it sends.
//
//   FREE ──claim──> HELD ──released with the last outcome──> FREE
//                    │ ^
//                    │ └─ renewed: with each outcome, and by the heartbeat while a receiver takes its time
//                    └─ not renewed, since the worker is dead, frozen or cut off: EXPIRED ──claim──> HELD by another
//
//   0 s     A claims, until 15 s             5 s  A renews, until 20 s
//   7 s     A is frozen                      20 s  the lease expires, B claims and sends
//   60 s    A goes on: it begins no attempt, since its lease is over by its own clock; what it had begun is not
//           recorded, since the webhook's lease is B's
import type { Services } from '#server/platform/services.ts'
import { renewLeases } from './queue-store.ts'

const MAX_LEASE_MS = 15_000
const MARGIN_MS = 1_000
/** Two of them may be lost. */
const BEATS_PER_LEASE = 3

/** Long enough for two attempts, where attempts are short: then a crash is made up for sooner. */
export function findLeaseMs({ config }: Pick<Services, 'config'>): number {
  return Math.min(MAX_LEASE_MS, 2 * config.webhooks.timeoutMs + MARGIN_MS)
}

export interface Claim {
  readonly webhookId: string
  readonly leaseId: string
  /** In the database's time; later with each renewal. */
  until: number
}

export interface Heartbeat {
  begin(claim: Claim): void
  end(claim: Claim): void
}

export function createHeartbeat(services: Services): Heartbeat {
  const claims = new Map<string, Claim>()
  let timer: NodeJS.Timeout | undefined

  const renew = async () => {
    const { db, now } = services
    const renewed = await renewLeases(db.sql, now(), [...claims.values()], findLeaseMs(services))
    for (const { id, leased_until } of renewed) {
      const claim = claims.get(id)
      if (claim) claim.until = leased_until
    }
  }
  return {
    begin: (claim) => {
      claims.set(claim.webhookId, claim)
      // The database may be away: then the leases expire, and nothing more is sent.
      timer ??= setInterval(
        () => void renew().catch(() => undefined),
        findLeaseMs(services) / BEATS_PER_LEASE,
      )
    },
    end: (claim) => {
      claims.delete(claim.webhookId)
      if (claims.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
