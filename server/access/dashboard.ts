// The dashboard's endpoints for the access ledger, the security log, the usage of a user's data and refused uploads.
import { type Operation, operation } from './operations/operation.ts'
import type { LedgerRow, UploadFailure, Usage } from '#dashboard/access.ts'
import { SecurityLogQuery } from '#dashboard/security.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { FailureTally } from './failures/failures.ts'
import { listFailures } from './failures/store.ts'
import type { Ledger } from './ledger.ts'
import { listLedger, listUsage } from './ledger-store.ts'
import { listSecurityLog } from './security-log/security-log.ts'
import type { SessionServices } from './session.ts'

const USAGE_DAYS = 30

export function declareAccessDashboard(
  services: SessionServices,
  ledger: Ledger,
  failures: FailureTally,
): Operation[] {
  const { config, db, now } = services
  return [
    operation({
      route: 'GET /ledger',
      doors: { dashboard: 'session' },
      respond: async (request): Promise<{ items: LedgerRow[] }> => {
        await ledger.flush()
        return {
          items: await listLedger(db.sql, request.session.userId, firstDay(now(), config.retention.ledger)),
        }
      },
    }),
    operation({
      route: 'GET /security-log',
      doors: { dashboard: 'session' },
      schema: { querystring: SecurityLogQuery },
      handle: ({ userId }, { query }) => listSecurityLog(services, userId, query.before),
    }),
    operation({
      route: 'GET /usage',
      doors: { dashboard: 'session' },
      respond: async (request): Promise<Usage> => {
        await ledger.flush()
        const used = await listUsage(db.sql, request.session.userId, firstDay(now(), USAGE_DAYS))
        const { windowSeconds, requests, uploads } = config.rateLimits
        return { days: fillDays(now(), used), limits: { windowSeconds, requests, uploads } }
      },
    }),
    operation({
      route: 'GET /failures',
      doors: { dashboard: 'session' },
      respond: async (request): Promise<{ items: UploadFailure[] }> => {
        await failures.flush()
        return { items: await listFailures(db.sql, request.session.userId, firstDay(now(), USAGE_DAYS)) }
      },
    }),
  ]
}

/** The first of so many days, today being the last. */
export function firstDay(nowMs: number, days: number): string {
  return toDay(nowMs - (days - 1) * DAY_MS)
}

/** Every day once, oldest first, including those without a request. */
function fillDays(nowMs: number, used: Usage['days']): Usage['days'] {
  const byDay = new Map(used.map((row) => [row.day, row]))
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const day = toDay(nowMs - (USAGE_DAYS - 1 - index) * DAY_MS)
    const { requests = 0, uploads = 0 } = byDay.get(day) ?? {}
    return { day, requests, uploads }
  })
}
