// OAuth's part of an account: the user's applications, connected applications and incidents in its export, and the
// review of the first two.
import { revokeUserTokens } from '#server/access/revocation.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { deleteSecrets, disableApplication, listApplications } from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { disconnect } from './tokens.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createOauthPart({ db, now }: Pick<Services, 'db' | 'now'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      yield toFile('applications.json', await listApplications(db.sql, now(), id))
      yield toFile('consents.json', await listConnections(db.sql, id))
      const found = await listIncidents(db.sql, { userId: id })
      yield toFile(
        'incidents.json',
        found.map(({ incident }) => incident),
      )
    },
    listAccess: async (userId: string) => [
      await listConnected(db.sql, userId),
      await listOwned(db.sql, now(), userId),
    ],
    async endAccess(sql: Sql, userId: string) {
      for (const { applicationId } of await listConnections(sql, userId))
        await disconnect(sql, now(), { userId, applicationId })
      for (const application of await listApplications(sql, now(), userId)) {
        if (application.disabledAt !== undefined) continue
        await disableApplication(sql, now(), application.id, 'owner')
        await deleteSecrets(sql, application.id)
        await revokeUserTokens(sql, now(), userId, application.id)
      }
    },
  }
}

async function listConnected(sql: Sql, userId: string) {
  const connections = await listConnections(sql, userId)
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
