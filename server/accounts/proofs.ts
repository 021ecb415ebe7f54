// How anyone who is signed in proves again that they are the user. Each proof is limited like a sign-in.
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { IdentityProof } from '#dashboard/account.ts'
import { noteProof } from '#server/access/proof.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import { type ApiError, invalidRequest } from '#server/platform/errors.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import type { AccountServices } from './account-services.ts'
import { useCode } from './second-factor/codes.ts'
import { AssertionBody, checkAssertion, usePasskey } from './second-factor/passkeys.ts'
import { findPasswordHash, markProved } from './store.ts'

export interface Proof<Value> {
  schema: TSchema
  /** Throws unless it proves who they are. */
  require(accounts: AccountServices, request: FastifyRequest, value: Value): Promise<void>
}

/** By the member of the body that holds it. */
const proofs: { [Name in keyof Required<IdentityProof>]: Proof<NonNullable<IdentityProof[Name]>> } = {
  password: { schema: Type.String({ maxLength: 1000 }), require: requirePassword },
  code: { schema: Type.String({ maxLength: 100 }), require: requireCode },
  passkey: { schema: AssertionBody, require: requirePasskey },
}

const optionalProofs = Object.fromEntries(
  Object.entries(proofs).map(([name, { schema }]) => [name, Type.Optional(schema)]),
)
export const IdentityProofBody = Type.Unsafe<IdentityProof>(
  Type.Object(optionalProofs, { additionalProperties: false, minProperties: 1, maxProperties: 1 }),
)

/** From now on `requireRecentProof` lets the session pass for a while; this request has its proof, too. */
export async function confirmIdentity(
  accounts: AccountServices,
  request: FastifyRequest,
  body: IdentityProof,
): Promise<void> {
  const { db, now } = accounts
  const { id, userId } = request.session
  const [[given, value] = []] = Object.entries(body) as [keyof IdentityProof, never][]
  const name = given ?? 'password'
  await proofs[name].require(accounts, request, value as never)
  await db.transaction(async (sql) => {
    await markProved(sql, now(), id, name)
    await recordByUser(sql, now(), request, userId, 'identity_confirmed', name)
  })
  noteProof(request, name)
}

/** Throws unless the password is the user's. Counts as an attempt to sign in. */
export async function requirePassword(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  const { email, userId } = request.session
  // A signed-in user has a separate budget: strangers cannot use it up.
  await accounts.guessLimit.attempt(email, request.ip, request.session.id)
  const hash = await findPasswordHash(accounts.db.sql, userId)
  if (await accounts.auth.verifyPassword(password, hash)) return
  await accounts.db.transaction((sql) =>
    recordByUser(sql, accounts.now(), request, userId, 'confirmation_failed'),
  )
  throw invalidRequest(refusals.wrongPassword)
}

/** Throws unless it is a code of the user's authenticator app, or a recovery code; it is then used up. */
async function requireCode(accounts: AccountServices, request: FastifyRequest, code: string): Promise<void> {
  const { codeLimiter, db } = accounts
  const { email, userId, choices } = request.session
  await codeLimiter.require(userId)
  const user = { id: userId, email, language: choices.language ?? null }
  if (await db.transaction((sql) => useCode(accounts, sql, request, user, code))) return
  throw await refuseFactor(accounts, request, 'This code is wrong, or it has been used before.')
}

async function requirePasskey(
  accounts: AccountServices,
  request: FastifyRequest,
  response: AuthenticationResponseJSON,
): Promise<void> {
  const assertion = await checkAssertion(accounts, 'confirm', response, request.session.userId)
  if (assertion && (await usePasskey(accounts, accounts.db.sql, assertion))) return
  throw await refuseFactor(accounts, request, 'This passkey was not accepted.')
}

async function refuseFactor(
  { db, now }: AccountServices,
  request: FastifyRequest,
  reason: string,
): Promise<ApiError> {
  await recordByUser(db.sql, now(), request, request.session.userId, 'second_factor_failed')
  return invalidRequest(reason)
}
