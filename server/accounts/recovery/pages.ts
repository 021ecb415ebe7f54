// Pages for users who cannot sign in: confirm an email address, reset a password.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from '../account-services.ts'
import { emailField, hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { findLink } from '../mail/links.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { sendSignIn } from '../sign-in/pages.ts'
import {
  createVisitorToken,
  hiddenRoute,
  readQuery,
  readVisitorForm,
  visitorForm,
} from '../sign-in/visitor.ts'
import { findEmailToVerify, requestVerification, verifyEmail } from './email-verification.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'

// ── resetting a password

export function addPasswordResetPages(app: App, accounts: AccountServices): void {
  app.get('/forgot-password', hiddenRoute, async (request, reply) =>
    sendEmailForm(accounts, request, reply, resetForm),
  )

  app.post('/forgot-password', visitorForm, async (request, reply) => {
    const email = readVisitorForm(accounts, request).get('email') ?? ''
    await requestPasswordReset(accounts, request, email)
    return sendCheckInbox(
      reply,
      'If this email address has an account, a link to choose a new password is on its way.',
    )
  })

  app.get('/reset-password', hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token') ?? ''
    const link = await findLink(accounts.db.sql, accounts.now(), 'reset-password', token)
    if (!link) return sendExpiredLink(reply)
    return sendReset(accounts, request, reply, token)
  })

  app.post('/reset-password', visitorForm, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const token = form.get('token') ?? ''
    try {
      const isReset = await resetPassword(accounts, request, token, form.get('password') ?? '')
      if (!isReset) return sendExpiredLink(reply)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      return sendReset(accounts, request, reply, token, { kind: 'error', text: error.message })
    }
    const notice = {
      kind: 'good',
      text: 'Your password has been changed. Sign in with the new one.',
    } as const
    return sendSignIn(accounts, request, reply, { returnTo: toReturnPath(undefined), notice })
  })
}

function sendReset(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  notice?: Notice,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const body = html`<h1>Choose a new password</h1>
    <form class="card" method="post" action="/reset-password">
      ${showNotice(notice)} ${hiddenField('form_token', formToken)} ${hiddenField('token', token)}
      ${passwordField('New password', 'new-password')}
      <p class="hint">This signs you out in every browser.</p>
      <button>Change password</button>
    </form>`
  return sendAccountPage(reply, { title: 'Choose a new password', body, status: notice ? 400 : 200 })
}

export function sendExpiredLink(reply: FastifyReply): FastifyReply {
  const body = html`<h1>This link no longer works</h1>
    <div class="card">
      <p>Links that we send by email work once and for a limited time.</p>
      <p><a class="button" href="/sign-in">Sign in</a></p>
      <ul class="more">
        <li><a href="/forgot-password">Reset your password</a></li>
        <li><a href="/verify-email">Resend the confirmation email</a></li>
      </ul>
    </div>`
  return sendAccountPage(reply, { title: 'This link no longer works', body, status: 400 })
}

// ── confirming an email address

export function addVerificationPages(app: App, accounts: AccountServices): void {
  app.get('/verify-email', hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token')
    if (token === undefined) return sendEmailForm(accounts, request, reply, verificationForm)
    const email = await findEmailToVerify(accounts, token)
    if (email === undefined) return sendExpiredLink(reply)
    return sendConfirm(accounts, request, reply, token, email)
  })

  // Only the button confirms: mail scanners open every link.
  app.post('/verify-email', visitorForm, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const user = await verifyEmail(accounts, request, form.get('token') ?? '')
    if (!user) return sendExpiredLink(reply)
    const session = await accounts.findSession(request.headers)
    if (session?.userId === user.id) return sendConfirmed(reply, user.email)
    const notice = { kind: 'good', text: 'Your email address is confirmed. You can sign in now.' } as const
    return sendSignIn(accounts, request, reply, {
      returnTo: toReturnPath(undefined),
      email: user.email,
      notice,
    })
  })

  app.post('/verify-email/send', visitorForm, async (request, reply) => {
    const email = readVisitorForm(accounts, request).get('email') ?? ''
    await requestVerification(accounts, email, request.ip)
    return sendCheckInbox(
      reply,
      'If this email address has an account that is not confirmed yet, a link is on its way.',
    )
  })
}

function sendConfirm(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  email: string,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const body = html`<h1>Confirm your email address</h1>
    <form class="card" method="post" action="/verify-email">
      ${hiddenField('form_token', formToken)} ${hiddenField('token', token)}
      <p>Is <strong>${email}</strong> your email address, and did you ask for this email?</p>
      <button>Yes, confirm it</button>
    </form>`
  return sendAccountPage(reply, { title: 'Confirm your email address', body })
}

function sendConfirmed(reply: FastifyReply, email: string): FastifyReply {
  const body = html`<h1>Your email address is confirmed</h1>
    <div class="card">
      <p><strong>${email}</strong> is now the email address of your account.</p>
      <a class="button" href="/app/account">Open your account</a>
    </div>`
  return sendAccountPage(reply, { title: 'Your email address is confirmed', body })
}

// ── requesting an email

interface EmailForm {
  title: string
  text: string
  action: string
  button: string
}

const resetForm: EmailForm = {
  title: 'Reset your password',
  text: 'Enter the email address of your account. We will send you a link to choose a new password.',
  action: '/forgot-password',
  button: 'Send link',
}
const verificationForm: EmailForm = {
  title: 'Confirm your email address',
  text: 'Enter the email address of your account. We will send the confirmation email again.',
  action: '/verify-email/send',
  button: 'Resend email',
}

function sendEmailForm(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { title, text, action, button }: EmailForm,
): FastifyReply {
  const token = createVisitorToken(accounts, request, reply)
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action=${action}>
      <p>${text}</p>
      ${hiddenField('form_token', token)} ${emailField()}
      <button>${button}</button>
    </form>
    <ul class="more">
      <li><a href="/sign-in">Back to sign-in</a></li>
    </ul>`
  return sendAccountPage(reply, { title, body })
}

function sendCheckInbox(reply: FastifyReply, text: string): FastifyReply {
  const body = html`<h1>Check your inbox</h1>
    <div class="card">
      <p>${text}</p>
      <p class="soft">Nothing there after a few minutes? Check your spam folder.</p>
      <a class="button" href="/sign-in">Back to sign-in</a>
    </div>`
  return sendAccountPage(reply, { title: 'Check your inbox', body })
}
