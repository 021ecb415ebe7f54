// Pages of visitors, without JavaScript: sign in and out, make an account.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireSameSite } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { signOut } from '../account.ts'
import type { AccountServices } from '../account-services.ts'
import {
  emailField,
  field,
  hidden,
  type Notice,
  passwordField,
  sendAccountPage,
  showNotice,
} from '../forms.ts'
import { toReturnPath } from './return-path.ts'
import { findSignUpProblem, signIn, signUp } from './sign-in.ts'
import { createVisitorToken, hiddenRoute, readQuery, readVisitorForm } from './visitor.ts'

// ── signing in and out

interface SignInView {
  returnTo: string
  email?: string
  notice?: Notice
  status?: number
}

export function addSignInPages(app: App, accounts: AccountServices): void {
  app.get('/sign-in', hiddenRoute, async (request, reply) => {
    const returnTo = toReturnPath(readQuery(request, 'return_to'))
    if (await accounts.findSession(request.headers)) return reply.redirect(returnTo, 303)
    return sendSignIn(accounts, request, reply, { returnTo })
  })

  app.post('/sign-in', hiddenRoute, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const email = form.get('email') ?? ''
    const returnTo = toReturnPath(form.get('return_to'))
    const outcome = await trySignIn(accounts, request, email, form.get('password') ?? '')
    if (!Array.isArray(outcome)) {
      if (outcome.retryAfter) reply.header('retry-after', outcome.retryAfter)
      return sendSignIn(accounts, request, reply, { returnTo, email, ...outcome })
    }
    reply.header('set-cookie', outcome)
    // From a consent the way may lead on to another site at once, which `form-action` would stop.
    if (returnTo.startsWith('/oauth/')) return sendContinue(reply, returnTo)
    return reply.redirect(returnTo, 303)
  })

  app.post('/sign-out', hiddenRoute, async (request, reply) => {
    requireSameSite(accounts, request)
    return reply.header('set-cookie', await signOut(accounts, request)).redirect('/sign-in', 303)
  })
}

interface Refusal {
  status: number
  notice: Notice
  retryAfter?: string
}

async function trySignIn(
  accounts: AccountServices,
  request: FastifyRequest,
  email: string,
  password: string,
): Promise<string[] | Refusal> {
  try {
    const cookies = await signIn(accounts, request, email, password)
    if (cookies) return cookies
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
    const retryAfter = error.headers['retry-after'] ?? '600'
    const minutes = Math.ceil(Number(retryAfter) / 60)
    const text = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
    return { status: 429, retryAfter, notice: { kind: 'error', text } }
  }
  // One sentence for every reason: it tells nobody whether there is such an account.
  const text = accounts.mail.isConfigured
    ? 'That did not work. Check the address and the password. A new account works once its address is confirmed.'
    : 'That did not work. Check the address and the password.'
  return { status: 401, notice: { kind: 'error', text } }
}

export function sendSignIn(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, email, notice, status = 200 }: SignInView,
): FastifyReply {
  const token = createVisitorToken(accounts, request, reply)
  const query = `?return_to=${encodeURIComponent(returnTo)}`
  const body = html`<h1>Sign in</h1>
    <form class="card" method="post" action="/sign-in">
      ${showNotice(notice)} ${hidden('form_token', token)} ${hidden('return_to', returnTo)}
      ${emailField(email)} ${passwordField('Password', 'current-password')}
      <button>Sign in</button>
    </form>
    <ul class="ways">
      <li><a href="/forgot-password">Forgotten your password?</a></li>
      ${accounts.config.signUpOpen && html`<li><a href=${`/sign-up${query}`}>Make an account</a></li>`}
      ${
        accounts.mail.isConfigured &&
        notice?.kind === 'error' &&
        html`<li><a href="/verify-email">Send the confirmation mail again</a></li>`
      }
    </ul>`
  return sendAccountPage(reply, { title: 'Sign in', body, status })
}

function sendContinue(reply: FastifyReply, path: string): FastifyReply {
  const body = html`<h1>You are signed in</h1>
    <p><a class="button" href=${path}>Continue</a></p>`
  return sendAccountPage(reply, { title: 'Signed in', body, continueTo: path })
}

// ── signing up

export function addSignUpPages(app: App, accounts: AccountServices): void {
  app.get('/sign-up', hiddenRoute, async (request, reply) => {
    const returnTo = toReturnPath(readQuery(request, 'return_to'))
    if (await accounts.findSession(request.headers)) return reply.redirect(returnTo, 303)
    return sendSignUp(accounts, request, reply, { returnTo })
  })

  app.post('/sign-up', hiddenRoute, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const returnTo = toReturnPath(form.get('return_to'))
    if (!accounts.config.signUpOpen) return sendSignUp(accounts, request, reply, { returnTo })
    const wanted = {
      email: form.get('email') ?? '',
      name: form.get('name') ?? '',
      password: form.get('password') ?? '',
    }
    const problem = await findSignUpProblem(wanted)
    if (problem !== undefined) {
      const notice = { kind: 'error', text: problem } as const
      return sendSignUp(accounts, request, reply, { ...wanted, returnTo, notice, status: 400 })
    }
    await signUp(accounts, wanted, request.ip)
    return sendSignedUp(accounts, reply, wanted.email, returnTo)
  })
}

interface SignUpView extends SignInView {
  name?: string
}

function sendSignUp(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, email, name, notice, status = 200 }: SignUpView,
): FastifyReply {
  if (!accounts.config.signUpOpen) return sendClosed(reply)
  const token = createVisitorToken(accounts, request, reply)
  const nameField = field({
    name: 'name',
    label: 'Name',
    value: name ?? '',
    autocomplete: 'name',
    isRequired: false,
    attributes: { maxlength: 100 },
  })
  const body = html`<h1>Make an account</h1>
    <p class="soft">Keep your flights, have them scored, and decide which apps may see them.</p>
    <form class="card" method="post" action="/sign-up">
      ${showNotice(notice)} ${hidden('form_token', token)} ${hidden('return_to', returnTo)} ${nameField}
      ${emailField(email)} ${passwordField('Password', 'new-password')}
      <button>Make an account</button>
    </form>
    <ul class="ways">
      <li>
        <a href=${`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>I have an account: sign in</a>
      </li>
    </ul>`
  return sendAccountPage(reply, { title: 'Make an account', body, status })
}

function sendClosed(reply: FastifyReply): FastifyReply {
  const body = html`<h1>Accounts are by invitation</h1>
    <div class="card">
      <p>This service does not take new accounts by itself. Ask the people who run it for one.</p>
      <p><a class="button" href="/sign-in">Sign in</a></p>
    </div>`
  return sendAccountPage(reply, { title: 'Accounts are by invitation', body, status: 403 })
}

/** The same page whether the address was new or had an account. */
function sendSignedUp(
  accounts: AccountServices,
  reply: FastifyReply,
  email: string,
  returnTo: string,
): FastifyReply {
  const text = accounts.mail.isConfigured
    ? html`<p>We have sent a mail to <strong>${email.trim()}</strong>. Open the link in it, then sign in.</p>
        <p class="soft">Nothing there after a few minutes? Look among the unwanted mail.</p>`
    : html`<p>Sign in with <strong>${email.trim()}</strong> and the password you have just chosen.</p>`
  const body = html`<h1>Almost there</h1>
    <div class="card">
      ${text}
      <a class="button" href=${`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>Sign in</a>
    </div>`
  return sendAccountPage(reply, { title: 'Almost there', body })
}
