// The pages behind the link that undoes a change of email. Nobody needs to be signed in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import {
  createVisitorToken,
  hiddenRoute,
  readQuery,
  readVisitorForm,
  visitorForm,
} from '../sign-in/visitor.ts'
import { findKeepableEmail, type KeepableEmail, keepEmail, type KeptEmail } from './keep-email.ts'
import { sendExpiredLink } from './pages.ts'

export function addKeepEmailPages(app: App, accounts: AccountServices): void {
  app.get('/keep-email', hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token') ?? ''
    const found = await findKeepableEmail(accounts, token)
    return found ? sendQuestion(accounts, request, reply, token, found) : sendExpiredLink(reply)
  })

  // Only the button acts: mail scanners open every link.
  app.post('/keep-email', visitorForm, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const kept = await keepEmail(accounts, request, form.get('token') ?? '')
    return kept ? sendKept(reply, kept) : sendExpiredLink(reply)
  })
}

function sendQuestion(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { email, isChanged }: KeepableEmail,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const title = isChanged ? 'Take your account back' : 'Keep your email address'
  const text = isChanged
    ? html`<p>The account that had the address <strong>${email}</strong> has another one now.</p>
        <p>
          This gives it your address back, signs everybody out, cancels every link that was sent, and lets you
          choose a new password.
        </p>`
    : html`<p>Someone asked to change the email address of your account.</p>
        <p>This cancels the change: the address stays <strong>${email}</strong>.</p>`
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action="/keep-email">
      ${hiddenField('form_token', formToken)} ${hiddenField('token', token)} ${text}
      <button>${isChanged ? 'Take it back' : 'Cancel the change'}</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendKept(reply: FastifyReply, { email, resetPath }: KeptEmail): FastifyReply {
  const title = resetPath ? 'The account is yours again' : 'The change is cancelled'
  const text = resetPath
    ? html`<p>Its address is <strong>${email}</strong> again. Everybody has been signed out.</p>
        <p>The old password no longer works. Choose a new one now.</p>`
    : html`<p>The address of your account stays <strong>${email}</strong>.</p>
        <p>If you did not ask for this, somebody knows your password. Choose a new one now.</p>`
  const body = html`<h1>${title}</h1>
    <div class="card">
      ${text}
      <p><a class="button" href=${resetPath ?? '/forgot-password'}>Choose a new password</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}
