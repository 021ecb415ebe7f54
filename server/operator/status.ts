// `admin status`, and the head of the operator's page.
import type { OperatorStatus } from '#dashboard/operator.ts'
import { countPendingEvents } from '#server/events/outbox.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import type { Services } from '#server/platform/services.ts'
import { version } from '#server/site/release.ts'
import { countDeliveries } from '#server/webhooks/delivery/backlog-store.ts'

export async function reportStatus({ config, db }: Services): Promise<OperatorStatus & { baseUrl: string }> {
  const [users] = await db.sql<{ count: number }>`select count(*) as count from users`
  const [migrations] = await db.sql<{ count: number }>`select count(*) as count from migrations`
  const { events, oldestAt } = await countPendingEvents(db.sql)
  const { oldestUntriedAt, ...deliveries } = await countDeliveries(db.sql)
  const { queued, failed } = await countEmails(db.sql)
  return {
    version,
    database: db.engine,
    location: db.location,
    baseUrl: config.baseUrl,
    migrations: migrations?.count ?? 0,
    users: users?.count ?? 0,
    queues: {
      events,
      oldestEventAt: toIso(oldestAt),
      deliveries,
      oldestUntriedAt: toIso(oldestUntriedAt),
    },
    mail: { queued, failed },
  }
}

function toIso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
