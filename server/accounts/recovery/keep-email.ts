// Undoes a change of email through the link that was sent to the old address: cancels it, or takes the account back.
import type { FastifyRequest } from 'fastify'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { html } from '#server/platform/http/html.ts'
import { isUniqueViolation } from '#server/platform/database/violations.ts'
import type { AccountServices } from '../account-services.ts'
import {
  consumeOneTime,
  createLink,
  endRecoveryLinksSince,
  endPendingLinks,
  findOneTime,
  type OneTime,
} from '../one-time.ts'
import { emailRestoredMail } from '../mail/messages.ts'
import { startRecovery } from './start.ts'
import type { UndoLink } from './undo-pages.ts'
import { findUser, lockUser, restoreEmail, setPasswordHash, type User } from '../store.ts'

export function keepEmailLink(accounts: AccountServices): UndoLink<KeepableEmail, KeptEmail> {
  return {
    path: '/keep-email',
    find: (token) => findKeepableEmail(accounts, token),
    ask: ({ keepEmail: texts }, { email, isChanged }) => {
      const address = html`<strong>${email}</strong>`
      return isChanged
        ? {
            title: texts.takeBack,
            text: [texts.isAnother(address), texts.willTakeBack],
            button: texts.takeItBack,
          }
        : {
            title: texts.keep,
            text: [texts.someoneAsked, texts.willCancel(address)],
            button: texts.cancelChange,
          }
    },
    undo: (request, token) => keepEmail(accounts, request, token),
    tell: ({ keepEmail: texts }, { email, resetPath }) => {
      const address = html`<strong>${email}</strong>`
      return resetPath
        ? { title: texts.isYours, text: [texts.isBack(address), texts.oldPasswordEnded], next: resetPath }
        : {
            title: texts.isCancelled,
            text: [texts.stays(address), texts.somebodyKnows],
            next: '/forgot-password',
          }
    },
  }
}

interface KeepableEmail {
  email: string
  /** The account has another email by now; false: the change can still be cancelled. */
  isChanged: boolean
}

/** The effect of the link; undefined when it is unknown, used or expired, or its user is disabled. */
async function findKeepableEmail(
  { db, now }: AccountServices,
  token: string,
): Promise<KeepableEmail | undefined> {
  const link = await findOneTime(db.sql, now(), 'keep-email', token)
  const user = link && (await findUser(db.sql, link.userId))
  if (!user || user.disabled_at !== null) return undefined
  return { email: link.value, isChanged: user.email !== link.value }
}

interface KeptEmail {
  email: string
  /** Where to choose a new password, when the account had to be taken back. */
  resetPath: string | undefined
}

async function keepEmail(
  accounts: AccountServices,
  request: FastifyRequest,
  token: string,
): Promise<KeptEmail | undefined> {
  const { db, now } = accounts
  const found = await findOneTime(db.sql, now(), 'keep-email', token)
  if (!found) return undefined
  const undoing = db.transaction(async (sql) => {
    const user = await lockUser(sql, found.userId)
    if (!user || user.disabled_at !== null) return undefined
    if (!(await consumeOneTime(sql, now(), 'keep-email', token))) return undefined
    // A link to confirm the new address, too.
    await endPendingLinks(sql, user.id)
    const isChanged = user.email !== found.value
    const resetPath = isChanged ? await takeBack(accounts, sql, request, user, found) : undefined
    const kind = isChanged ? 'address_restored' : 'address_change_cancelled'
    await recordByUser(sql, now(), request, user.id, kind, found.value)
    return { email: found.value, resetPath }
  })
  return undoing.catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined
    throw error
  })
}

/**
 * The person who changed the email was signed in and knows the password: neither lets them in again. Returns the path of a
 * link to choose a new one.
 */
async function takeBack(
  accounts: AccountServices,
  sql: Sql,
  request: FastifyRequest,
  user: User,
  link: OneTime,
): Promise<string> {
  const { config, mail, now } = accounts
  await restoreEmail(sql, now(), user.id, link.value)
  await setPasswordHash(sql, user.id, null)
  await startRecovery(accounts, sql, request, user.id, link.createdAt)
  await endRecoveryLinksSince(sql, link)
  for (const email of [link.value, user.email])
    await mail.send(sql, emailRestoredMail({ ...user, email }, link.value, config.baseUrl))
  return (await createLink(sql, now(), 'reset-password', user.id)).path
}
