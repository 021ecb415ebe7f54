// A pilot's destinations in the export, the review and the deletion of the account.
import type { AccessOwners } from '#server/access/review-kinds.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { listForwards } from './forwards-store.ts'
import type { ForwardServices } from './sources.ts'
import { deleteDestination, listDestinations } from './store.ts'
import { toDestinationView, toForwardView } from './view.ts'

export function createForwardsPart(services: ForwardServices) {
  const { db } = services
  return {
    /** Without credentials: those are the other service's. */
    async *exportFiles({ id: userId }: { id: string }) {
      for (const row of await listDestinations(db.sql, userId)) {
        const forwards = await listForwards(
          db.sql,
          userId,
          { destinationId: row.id },
          Number.MAX_SAFE_INTEGER,
        )
        const about = {
          destination: toDestinationView(services, row),
          forwards: forwards.map((forward) => toForwardView(services, forward)),
        }
        yield { path: `destinations/${row.id}.json`, content: Buffer.from(JSON.stringify(about, null, 2)) }
      }
    },
    access: {
      destination: {
        list: async (sql, userId) =>
          (await listDestinations(sql, userId)).map(({ id, label, updated_at }) => ({
            id,
            name: label,
            madeAt: updated_at,
          })),
        end: async (sql, userId, id) => void (await deleteDestination(sql, userId, id)),
      },
    } satisfies AccessOwners,
    /** Nothing is sent of an account that is being deleted. */
    async beginErasure(sql: Sql, { id: userId }: { id: string }) {
      for (const { id } of await listDestinations(sql, userId)) await deleteDestination(sql, userId, id)
    },
  }
}
