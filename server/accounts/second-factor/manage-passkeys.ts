// Operations of signed-in users on their passkeys.
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import type { FastifyRequest } from 'fastify'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { requireProved } from '#server/access/proof.ts'
import { invalidRequest, notFound } from '#server/platform/errors.ts'
import { lockSessionUser } from '../account.ts'
import type { AccountServices } from '../account-services.ts'
import { addRecoveryCodes, afterRemoval, announce } from './manage.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './passkey-store.ts'
import {
  algorithms,
  checkRegistration,
  createChallenge,
  readRelyingParty,
  toDescriptor,
  toUserHandle,
} from './passkeys.ts'

export const MAX_PASSKEYS = 10

/** The options for the browser to make one. */
export async function createCreationOptions(
  accounts: AccountServices,
  { session }: FastifyRequest,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const passkeys = await listPasskeys(accounts.db.sql, session.userId)
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany()
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  return generateRegistrationOptions({
    rpName: 'Cloudstreet',
    rpID: readRelyingParty(accounts).rpId,
    userID: toUserHandle(session.userId),
    userName: session.email,
    userDisplayName: session.name ?? session.email,
    challenge: await createChallenge(accounts, 'register', session.userId),
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: passkeys.map(toDescriptor),
    // Kept by the authenticator together with the user's name: it signs in without a password.
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  })
}

const tooMany = () => invalidRequest(`An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`)

/** Gives the recovery codes, to be shown once; none when the user has some from another factor. */
export async function addPasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  name: string,
  response: RegistrationResponseJSON,
): Promise<string[]> {
  const label = readName(name)
  const checked = await checkRegistration(accounts, response, request.session.userId)
  if (!checked) throw invalidRequest('This passkey cannot be used here. Try again.')
  return accounts.db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    if ((await listPasskeys(sql, user.id)).length >= MAX_PASSKEYS) throw tooMany()
    const proved = requireProved(request)
    const id = await insertPasskey(sql, accounts.now(), { ...checked, name: label }, proved)
    if (id === undefined) throw invalidRequest('This passkey is registered already.')
    await announce(accounts, sql, request, user, {
      kind: 'second_factor_added',
      subject: `passkey ${label}`,
      added: { kind: 'passkey', id },
      change: { kind: 'passkeyAdded', name: label },
    })
    return addRecoveryCodes(accounts, sql, user, proved)
  })
}

export async function removePasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  id: string,
): Promise<void> {
  await accounts.db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    const name = await deletePasskey(sql, user.id, id)
    if (name === undefined) throw noPasskey()
    await afterRemoval(accounts, sql, request, user, { kind: 'passkeyRemoved', name })
  })
}

const noPasskey = () => notFound('There is no such passkey.')

/** It goes into a mail: no line breaks or other controls. */
function readName(name: string): string {
  const label = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  if (label !== '' && label.length <= MAX_NAME_LENGTH) return label
  throw invalidRequest(`A passkey's name has 1 to ${MAX_NAME_LENGTH} characters.`)
}
