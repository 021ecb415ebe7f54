// The pages behind the link that undoes a change of what others see. No one needs to be signed in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { findUndoable, UNDO_PATH, type UndoableWidening } from '#server/access/widening.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import { createVisitorToken, readQuery, readVisitorForm } from '../sign-in/visitor.ts'
import { findUser } from '../store.ts'
import { sendExpiredLink } from './pages.ts'

export function declareUndoSharingPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: `GET ${UNDO_PATH}`,
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token') ?? ''
        const widening = await findOfUser(accounts, token)
        return widening ? sendQuestion(accounts, request, reply, token, widening) : sendExpiredLink(reply)
      },
    }),
    // Only the button acts: mail scanners open every link.
    operation({
      route: `POST ${UNDO_PATH}`,
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const token = readVisitorForm(accounts, request).get('token') ?? ''
        const widening = await findOfUser(accounts, token)
        if (!widening) return sendExpiredLink(reply)
        await undo(accounts, request, widening)
        return sendUndone(reply)
      },
    }),
  ]
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

function sendQuestion(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { kind, subject }: UndoableWidening,
): FastifyReply {
  const { emails, undoSharing: texts } = textsOf(request)
  const title = emails.sharingWidened.subject
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action=${UNDO_PATH}>
      ${hiddenField('form_token', createVisitorToken(accounts, request, reply))}
      ${hiddenField('token', token)}
      <p><strong>${emails.sharingWidened.changes[kind](subject)}</strong></p>
      <p>${texts.wasChanged} ${texts.willUndo}</p>
      <button>${texts.undo}</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendUndone(reply: FastifyReply): FastifyReply {
  const { resetPassword, undoSharing: texts } = textsOf(reply.request)
  const title = texts.undone
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>${texts.choosePassword}</p>
      <p><a class="button" href="/forgot-password">${resetPassword.title}</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}
