// `admin status`, and the head of the operator's page.
import type { OperatorStatus } from '#dashboard/operator.ts'
import { listNodes } from '#server/platform/nodes.ts'
import { version } from '#server/platform/settings/release.ts'
import { listWork, type WorkServices } from './work.ts'

export async function reportStatus(
  services: WorkServices,
): Promise<OperatorStatus & { baseUrl: string; nodes: object[] }> {
  const { config, db, now } = services
  const [users] = await db.sql<{ count: number }>`select count(*) as count from users`
  const [migrations] = await db.sql<{ count: number }>`select count(*) as count from migrations`
  const nodes = await listNodes(db.sql, now())
  return {
    version,
    database: db.engine,
    location: db.location,
    baseUrl: config.baseUrl,
    migrations: migrations?.count ?? 0,
    nodes: nodes.map(({ id, release, startedAt, seenAt }) => ({
      id,
      release,
      startedAt: new Date(startedAt).toISOString(),
      seenAt: new Date(seenAt).toISOString(),
    })),
    users: users?.count ?? 0,
    ...(await listWork(services)),
  }
}
