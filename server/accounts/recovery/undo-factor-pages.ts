// The pages behind the link that removes a factor. They need no sign-in.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nameAccess } from '#server/access/review-kinds.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import { createVisitorToken, readQuery, readVisitorForm } from '../sign-in/visitor.ts'
import { sendExpiredLink } from './pages.ts'
import { findUndoableFactor, type NamedFactor, undoFactor, type UndoneFactor } from './undo-factor.ts'

const PATH = '/undo-factor'

export function declareUndoFactorPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: `GET ${PATH}`,
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token') ?? ''
        const factor = await findUndoableFactor(accounts, token)
        return factor ? sendQuestion(accounts, request, reply, token, factor) : sendExpiredLink(reply)
      },
    }),
    // Only the button acts: mail scanners open every link.
    operation({
      route: `POST ${PATH}`,
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const undone = await undoFactor(accounts, request, form.get('token') ?? '')
        return undone ? sendUndone(reply, undone) : sendExpiredLink(reply)
      },
    }),
  ]
}

function sendQuestion(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  factor: NamedFactor,
): FastifyReply {
  const all = textsOf(request)
  const { keepEmail, undoFactor: texts } = all
  const title = keepEmail.takeBack
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action=${PATH}>
      ${hiddenField('form_token', createVisitorToken(accounts, request, reply))}
      ${hiddenField('token', token)}
      <p>${texts.wasAdded(html`<strong>${nameAccess(all, factor)}</strong>`)}</p>
      <p>${texts.willRemove}</p>
      <button>${texts.remove}</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendUndone(reply: FastifyReply, { resetPath, ...factor }: UndoneFactor): FastifyReply {
  const all = textsOf(reply.request)
  const { keepEmail, resetPassword, undoFactor: texts } = all
  const title = texts.removed
  const next =
    resetPath === undefined
      ? html`<p>${texts.otherEmail}</p>`
      : html`<p>${keepEmail.oldPasswordEnded}</p>
          <p><a class="button" href=${resetPath}>${resetPassword.title}</a></p>`
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>${texts.noLonger(html`<strong>${nameAccess(all, factor)}</strong>`)}</p>
      ${next}
    </div>`
  return sendAccountPage(reply, { title, body })
}
