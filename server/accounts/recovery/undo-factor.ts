// Removes a factor through the link in the email that told of it, and begins a recovery.
import type { FastifyRequest } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { type AccessItem, nameAccess } from '#server/access/review-kinds.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { html } from '#server/platform/http/html.ts'
import type { AccountServices } from '../account-services.ts'
import { consumeOneTime, createLink, findOneTime, type OneTime } from '../one-time.ts'
import type { FactorUndo } from '../second-factor/manage.ts'
import { findUser, lockUser, setPasswordHash } from '../store.ts'
import { startRecovery } from './start.ts'
import type { UndoLink } from './undo-pages.ts'

export function undoFactorLink(accounts: AccountServices): UndoLink<NamedFactor, UndoneFactor> {
  return {
    path: '/undo-factor',
    find: (token) => findUndoableFactor(accounts, token),
    ask: (texts, factor) => ({
      title: texts.keepEmail.takeBack,
      text: [texts.undoFactor.wasAdded(showName(texts, factor)), texts.undoFactor.willRemove],
      button: texts.undoFactor.remove,
    }),
    undo: (request, token) => undoFactor(accounts, request, token),
    tell: (texts, { resetPath, ...factor }) => ({
      title: texts.undoFactor.removed,
      text: [
        texts.undoFactor.noLonger(showName(texts, factor)),
        resetPath === undefined ? texts.undoFactor.otherEmail : texts.keepEmail.oldPasswordEnded,
      ],
      next: resetPath,
    }),
  }
}

const showName = (texts: ServerTexts, factor: NamedFactor) =>
  html`<strong>${nameAccess(texts, factor)}</strong>`

const readUndo = ({ value }: OneTime): FactorUndo => JSON.parse(value) as FactorUndo

/** Undefined when it is gone. */
async function findFactor(
  { access }: AccountServices,
  sql: Sql,
  link: OneTime,
): Promise<AccessItem | undefined> {
  const { kind, id } = readUndo(link)
  return (await access[kind].list(sql, link.userId)).find((item) => item.id === id)
}

/** The factor; undefined when the link is unknown, used or expired, or the factor is gone. */
async function findUndoableFactor(
  accounts: AccountServices,
  token: string,
): Promise<NamedFactor | undefined> {
  const { db, now } = accounts
  const link = await findOneTime(db.sql, now(), 'undo-factor', token)
  const user = link && (await findUser(db.sql, link.userId))
  if (!user || user.disabled_at !== null) return undefined
  const factor = await findFactor(accounts, db.sql, link)
  return factor && { kind: readUndo(link).kind, name: factor.name }
}

type NamedFactor = Pick<FactorUndo, 'kind'> & Pick<AccessItem, 'name'>

interface UndoneFactor extends NamedFactor {
  /** Where to choose a new password; undefined when the account has another email than the link was sent to. */
  resetPath: string | undefined
}

/** Somebody who added a factor was signed in and knows the password: neither lets them in again. */
async function undoFactor(
  accounts: AccountServices,
  request: FastifyRequest,
  token: string,
): Promise<UndoneFactor | undefined> {
  const { access, db, now } = accounts
  const found = await findOneTime(db.sql, now(), 'undo-factor', token)
  if (!found) return undefined
  return db.transaction(async (sql) => {
    const user = await lockUser(sql, found.userId)
    if (!user || user.disabled_at !== null) return undefined
    const factor = await findFactor(accounts, sql, found)
    if (!factor || !(await consumeOneTime(sql, now(), 'undo-factor', token))) return undefined
    const { kind, id, email } = readUndo(found)
    await access[kind].end(sql, user.id, id)
    await recordByUser(sql, now(), request, user.id, 'second_factor_removed', factor.name)
    await setPasswordHash(sql, user.id, null)
    await startRecovery(accounts, sql, request, user.id, found.createdAt)
    // The account is given only to the reader of its present address.
    const isSameEmail = user.email === email
    const reset = isSameEmail ? await createLink(sql, now(), 'reset-password', user.id) : undefined
    return { kind, name: factor.name, resetPath: reset?.path }
  })
}
