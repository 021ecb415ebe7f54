// `admin app create`: registers an application for a user.
import { DEVICE_CODE_GRANT, type GrantName } from '#contract/oauth.ts'
import { type Scope, splitScopes } from '#contract/scopes.ts'
import { type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createApplication } from './applications.ts'
import { findUserId } from './stores/applications.ts'

export async function createApplicationForUser(
  services: Services,
  options: Options,
): Promise<{ client_id: string; client_secret: string | null }> {
  const type = requireOption(options, 'type')
  if (type !== 'confidential' && type !== 'public') throw new Error('--type takes confidential or public.')
  const owner = requireOption(options, 'owner')
  const ownerId = await findUserId(services.db.sql, owner)
  if (ownerId === undefined) throw new Error(`There is no user with the address ${owner}.`)
  const created = await createApplication(services, ownerId, {
    name: requireOption(options, 'name'),
    description: null,
    website: null,
    type,
    grants: splitWords(requireOption(options, 'grants')).map(toGrantName),
    // createApplication refuses unknown scopes and grants.
    scopes: splitWords(requireOption(options, 'scopes')) as Scope[],
    redirectUris: [...(options.get('redirect-uri') ?? [])],
  })
  return { client_id: created.id, client_secret: created.clientSecret }
}

function splitWords(text: string): string[] {
  return splitScopes(text.replaceAll(/[\s,]+/g, ' '))
}

function toGrantName(word: string): GrantName {
  return (word === DEVICE_CODE_GRANT ? 'device_code' : word) as GrantName
}
