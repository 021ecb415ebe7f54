// OAuth's part of an account's export: the user's applications, connected applications and incidents.
import type { Services } from '#server/platform/services.ts'
import { listApplications } from './stores/applications.ts'
import { listConnections } from './stores/consents.ts'
import { listIncidents } from './stores/incidents.ts'

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
  }
}

function toFile(path: string, value: unknown) {
  return { path, bytes: Buffer.from(JSON.stringify(value, null, 2)) }
}
