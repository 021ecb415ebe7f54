// The operator's commands for applications: register one for a user, list, disable, enable.
import { DEVICE_CODE_GRANT } from '#contract/oauth.ts'
import { splitScopes } from '#contract/scopes.ts'
import { NewApplication } from '#dashboard/applications.ts'
import { requireUserId } from '#server/access/operators.ts'
import { byOperator, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { readFields } from '#server/platform/http/schemas.ts'
import { ID_PATTERN } from '#server/platform/ids.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createApplication } from './applications.ts'
import {
  type Application,
  disableApplication as disable,
  enableApplication as enable,
  listAllApplications,
  lockApplication,
} from './stores/applications.ts'

export async function createApplicationForUser(
  services: Services,
  options: Options,
): Promise<{ client_id: string; client_secret: string | null }> {
  const type = requireOption(options, 'type')
  if (type !== 'confidential' && type !== 'public') throw new Error('--type takes confidential or public.')
  const ownerId = await requireUserId(services.db.sql, requireOption(options, 'owner'))
  const wanted = readFields(NewApplication, {
    name: requireOption(options, 'name'),
    description: null,
    website: null,
    type,
    grants: splitWords(requireOption(options, 'grants')).map(shortenGrantType),
    scopes: splitWords(requireOption(options, 'scopes')),
    redirectUris: [...(options.get('redirect-uri') ?? [])],
  })
  const created = await createApplication(services, ownerId, wanted, byOperator)
  return { client_id: created.id, client_secret: created.clientSecret }
}

export async function listApplicationsByOperator({ db }: Services, options: Options): Promise<object> {
  const owner = findOption(options, 'owner')
  const ownerId = owner === undefined ? undefined : await requireUserId(db.sql, owner)
  const applications = await listAllApplications(db.sql, ownerId)
  return {
    applications: applications.map((application) => ({
      client_id: application.id,
      name: application.name,
      owner: application.ownerEmail,
      document: application.documentUrl ?? null,
      selfRegistered: application.isSelfRegistered,
      type: application.type,
      grants: application.grants,
      scopes: application.scopes,
      redirectUris: application.redirectUris,
      createdAt: new Date(application.createdAt).toISOString(),
      disabledAt:
        application.disabledAt === undefined ? null : new Date(application.disabledAt).toISOString(),
      disabledByOperator: application.isDisabledByOperator,
      limits: application.limits,
    })),
  }
}

/** Takes effect at once: no token of any user works, and nothing is delivered to its webhooks. */
export function disableApplication(services: Services, options: Options): Promise<object> {
  return switchByOperator(services, options, true)
}

export function enableApplication(services: Services, options: Options): Promise<object> {
  return switchByOperator(services, options, false)
}

async function switchByOperator(
  { db, now }: Services,
  options: Options,
  isDisabled: boolean,
): Promise<object> {
  const id = requireOption(options, 'app')
  return db.transaction(async (sql) => {
    const { name, ownerId } = await requireApplication(sql, id)
    if (isDisabled) await disable(sql, now(), id, 'operator')
    else await enable(sql, now(), id, byOperator.proved)
    const kind = isDisabled ? 'application_disabled' : 'application_enabled'
    // Built-in applications have no owner to be told.
    if (ownerId !== undefined)
      await recordSecurityEvent(sql, now(), { userId: ownerId, kind, actor: 'operator', subject: name })
    return { client_id: id, name, disabled: isDisabled }
  })
}

async function requireApplication(sql: Sql, id: string): Promise<Application> {
  const application = ID_PATTERN.test(id) ? await lockApplication(sql, id) : undefined
  if (!application) throw new Error(`There is no application ${id}.`)
  return application
}

function splitWords(text: string): string[] {
  return splitScopes(text.replaceAll(/[\s,]+/g, ' '))
}

function shortenGrantType(word: string): string {
  return word === DEVICE_CODE_GRANT ? 'device_code' : word
}
