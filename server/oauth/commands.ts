// `admin app create`: registers an application for a user.
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import { splitScopes } from '#contract/scopes.ts'
import { NewApplication } from '#dashboard/applications.ts'
import { readFields } from '#server/platform/http/schemas.ts'
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
  const wanted = readFields(NewApplication, {
    name: requireOption(options, 'name'),
    description: null,
    website: null,
    type,
    grants: splitWords(requireOption(options, 'grants')).map(shortenGrantType),
    scopes: splitWords(requireOption(options, 'scopes')),
    redirectUris: [...(options.get('redirect-uri') ?? [])],
  })
  const created = await createApplication(services, ownerId, wanted)
  return { client_id: created.id, client_secret: created.clientSecret }
}

function splitWords(text: string): string[] {
  return splitScopes(text.replaceAll(/[\s,]+/g, ' '))
}

function shortenGrantType(word: string): string {
  return word === DEVICE_CODE_GRANT ? 'device_code' : word
}
