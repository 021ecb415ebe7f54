// Undoes a change of what others see through the link in the email that told of it (`access/widening.ts`).
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { findUndoable, UNDO_PATH, type UndoableWidening } from '#server/access/widening.ts'
import { html } from '#server/platform/http/html.ts'
import type { AccountServices } from '../account-services.ts'
import { findUser } from '../store.ts'
import type { UndoLink } from './undo-pages.ts'

export function undoSharingLink(accounts: AccountServices): UndoLink<UndoableWidening, UndoableWidening> {
  const find = (token: string) => findOfUser(accounts, token)
  return {
    path: UNDO_PATH,
    find,
    ask: ({ emails, undoSharing: texts }, { kind, subject }) => ({
      title: emails.sharingWidened.subject,
      text: [
        html`<strong>${emails.sharingWidened.changes[kind](subject)}</strong>`,
        `${texts.wasChanged} ${texts.willUndo}`,
      ],
      button: texts.undo,
    }),
    undo: async (request, token) => {
      const widening = await find(token)
      if (widening) await undo(accounts, request, widening)
      return widening
    },
    tell: ({ undoSharing: texts }) => ({
      title: texts.undone,
      text: [texts.choosePassword],
      next: '/forgot-password',
    }),
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
  const event = {
    userId,
    kind: 'sharing_undone',
    actor: 'user',
    subject: `${kind} ${subject}`.trim(),
  } as const
  await recordSecurityEvent(accounts.db.sql, accounts.now(), { ...event, ...describeRequest(request) })
}
