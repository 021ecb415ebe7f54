// OAuth's part of an account: the user's applications, connected applications and incidents in its export, and the
// review of the first two.
import { revokeUserTokens } from '#server/access/revocation.ts'
import { recordConnectionEnd } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { deleteSecrets, disableApplication, listApplications } from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { disconnect } from './tokens.ts'

/** What is stored goes with the user's row. */
export function createOauthPart(services: Pick<Services, 'db' | 'eventSignal' | 'now'>) {
  const { db, now } = services
  return {
    async *exportFiles({ id }: { id: string }) {
      yield toFile('applications.json', await listApplications(db.sql, now(), id))
      yield toFile('consents.json', await listConnections(db.sql, now(), id))
      const found = await listIncidents(db.sql, { userId: id })
      yield toFile(
        'incidents.json',
        found.map(({ incident }) => incident),
      )
    },
    listAccess: async (userId: string) => [
      await listConnected(db.sql, now(), userId),
      await listOwned(db.sql, now(), userId),
    ],
    async endAccess(sql: Sql, userId: string) {
      for (const { applicationId } of await listConnections(sql, now(), userId)) {
        const party = { userId, applicationId }
        if (await disconnect(sql, now(), party))
          await recordConnectionEnd(services, sql, now(), { ...party, reason: 'withdrawn' })
      }
      for (const application of await listApplications(sql, now(), userId)) {
        if (application.disabledAt !== undefined) continue
        await disableApplication(sql, now(), application.id, 'owner')
        await deleteSecrets(sql, application.id)
        await revokeUserTokens(sql, now(), userId, application.id)
      }
    },
    /** Applications hear of it while the consents that name them are still there. */
    async erase(sql: Sql, { id: userId }: { id: string }) {
      for (const { applicationId } of await listConnections(sql, now(), userId))
        await recordConnectionEnd(services, sql, now(), { userId, applicationId, reason: 'account_deleted' })
    },
  }
}

async function listConnected(sql: Sql, nowMs: number, userId: string) {
  const connections = await listConnections(sql, nowMs, userId)
  const items = connections.map(({ applicationName, since, lastUsedAt }) => {
    const use = lastUsedAt === null ? 'never used' : `last used ${toDay(lastUsedAt)}`
    return { name: applicationName, detail: `connected ${toDay(since)}, ${use}` }
  })
  return {
    title: 'Connected apps',
    ending: 'Ending disconnects them: they lose access at once.',
    items,
  }
}

async function listOwned(sql: Sql, nowMs: number, userId: string) {
  const applications = await listApplications(sql, nowMs, userId)
  const items = applications
    .filter(({ disabledAt }) => disabledAt === undefined)
    .map(({ name, createdAt }) => ({ name, detail: `registered ${toDay(createdAt)}` }))
  const ending =
    'Ending disables them and their secrets. Before you enable one again, check its redirect addresses; then rotate ' +
    'its secret.'
  return { title: 'Your own applications', ending, items }
}

function toFile(path: string, value: unknown) {
  return { path, bytes: Buffer.from(JSON.stringify(value, null, 2)) }
}
