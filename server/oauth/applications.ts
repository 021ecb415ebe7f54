// Registers and changes applications for their owners, and rotates secrets.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import { type GrantName, grantNames } from '#contract/oauth.ts'
import { applicationScopes } from '#contract/scopes.ts'
import type { ApplicationChange, CreatedApplication, NewApplication } from '#dashboard/applications.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { type Proved, requireProved } from '#server/access/proof.ts'
import { type By, type ByProved, recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { createSecret, hashSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { findRedirectUriFault } from './redirect-uri.ts'
import {
  type Application,
  type ApplicationFields,
  countApplications,
  deleteApplication,
  disableApplication,
  enableApplication,
  insertApplication,
  lockOwnedApplication,
  replaceSecret,
  updateApplication,
} from './stores/applications.ts'

const OLD_SECRET_LIFETIME_MS = DAY_MS
const MAX_DESCRIPTION_LENGTH = 500
const MAX_WEBSITE_LENGTH = 500
const MAX_REDIRECT_URIS = 20
const MAX_APPLICATIONS = 50

export async function createApplication(
  services: Services,
  ownerId: string,
  wanted: NewApplication,
  by: ByProved,
): Promise<CreatedApplication> {
  const fields = requireFields(wanted)
  return services.db.transaction(async (sql) => {
    if ((await countApplications(sql, ownerId)) >= MAX_APPLICATIONS) throw tooMany()
    const id = await insertApplication(sql, services.now(), ownerId, fields, by.proved)
    const event = { ...by, userId: ownerId, kind: 'application_created', subject: fields.name } as const
    await recordSecurityEvent(sql, services.now(), event)
    const clientSecret = fields.type === 'public' ? null : await issueSecret(services, sql, id, by.proved)
    return { id, clientSecret }
  })
}

export async function changeApplication(
  services: Services,
  ownerId: string,
  id: string,
  change: ApplicationChange,
  by: ByProved,
): Promise<void> {
  await services.db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    const fields = requireFields({ ...toNewApplication(application), ...change, type: application.type })
    await updateApplication(sql, services.now(), ownerId, id, fields, by.proved)
    const event = { ...by, userId: ownerId, kind: 'application_changed', subject: fields.name } as const
    await recordSecurityEvent(sql, services.now(), event)
  })
}

/** Its owner disables it and enables it again, unless the operator has disabled it. */
export async function switchApplication(
  { db, now }: Services,
  ownerId: string,
  id: string,
  isDisabled: boolean,
  by: By & { readonly proved?: Proved | undefined },
): Promise<void> {
  await db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    if (!isDisabled && application.isDisabledByOperator) throw disabledByOperator()
    if (isDisabled) await disableApplication(sql, now(), id, 'owner')
    else await enableApplication(sql, now(), id, requireProved(by))
    const kind = isDisabled ? 'application_disabled' : 'application_enabled'
    await recordSecurityEvent(sql, now(), { ...by, userId: ownerId, kind, subject: application.name })
  })
}

/** Everything that users have granted it goes with it. */
export async function removeApplication(
  { db, now }: Services,
  ownerId: string,
  id: string,
  by: By,
): Promise<void> {
  await db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    await deleteApplication(sql, ownerId, id)
    const event = { ...by, userId: ownerId, kind: 'application_deleted', subject: application.name } as const
    await recordSecurityEvent(sql, now(), event)
  })
}

/** The old secret keeps working for a day: the new one can be deployed without downtime. */
export async function rotateSecret(
  services: Services,
  ownerId: string,
  id: string,
  by: ByProved,
): Promise<CreatedApplication> {
  return services.db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    if (application.type === 'public') throw invalidRequest('A public application has no secret.')
    const event = {
      ...by,
      userId: ownerId,
      kind: 'client_secret_rotated',
      subject: application.name,
    } as const
    await recordSecurityEvent(sql, services.now(), event)
    return { id, clientSecret: await issueSecret(services, sql, id, by.proved) }
  })
}

async function issueSecret(services: Services, sql: Sql, id: string, proved: Proved): Promise<string> {
  const secret = createSecret(secretPrefixes.clientSecret)
  const now = services.now()
  const stored = { hash: hashSecret(secret), oldExpiresAt: now + OLD_SECRET_LIFETIME_MS }
  await replaceSecret(sql, now, id, stored, proved)
  return secret
}

export const noApplication = (): ApiError => notFound('You have no such application.')

function disabledByOperator(): ApiError {
  return new ApiError(
    409,
    'conflict',
    'The operator of this service has disabled this application, and only the operator can enable it.',
  )
}

function tooMany(): ApiError {
  return new ApiError(
    409,
    'conflict',
    `You already have ${MAX_APPLICATIONS} applications; delete one that you no longer use.`,
  )
}

/** As its owner registered it. */
export function toNewApplication(application: Application) {
  return {
    name: application.name,
    description: application.description ?? null,
    website: application.website ?? null,
    type: application.type,
    grants: [...application.grants],
    scopes: [...application.scopes],
    redirectUris: [...application.redirectUris],
  } satisfies NewApplication
}

/** The fields to store; throws 400 with a sentence about the first one that is wrong. */
export function requireFields(wanted: NewApplication): ApplicationFields {
  return {
    name: requireName(wanted.name),
    description: requireText('description', wanted.description ?? '', MAX_DESCRIPTION_LENGTH),
    website: requireWebsite(wanted.website ?? ''),
    type: wanted.type,
    grants: requireGrants(wanted),
    scopes: requireRegisteredScopes(wanted.scopes),
    redirectUris: requireRedirectUris(wanted),
  }
}

function requireName(text: string): string {
  const name = requireText('name', text, MAX_NAME_LENGTH) ?? refuse('The name is missing.')
  const fault = findNameFault(name)
  if (fault !== undefined) refuse(`The name ${fault}.`)
  return name
}

function requireText(name: string, text: string, maxLength: number): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) refuse(`The ${name} is longer than ${maxLength} characters.`)
  // Invisible characters and direction marks could make one name look like another on the consent page.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(trimmed.replaceAll('\n', ' '))) {
    refuse(`The ${name} contains characters that cannot be displayed.`)
  }
  return trimmed || undefined
}

function requireWebsite(text: string): string | undefined {
  const website = requireText('website', text, MAX_WEBSITE_LENGTH)
  if (website === undefined) return undefined
  const url = URL.parse(website)
  if (!url || !['https:', 'http:'].includes(url.protocol))
    refuse('The website must begin with https:// or http://.')
  return website
}

function requireGrants({ grants, type }: NewApplication): GrantName[] {
  const chosen = grantNames.filter((grant) => grants.includes(grant))
  if (chosen.length === 0) refuse('Choose at least one grant.')
  if (type === 'public' && chosen.includes('client_credentials')) {
    refuse('A public application cannot use client_credentials: it has no secret.')
  }
  const hasUser = chosen.includes('authorization_code') || chosen.includes('device_code')
  if (chosen.includes('refresh_token') && !hasUser) {
    refuse('refresh_token needs authorization_code or device_code as well.')
  }
  return chosen
}

function requireRegisteredScopes(scopes: NewApplication['scopes']): NewApplication['scopes'] {
  if (scopes.length === 0) refuse('Choose at least one scope.')
  const unknown = scopes.find((scope) => !applicationScopes.includes(scope))
  if (unknown !== undefined) refuse(`An application cannot have the scope ${unknown}.`)
  return [...new Set(scopes)]
}

function requireRedirectUris({ redirectUris, grants }: NewApplication): string[] {
  const uris = [...new Set(redirectUris)]
  if (uris.length > MAX_REDIRECT_URIS)
    refuse(`An application can have at most ${MAX_REDIRECT_URIS} redirect URIs.`)
  if (uris.length === 0 && grants.includes('authorization_code')) {
    refuse('authorization_code needs at least one redirect URI.')
  }
  for (const uri of uris) {
    const fault = findRedirectUriFault(uri)
    if (fault) refuse(`The redirect URI ${JSON.stringify(uri.slice(0, 100))} ${fault}.`)
  }
  return uris
}

function refuse(sentence: string): never {
  throw invalidRequest(sentence)
}
