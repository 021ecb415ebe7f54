// `admin status`, and the head of the operator's page.
import type { OperatorStatus } from '#dashboard/operator.ts'
import { countPendingEvents } from '#server/events/outbox.ts'
import { countEmails } from '#server/platform/mail/email-store.ts'
import { listNodes } from '#server/platform/nodes.ts'
import { version } from '#server/platform/settings/release.ts'
import { countDeliveries } from '#server/webhooks/delivery/backlog-store.ts'
import { listWork, type WorkServices } from './work.ts'

export async function reportStatus(
  services: WorkServices,
): Promise<OperatorStatus & { baseUrl: string; nodes: object[] }> {
  const { config, db, now } = services
  const [users] = await db.sql<{ count: number }>`select count(*) as count from users`
  const [migrations] = await db.sql<{ count: number }>`select count(*) as count from migrations`
  const nodes = await listNodes(db.sql, now())
  const { events, oldestAt } = await countPendingEvents(db.sql)
  const { oldestUntriedAt, ...deliveries } = await countDeliveries(db.sql)
  const { queued, failed } = await countEmails(db.sql)
  return {
    version,
    database: db.engine,
    location: db.location,
    baseUrl: config.baseUrl,
    migrations: migrations?.count ?? 0,
    nodes: nodes.map(({ id, release, startedAt, seenAt }) => ({
      id,
      release,
      startedAt: toIso(startedAt),
      seenAt: toIso(seenAt),
    })),
    users: users?.count ?? 0,
    queues: {
      events,
      oldestEventAt: toIso(oldestAt),
      deliveries,
      oldestUntriedAt: toIso(oldestUntriedAt),
    },
    mail: { queued, failed },
    ...(await listWork(services)),
  }
}

function toIso(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString()
}
