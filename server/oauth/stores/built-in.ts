// Applications that come with the service. They are rows like others: consents, tokens, limits and the operator's
// commands need to know nothing of them. They have no owner, so no dashboard can change them.
import { commandLineClient } from '#contract/oauth.ts'
import { DEVICES_SCOPE } from '#contract/scopes.ts'
import type { Services } from '#server/platform/services.ts'
import { type ApplicationFields, saveBuiltInApplication } from './applications.ts'

const builtIn: ReadonlyMap<string, ApplicationFields> = new Map([
  [
    commandLineClient.id,
    {
      name: commandLineClient.name,
      description: commandLineClient.description,
      website: undefined,
      type: 'public',
      grants: ['device_code', 'refresh_token'],
      scopes: [...commandLineClient.scopes, DEVICES_SCOPE],
      redirectUris: [],
    },
  ],
])

/** Whether it may bear the name of the service. */
export function isBuiltIn(applicationId: string): boolean {
  return builtIn.has(applicationId)
}

/** At every start: a database of an earlier release, or one that was restored, may not have them. */
export async function registerBuiltInApplications({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  for (const [id, fields] of builtIn) await saveBuiltInApplication(db.sql, now(), id, fields)
}
