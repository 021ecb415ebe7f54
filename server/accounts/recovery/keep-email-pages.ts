// The pages behind the link that undoes a change of email. They need no sign-in.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import { createVisitorToken, readQuery, readVisitorForm } from '../sign-in/visitor.ts'
import { findKeepableEmail, type KeepableEmail, keepEmail, type KeptEmail } from './keep-email.ts'
import { sendExpiredLink } from './pages.ts'

export function declareKeepEmailPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /keep-email',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token') ?? ''
        const found = await findKeepableEmail(accounts, token)
        return found ? sendQuestion(accounts, request, reply, token, found) : sendExpiredLink(reply)
      },
    }),
    // Only the button acts: mail scanners open every link.
    operation({
      route: 'POST /keep-email',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const kept = await keepEmail(accounts, request, form.get('token') ?? '')
        return kept ? sendKept(reply, kept) : sendExpiredLink(reply)
      },
    }),
  ]
}

function sendQuestion(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { email, isChanged }: KeepableEmail,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const { keepEmail: texts } = textsOf(request)
  const address = html`<strong>${email}</strong>`
  const title = isChanged ? texts.takeBack : texts.keep
  const text = isChanged
    ? html`<p>${texts.isAnother(address)}</p>
        <p>${texts.willTakeBack}</p>`
    : html`<p>${texts.someoneAsked}</p>
        <p>${texts.willCancel(address)}</p>`
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action="/keep-email">
      ${hiddenField('form_token', formToken)} ${hiddenField('token', token)} ${text}
      <button>${isChanged ? texts.takeItBack : texts.cancelChange}</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendKept(reply: FastifyReply, { email, resetPath }: KeptEmail): FastifyReply {
  const { keepEmail: texts, resetPassword } = textsOf(reply.request)
  const address = html`<strong>${email}</strong>`
  const title = resetPath ? texts.isYours : texts.isCancelled
  const text = resetPath
    ? html`<p>${texts.isBack(address)}</p>
        <p>${texts.oldPasswordEnded}</p>`
    : html`<p>${texts.stays(address)}</p>
        <p>${texts.somebodyKnows}</p>`
  const body = html`<h1>${title}</h1>
    <div class="card">
      ${text}
      <p><a class="button" href=${resetPath ?? '/forgot-password'}>${resetPassword.title}</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}
