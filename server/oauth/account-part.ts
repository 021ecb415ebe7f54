// OAuth's part of an account: the user's applications, connected applications and incidents in its export, and the
// review of the first two.
import type { AccessItem, AccessOwners } from '#server/access/review-kinds.ts'
import { revokeUserTokens } from '#server/access/revocation.ts'
import { recordConnectionEnd } from '#server/events/record.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { listApplicationTimes, listConsentTimes } from './stores/access.ts'
import {
  deleteSecrets,
  disableApplication,
  listApplications,
  lockOwnedApplication,
} from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'
import { disconnect } from './tokens.ts'

/** Stored rows go with the user's row. */
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
    access: {
      consent: {
        list: (sql, userId) => listConnected(sql, now(), userId),
        end: async (sql, userId, applicationId) => {
          const party = { userId, applicationId }
          if (await disconnect(sql, now(), party))
            await recordConnectionEnd(services, sql, now(), { ...party, reason: 'withdrawn' })
        },
      },
      application: {
        list: (sql, userId) => listOwned(sql, now(), userId),
        end: async (sql, userId, id) => {
          if (!(await lockOwnedApplication(sql, userId, id))) return
          await disableApplication(sql, now(), id, 'owner')
          await deleteSecrets(sql, id)
          await revokeUserTokens(sql, now(), userId, id)
        },
      },
    } satisfies AccessOwners,
    /** Applications hear of it while the consents that name them are still there. */
    async erase(sql: Sql, { id: userId }: { id: string }) {
      for (const { applicationId } of await listConnections(sql, now(), userId))
        await recordConnectionEnd(services, sql, now(), { userId, applicationId, reason: 'account_deleted' })
    },
  }
}

async function listConnected(sql: Sql, nowMs: number, userId: string): Promise<AccessItem[]> {
  const connections = await listConnections(sql, nowMs, userId)
  const times = await listConsentTimes(sql, userId)
  return connections.map(({ applicationId, applicationName, since, lastUsedAt }) => ({
    id: applicationId,
    name: applicationName,
    lastUsedAt,
    madeAt: times.get(applicationId) ?? since,
  }))
}

async function listOwned(sql: Sql, nowMs: number, userId: string): Promise<AccessItem[]> {
  const applications = await listApplications(sql, nowMs, userId)
  const times = await listApplicationTimes(sql, userId)
  return applications
    .filter(({ disabledAt }) => disabledAt === undefined)
    .map(({ id, name, createdAt }) => ({ id, name, madeAt: times.get(id) ?? createdAt }))
}

function toFile(path: string, value: unknown) {
  return { path, content: Buffer.from(JSON.stringify(value, null, 2)) }
}
