// Applications as their owners keep them: what may be registered, and how secrets change.
import type { GrantName } from '#contract/oauth.ts'
import type { ApplicationChange, CreatedApplication, NewApplication } from '#dashboard/applications.ts'
import { isScope } from '#contract/scopes.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type ApiError, invalidRequest, notFound } from '#server/platform/errors.ts'
import { createSecret, hashSecret, secretPrefixes } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { findRedirectUriFault } from './redirect-uri.ts'
import {
  type Application,
  type ApplicationFields,
  insertApplication,
  lockOwnedApplication,
  replaceSecret,
  updateApplication,
} from './stores/applications.ts'

export const grantNames: readonly GrantName[] = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'device_code',
]
const OLD_SECRET_MS = DAY_MS
const MAX_NAME = 100
const MAX_DESCRIPTION = 500
const MAX_REDIRECT_URIS = 20

export async function createApplication(
  services: Services,
  ownerId: string,
  wanted: NewApplication,
): Promise<CreatedApplication> {
  const fields = requireFields(wanted)
  return services.db.transaction(async (sql) => {
    const id = await insertApplication(sql, services.now(), ownerId, fields)
    const clientSecret = fields.type === 'public' ? null : await giveSecret(services, sql, id)
    return { id, clientSecret }
  })
}

export async function changeApplication(
  services: Services,
  ownerId: string,
  id: string,
  change: ApplicationChange,
): Promise<void> {
  await services.db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    const fields = requireFields({ ...toNewApplication(application), ...change, type: application.type })
    await updateApplication(sql, services.now(), ownerId, id, fields)
  })
}

/** The old secret works for another day, so that the new one can be put in place without a gap. */
export async function rotateSecret(
  services: Services,
  ownerId: string,
  id: string,
): Promise<CreatedApplication> {
  return services.db.transaction(async (sql) => {
    const application = await lockOwnedApplication(sql, ownerId, id)
    if (!application) throw noApplication()
    if (application.type === 'public') throw invalidRequest('A public application has no secret.')
    return { id, clientSecret: await giveSecret(services, sql, id) }
  })
}

async function giveSecret(services: Services, sql: Sql, id: string): Promise<string> {
  const secret = createSecret(secretPrefixes.clientSecret)
  const now = services.now()
  await replaceSecret(sql, now, id, hashSecret(secret), now + OLD_SECRET_MS)
  return secret
}

export const noApplication = (): ApiError => notFound('There is no such application of yours.')

function toNewApplication(application: Application): NewApplication {
  return {
    name: application.name,
    description: application.description ?? null,
    website: application.website ?? null,
    type: application.type,
    grants: [...application.grants],
    scopes: [...application.scopes],
    redirectUris: [...application.redirectUris],
  }
}

/** What is stored, or 400 with a sentence about the first thing that is wrong. */
export function requireFields(wanted: NewApplication): ApplicationFields {
  return {
    name: requireText('name', wanted.name, MAX_NAME) ?? refuse('The name is missing.'),
    description: requireText('description', wanted.description ?? '', MAX_DESCRIPTION),
    website: requireWebsite(wanted.website ?? ''),
    type: wanted.type,
    grants: requireGrants(wanted),
    scopes: requireRegisteredScopes(wanted.scopes),
    redirectUris: requireRedirectUris(wanted),
  }
}

function requireText(name: string, text: string, maxLength: number): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > maxLength) refuse(`The ${name} is longer than ${maxLength} characters.`)
  // Direction marks could make a name read as another on the consent page.
  if (/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u.test(trimmed.replaceAll('\n', ' '))) {
    refuse(`The ${name} has characters that cannot be shown.`)
  }
  return trimmed || undefined
}

function requireWebsite(text: string): string | undefined {
  const website = requireText('website', text, 500)
  if (website === undefined) return undefined
  const url = URL.parse(website)
  if (!url || !['https:', 'http:'].includes(url.protocol)) refuse('The website must begin with https://.')
  return website
}

function requireGrants({ grants, type }: NewApplication): GrantName[] {
  const unknown = grants.find((grant) => !grantNames.includes(grant))
  if (unknown !== undefined) refuse(`A grant is none of: ${grantNames.join(', ')}.`)
  const chosen = grantNames.filter((grant) => grants.includes(grant))
  if (chosen.length === 0) refuse('Choose at least one grant.')
  if (type === 'public' && chosen.includes('client_credentials')) {
    refuse('A public application cannot use client_credentials: it has no secret.')
  }
  const hasUser = chosen.includes('authorization_code') || chosen.includes('device_code')
  if (chosen.includes('refresh_token') && !hasUser) {
    refuse('refresh_token needs authorization_code or device_code beside it.')
  }
  return chosen
}

function requireRegisteredScopes(scopes: NewApplication['scopes']): NewApplication['scopes'] {
  if (scopes.length === 0) refuse('Choose at least one scope.')
  if (!scopes.every(isScope)) refuse('A scope is asked for that does not exist.')
  return [...new Set(scopes)]
}

function requireRedirectUris({ redirectUris, grants }: NewApplication): string[] {
  const uris = [...new Set(redirectUris)]
  if (uris.length > MAX_REDIRECT_URIS) refuse(`There are more than ${MAX_REDIRECT_URIS} redirect URIs.`)
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
