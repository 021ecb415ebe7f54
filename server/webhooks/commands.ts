// The operator's command that registers a webhook for a user or an application.
import type { Sql } from '#server/platform/database/database.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createWebhook } from './manage.ts'
import { findApplicationId, findUserId, type OneOwner } from './store.ts'

export async function createWebhookForOwner(services: Services, options: Options): Promise<object> {
  const owner = await requireOwner(services.db.sql, options)
  const url = requireOption(options, 'url')
  return { ...(await createWebhook(services, owner, url)), url, ...owner }
}

async function requireOwner(sql: Sql, options: Options): Promise<OneOwner> {
  const application = findOption(options, 'app')
  if (application !== undefined) {
    const applicationId = await findApplicationId(sql, application)
    if (!applicationId) throw new Error(`There is no application ${application}.`)
    return { applicationId }
  }
  const email = requireOption(options, 'owner')
  const userId = await findUserId(sql, email)
  if (!userId) throw new Error(`There is no user with the address ${email}.`)
  return { userId }
}
