// The dashboard's endpoints for the access ledger and the usage of a user's data.
import type { LedgerRow, Usage } from '#dashboard/access.ts'
import type { App } from '#server/platform/http/http.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { Ledger } from './ledger.ts'
import { listLedger, listUsage } from './ledger-store.ts'
import { requireSession, type SessionServices } from './session.ts'

const USAGE_DAYS = 30

export function addLedgerDashboard(app: App, services: SessionServices, ledger: Ledger): void {
  const { config, db, now } = services
  const options = { onRequest: requireSession(services), schema: { hide: true } }

  app.get('/app/api/ledger', options, async (request): Promise<{ items: LedgerRow[] }> => {
    await ledger.flush()
    return {
      items: await listLedger(db.sql, request.session.userId, firstDay(now(), config.retention.ledger)),
    }
  })

  app.get('/app/api/usage', options, async (request): Promise<Usage> => {
    await ledger.flush()
    const used = await listUsage(db.sql, request.session.userId, firstDay(now(), USAGE_DAYS))
    const { windowSeconds, requests, uploads } = config.rateLimits
    return { days: fillDays(now(), used), limits: { windowSeconds, requests, uploads } }
  })
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
