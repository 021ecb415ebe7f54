// Operations of signed-in users on their second factors. Every change is logged and mailed to them.
import type { FastifyRequest } from 'fastify'
import type { TotpSetUp } from '#dashboard/second-factors.ts'
import type { SecurityEventKind } from '#dashboard/security.ts'
import { findProof, type Proved, requireProved } from '#server/access/proof.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { MINUTE_MS } from '#server/platform/time.ts'
import { refusals } from '#server/platform/requests/refusals.ts'
import { lockSessionUser } from '../account.ts'
import type { AccountServices } from '../account-services.ts'
import { createLink } from '../one-time.ts'
import { type FactorChange, factorAddedMail, secondFactorMail } from '../mail/messages.ts'
import type { User } from '../store.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import {
  confirmTotpFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTotpFactor,
  findTotpFactor,
  hasSecondFactor,
  insertTotpFactor,
  replaceRecoveryCodes,
} from './store.ts'
import { createTotpSecret, drawTotpSecret, findStep, openTotpSecret, sealTotpSecret } from './totp.ts'

/** Anyone who finds a browser open later must not finish what its user began. */
const SET_UP_MS = 15 * MINUTE_MS

/** A new secret, which does not count before a code has confirmed it. */
export async function beginTotp(accounts: AccountServices, request: FastifyRequest): Promise<TotpSetUp> {
  const { db, now } = accounts
  const { userId, email } = request.session
  const secret = createTotpSecret()
  const sealed = sealTotpSecret(accounts.secrets, userId, secret)
  const isBegun = await db.transaction(async (sql) => {
    await lockSessionUser(sql, request.session)
    return insertTotpFactor(sql, now(), userId, sealed, requireProved(request))
  })
  if (!isBegun) throw invalidRequest(refusals.hasApp)
  return { secret, picture: drawTotpSecret(secret, email) }
}

async function findUnconfirmed(
  { now, secrets }: AccountServices,
  sql: Sql,
  userId: string,
): Promise<string | undefined> {
  const factor = await findTotpFactor(sql, userId)
  if (!factor || factor.confirmed_at !== null || factor.created_at <= now() - SET_UP_MS) return undefined
  return openTotpSecret(secrets, userId, factor.sealed_secret)
}

/** Gives the recovery codes, to be shown once; none when the user has some from another factor. */
export async function confirmTotp(
  accounts: AccountServices,
  request: FastifyRequest,
  code: string,
): Promise<string[]> {
  const { codeLimiter, db, now } = accounts
  await codeLimiter.require(request.session.userId)
  return db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    const secret = await findUnconfirmed(accounts, sql, user.id)
    // Whoever began it has proved it at that time.
    const proved = findProof(request.session, now())
    if (secret === undefined || !proved) throw invalidRequest(refusals.setUpExpired)
    const step = findStep(secret, code.replaceAll(/\s/g, ''), now())
    if (step === undefined) throw invalidRequest(refusals.wrongAppCode)
    const nowMs = now()
    await confirmTotpFactor(sql, nowMs, user.id, step, proved)
    await announce(accounts, sql, request, user, {
      kind: 'second_factor_added',
      subject: 'authenticator app',
      added: { kind: 'authenticator', id: String(nowMs) },
      change: { kind: 'appAdded' },
    })
    return addRecoveryCodes(accounts, sql, user, proved)
  })
}

/** With the first factor; those of a user who has some stay. */
export async function addRecoveryCodes(
  accounts: AccountServices,
  sql: Sql,
  user: User,
  proved: Proved,
): Promise<string[]> {
  return (await countRecoveryCodes(sql, user.id)) > 0 ? [] : makeRecoveryCodes(accounts, sql, user, proved)
}

async function makeRecoveryCodes(
  { now }: AccountServices,
  sql: Sql,
  user: User,
  proved: Proved,
): Promise<string[]> {
  const codes = createRecoveryCodes()
  const hashes = codes.map((code) => hashRecoveryCode(user.id, code))
  await replaceRecoveryCodes(sql, now(), user.id, hashes, proved)
  return codes
}

export async function renewRecoveryCodes(
  accounts: AccountServices,
  request: FastifyRequest,
): Promise<string[]> {
  return accounts.db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    if (!(await hasSecondFactor(sql, user.id))) throw invalidRequest(refusals.noSecondFactor)
    await announce(accounts, sql, request, user, {
      kind: 'recovery_codes_renewed',
      change: { kind: 'codesRenewed' },
    })
    return makeRecoveryCodes(accounts, sql, user, requireProved(request))
  })
}

export async function removeTotp(accounts: AccountServices, request: FastifyRequest): Promise<void> {
  await accounts.db.transaction(async (sql) => {
    const user = await lockSessionUser(sql, request.session)
    if (!(await deleteTotpFactor(sql, user.id))) return
    await afterRemoval(accounts, sql, request, user, { kind: 'appRemoved' })
  })
}

type RemovedFactor = { kind: 'appRemoved' } | { kind: 'passkeyRemoved'; name: string }

/** Recovery codes are there in place of a factor: without any they would be a second password. */
export async function afterRemoval(
  accounts: AccountServices,
  sql: Sql,
  request: FastifyRequest,
  user: User,
  removed: RemovedFactor,
): Promise<void> {
  const isLast = !(await hasSecondFactor(sql, user.id))
  if (isLast) await deleteRecoveryCodes(sql, user.id)
  await announce(accounts, sql, request, user, {
    kind: 'second_factor_removed',
    subject: removed.kind === 'appRemoved' ? 'authenticator app' : `passkey ${removed.name}`,
    change: { ...removed, isLast },
  })
}

interface Change {
  kind: SecurityEventKind
  subject?: string
  /** For the email. */
  change: FactorChange
  /** Then the mail has a link that removes it again. */
  added?: AddedFactor
}

/** As the review names it. */
export interface AddedFactor {
  kind: 'passkey' | 'authenticator'
  id: string
}

/** The value of the link that removes the factor again. */
export interface FactorUndo extends AddedFactor {
  /** Where the link was sent to. */
  email: string
}

export async function announce(
  { config, mail, now }: AccountServices,
  sql: Sql,
  request: FastifyRequest,
  user: User,
  { kind, subject, change, added }: Change,
): Promise<void> {
  if (added) {
    const undo: FactorUndo = { ...added, email: user.email }
    const link = await createLink(sql, now(), 'undo-factor', user.id, JSON.stringify(undo))
    await mail.send(sql, factorAddedMail(user, config.baseUrl, change, link))
  } else await mail.send(sql, secondFactorMail(user, config.baseUrl, change))
  await recordByUser(sql, now(), request, user.id, kind, subject)
}
