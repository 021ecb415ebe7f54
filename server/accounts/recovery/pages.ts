// Pages for who cannot sign in yet or any more: confirm an address, choose a new password.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#server/platform/errors.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from '../account-services.ts'
import { emailField, hidden, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { findLink, useLink } from '../links.ts'
import type { AddressClaim } from '../store.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { requestReset, requestVerification, resetPassword, verifyAddress } from '../sign-in/sign-in.ts'
import { sendSignIn } from '../sign-in/pages.ts'
import { createVisitorToken, hiddenRoute, readQuery, readVisitorForm } from '../sign-in/visitor.ts'

// ── a forgotten password

export function addForgottenPasswordPages(app: App, accounts: AccountServices): void {
  app.get('/forgot-password', hiddenRoute, async (request, reply) =>
    sendAskForAddress(accounts, request, reply, askForReset),
  )

  app.post('/forgot-password', hiddenRoute, async (request, reply) => {
    const email = readVisitorForm(accounts, request).get('email') ?? ''
    await requestReset(accounts, email, request.ip)
    return sendMailed(
      reply,
      'If there is an account with this address, a link to choose a new password is on its way.',
    )
  })

  app.get('/reset-password', hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token') ?? ''
    if ((await findLink(accounts.auth, 'reset-password', token)) === undefined) return sendOldLink(reply)
    return sendReset(accounts, request, reply, token)
  })

  app.post('/reset-password', hiddenRoute, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const token = form.get('token') ?? ''
    try {
      if (!(await resetPassword(accounts, token, form.get('password') ?? ''))) return sendOldLink(reply)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error
      return sendReset(accounts, request, reply, token, { kind: 'error', text: error.message })
    }
    const notice = { kind: 'good', text: 'Your password is changed. Sign in with the new one.' } as const
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
      ${showNotice(notice)} ${hidden('form_token', formToken)} ${hidden('token', token)}
      ${passwordField('New password', 'new-password')}
      <p class="hint">Every browser in which you are signed in now is signed out.</p>
      <button>Change the password</button>
    </form>`
  return sendAccountPage(reply, { title: 'Choose a new password', body, status: notice ? 400 : 200 })
}

function sendOldLink(reply: FastifyReply): FastifyReply {
  const body = html`<h1>This link no longer works</h1>
    <div class="card">
      <p>A link from a mail works once and for a limited time.</p>
      <p><a class="button" href="/sign-in">Sign in</a></p>
      <ul class="ways">
        <li><a href="/forgot-password">Ask for a new password</a></li>
        <li><a href="/verify-email">Ask for a new confirmation mail</a></li>
      </ul>
    </div>`
  return sendAccountPage(reply, { title: 'This link no longer works', body, status: 400 })
}

// ── confirming an address

export function addVerificationPages(app: App, accounts: AccountServices): void {
  app.get('/verify-email', hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token')
    if (token === undefined) return sendAskForAddress(accounts, request, reply, askForVerification)
    const claim = await findLink(accounts.auth, 'verify-email', token)
    if (claim === undefined) return sendOldLink(reply)
    return sendConfirm(accounts, request, reply, token, JSON.parse(claim) as AddressClaim)
  })

  // A change needs a click: scanners of mail open every link.
  app.post('/verify-email', hiddenRoute, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const value = await useLink(accounts.auth, 'verify-email', form.get('token') ?? '')
    const claim = value === undefined ? undefined : (JSON.parse(value) as AddressClaim)
    const user = claim && (await verifyAddress(accounts, claim))
    if (!user) return sendOldLink(reply)
    const session = await accounts.findSession(request.headers)
    if (session?.userId === user.id) return sendConfirmed(reply, user.email)
    const notice = { kind: 'good', text: 'Your address is confirmed. Sign in.' } as const
    return sendSignIn(accounts, request, reply, {
      returnTo: toReturnPath(undefined),
      email: user.email,
      notice,
    })
  })

  app.post('/verify-email/send', hiddenRoute, async (request, reply) => {
    const email = readVisitorForm(accounts, request).get('email') ?? ''
    await requestVerification(accounts, email, request.ip)
    return sendMailed(
      reply,
      'If there is an account with this address that waits for confirmation, a link is on its way.',
    )
  })
}

function sendConfirm(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  claim: AddressClaim,
): FastifyReply {
  const formToken = createVisitorToken(accounts, request, reply)
  const body = html`<h1>Confirm your address</h1>
    <form class="card" method="post" action="/verify-email">
      ${hidden('form_token', formToken)} ${hidden('token', token)}
      <p>Is <strong>${claim.to}</strong> your address, and did you ask for this mail?</p>
      <button>Yes, confirm it</button>
    </form>`
  return sendAccountPage(reply, { title: 'Confirm your address', body })
}

function sendConfirmed(reply: FastifyReply, email: string): FastifyReply {
  const body = html`<h1>Your address is confirmed</h1>
    <div class="card">
      <p><strong>${email}</strong> is now the address of your account.</p>
      <a class="button" href="/app/account">Open your account</a>
    </div>`
  return sendAccountPage(reply, { title: 'Your address is confirmed', body })
}

// ── asking for a mail

interface AskForAddress {
  title: string
  text: string
  action: string
  button: string
}

const askForReset: AskForAddress = {
  title: 'Forgotten password',
  text: 'Tell us the address of your account. We send a link with which you choose a new password.',
  action: '/forgot-password',
  button: 'Send the link',
}
const askForVerification: AskForAddress = {
  title: 'Confirm your address',
  text: 'Tell us the address of your account. We send the mail with the link again.',
  action: '/verify-email/send',
  button: 'Send the mail again',
}

function sendAskForAddress(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  ask: AskForAddress,
): FastifyReply {
  const token = createVisitorToken(accounts, request, reply)
  const body = html`<h1>${ask.title}</h1>
    <form class="card" method="post" action=${ask.action}>
      <p>${ask.text}</p>
      ${hidden('form_token', token)} ${emailField()}
      <button>${ask.button}</button>
    </form>
    <ul class="ways">
      <li><a href="/sign-in">Back to signing in</a></li>
    </ul>`
  return sendAccountPage(reply, { title: ask.title, body })
}

function sendMailed(reply: FastifyReply, text: string): FastifyReply {
  const body = html`<h1>Look into your mail</h1>
    <div class="card">
      <p>${text}</p>
      <p class="soft">Nothing there after a few minutes? Look among the unwanted mail.</p>
      <a class="button" href="/sign-in">Back to signing in</a>
    </div>`
  return sendAccountPage(reply, { title: 'Look into your mail', body })
}
