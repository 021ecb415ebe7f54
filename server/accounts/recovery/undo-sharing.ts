// Undoes a change through the signed link in the email that told of it (`access/widening.ts`).
import type { FastifyRequest } from 'fastify'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import { findUndoable, topicOf, UNDO_PATH, type UndoableWidening, wordsOf } from '#server/access/widening.ts'
import { html } from '#server/platform/http/html.ts'
import type { AccountServices } from '../account-services.ts'
import { findUser } from '../store.ts'
import type { UndoLink } from './undo-pages.ts'

export function undoSharingLink(accounts: AccountServices): UndoLink<UndoableWidening, UndoableWidening> {
  const find = (token: string) => findOfUser(accounts, token)
  return {
    path: UNDO_PATH,
    find,
    ask: (all, widening) => {
      const [words, texts] = [wordsOf(all, widening), all[topicOf(widening.kind).page]]
      return {
        title: words.subject,
        text: [html`<strong>${words.change}</strong>`, `${texts.wasChanged} ${texts.willUndo}`],
        button: texts.undo,
      }
    },
    undo: async (request, token) => {
      const widening = await find(token)
      if (widening) await undo(accounts, request, widening)
      return widening
    },
    tell: (all, { kind }) => {
      const { undone: title, choosePassword } = all[topicOf(kind).page]
      return { title, text: [choosePassword], next: '/forgot-password' }
    },
  }
}

async function findOfUser(accounts: AccountServices, token: string): Promise<UndoableWidening | undefined> {
  const widening = findUndoable(accounts, token)
  const user = widening && (await findUser(accounts.db.sql, widening.userId))
  return user?.disabled_at === null ? widening : undefined
}

async function undo(
  accounts: AccountServices,
  request: FastifyRequest,
  { kind, subject, userId, ...widening }: UndoableWidening,
): Promise<void> {
  await accounts.undo[kind](userId, widening.undo as never)
  const { db, now } = accounts
  await recordByUser(db.sql, now(), request, userId, topicOf(kind).undone, `${kind} ${subject}`.trim())
}
