// Pages for users who cannot sign in: confirm an email address, reset a password.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { ApiError } from '#server/platform/errors.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { emailField, hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { findOneTime } from '../one-time.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { sendSignIn } from '../sign-in/pages.ts'
import { createVisitorToken, readQuery, readVisitorForm } from '../sign-in/visitor.ts'
import { findEmailToVerify, requestVerification, verifyEmail } from './email-verification.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'

// ── resetting a password

export function declarePasswordResetPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /forgot-password',
      doors: { public: 'none' },
      respond: async (request, reply) => sendEmailForm(accounts, request, reply, resetForm),
    }),
    operation({
      route: 'POST /forgot-password',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const email = readVisitorForm(accounts, request).get('email') ?? ''
        await requestPasswordReset(accounts, request, email)
        return sendCheckInbox(reply, textsOf(request).resetPassword.sent)
      },
    }),
    operation({
      route: 'GET /reset-password',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token') ?? ''
        const link = await findOneTime(accounts.db.sql, accounts.now(), 'reset-password', token)
        if (!link) return sendExpiredLink(reply)
        return sendReset(accounts, request, reply, token)
      },
    }),
    operation({
      route: 'POST /reset-password',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const token = form.get('token') ?? ''
        try {
          const isReset = await resetPassword(accounts, request, token, form.get('password') ?? '')
          if (!isReset) return sendExpiredLink(reply)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 400) throw error
          return sendReset(accounts, request, reply, token, { kind: 'error', text: error.message })
        }
        const notice = { kind: 'good', text: textsOf(request).resetPassword.changed } as const
        return sendSignIn(accounts, request, reply, { returnTo: toReturnPath(undefined), notice })
      },
    }),
  ]
}

function sendReset(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  notice?: Notice,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const texts = textsOf(request)
  const { title, signsOut, button } = texts.resetPassword
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action="/reset-password">
      ${showNotice(notice)} ${hiddenField('form_token', formToken)} ${hiddenField('token', token)}
      ${passwordField(texts, 'newPassword', 'new-password')}
      <p class="hint">${signsOut}</p>
      <button>${button}</button>
    </form>`
  return sendAccountPage(reply, { title, body, status: notice ? 400 : 200 })
}

export function sendExpiredLink(reply: FastifyReply): FastifyReply {
  const { mailedLinks, signIn, resetPassword: reset } = textsOf(reply.request)
  const body = html`<h1>${mailedLinks.expired}</h1>
    <div class="card">
      <p>${mailedLinks.workOnce}</p>
      <p><a class="button" href="/sign-in">${signIn.title}</a></p>
      <ul class="more">
        <li><a href="/forgot-password">${reset.forgotten}</a></li>
        <li><a href="/verify-email">${signIn.resend}</a></li>
      </ul>
    </div>`
  return sendAccountPage(reply, { title: mailedLinks.expired, body, status: 400 })
}

// ── confirming an email address

export function declareVerificationPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /verify-email',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token')
        if (token === undefined) return sendEmailForm(accounts, request, reply, verificationForm)
        const email = await findEmailToVerify(accounts, token)
        if (email === undefined) return sendExpiredLink(reply)
        return sendConfirm(accounts, request, reply, token, email)
      },
    }),
    // Only the button confirms: mail scanners open every link.
    operation({
      route: 'POST /verify-email',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const user = await verifyEmail(accounts, request, form.get('token') ?? '')
        if (!user) return sendExpiredLink(reply)
        const session = await accounts.findSession(request.headers)
        if (session?.userId === user.id) return sendConfirmed(reply, user.email)
        const notice = { kind: 'good', text: textsOf(request).confirmEmail.youCanSignIn } as const
        return sendSignIn(accounts, request, reply, {
          returnTo: toReturnPath(undefined),
          email: user.email,
          notice,
        })
      },
    }),
    operation({
      route: 'POST /verify-email/send',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const email = readVisitorForm(accounts, request).get('email') ?? ''
        await requestVerification(accounts, request, email)
        return sendCheckInbox(reply, textsOf(request).confirmEmail.sent)
      },
    }),
  ]
}

function sendConfirm(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  email: string,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const { title, isItYours, yes } = textsOf(request).confirmEmail
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action="/verify-email">
      ${hiddenField('form_token', formToken)} ${hiddenField('token', token)}
      <p>${isItYours(html`<strong>${email}</strong>`)}</p>
      <button>${yes}</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendConfirmed(reply: FastifyReply, email: string): FastifyReply {
  const { confirmed, isNow, openAccount } = textsOf(reply.request).confirmEmail
  const body = html`<h1>${confirmed}</h1>
    <div class="card">
      <p>${isNow(html`<strong>${email}</strong>`)}</p>
      <a class="button" href="/app/settings">${openAccount}</a>
    </div>`
  return sendAccountPage(reply, { title: confirmed, body })
}

// ── requesting an email

interface EmailForm {
  title: string
  text: string
  action: string
  button: string
}

const resetForm = ({ resetPassword: { forgotten, enterEmail, sendLink } }: ServerTexts): EmailForm => ({
  title: forgotten,
  text: enterEmail,
  action: '/forgot-password',
  button: sendLink,
})

const verificationForm = ({ confirmEmail: { title, enterEmail, resend } }: ServerTexts): EmailForm => ({
  title,
  text: enterEmail,
  action: '/verify-email/send',
  button: resend,
})

function sendEmailForm(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  form: (texts: ServerTexts) => EmailForm,
): FastifyReply {
  const token = createVisitorToken(accounts, request, reply)
  const texts = textsOf(request)
  const { title, text, action, button } = form(texts)
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action=${action}>
      <p>${text}</p>
      ${hiddenField('form_token', token)} ${emailField(texts)}
      <button>${button}</button>
    </form>
    <ul class="more">
      <li><a href="/sign-in">${texts.signIn.back}</a></li>
    </ul>`
  return sendAccountPage(reply, { title, body })
}

function sendCheckInbox(reply: FastifyReply, text: string): FastifyReply {
  const { mailedLinks, signIn } = textsOf(reply.request)
  const body = html`<h1>${mailedLinks.checkInbox}</h1>
    <div class="card">
      <p>${text}</p>
      <p class="soft">${mailedLinks.notThere}</p>
      <a class="button" href="/sign-in">${signIn.back}</a>
    </div>`
  return sendAccountPage(reply, { title: mailedLinks.checkInbox, body })
}
