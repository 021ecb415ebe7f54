// The pages for signing in, out and up.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { requireFormToken, requireSameSite, SIGN_OUT } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { Form } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import {
  emailField,
  field,
  hiddenField,
  type Notice,
  PASSKEY_SCRIPT,
  passkeyButton,
  passwordField,
  sendAccountPage,
  showNotice,
} from '../forms.ts'
import { toReturnPath } from './return-path.ts'
import { signIn, signOut } from './sign-in.ts'
import { findSignUpProblem, signUp } from './sign-up.ts'
import { createVisitorToken, readQuery, readVisitorForm } from './visitor.ts'

// ── signing in and out

interface SignInView {
  returnTo: string
  email?: string
  notice?: Notice
  status?: number
}

export function declareSignInPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /sign-in',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const returnTo = toReturnPath(readQuery(request, 'return_to'))
        // An application may ask that a signed-in user proves it again (prompt=login).
        const isAgain = readQuery(request, 'again') === 'true'
        if (!isAgain && (await accounts.findSession(request.headers))) return reply.redirect(returnTo, 303)
        return sendSignIn(accounts, request, reply, { returnTo })
      },
    }),
    operation({
      route: 'POST /sign-in',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const email = form.get('email') ?? ''
        const returnTo = toReturnPath(form.get('return_to'))
        const credentials = { email, password: form.get('password') ?? '' }
        const outcome = await orTooMany(request, () => signIn(accounts, request, credentials, returnTo))
        if (!outcome || 'notice' in outcome) {
          if (outcome) reply.headers(outcome.headers)
          const refusal = outcome ?? refuseSignIn(accounts, request)
          return sendSignIn(accounts, request, reply, { returnTo, email, ...refusal })
        }
        reply.header('set-cookie', outcome.cookies)
        return outcome.isPending ? reply.redirect('/sign-in/second-factor', 303) : sendOn(reply, returnTo)
      },
    }),
    operation({
      route: 'POST /sign-out',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = request.body instanceof Form ? request.body : new Form()
        await requireOwnPage(accounts, request, form)
        const returnTo = form.get('return_to')
        const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(toReturnPath(returnTo))}`
        // Which goes on to the sign-in, and lets the service worker forget what it keeps.
        return reply
          .header('set-cookie', await signOut(accounts, request))
          .redirect(`/app/signed-out${query}`, 303)
      },
    }),
  ]
}

/** A page that keeps its address to itself sends no origin with its form; its form has a token instead. */
async function requireOwnPage(accounts: AccountServices, request: FastifyRequest, form: Form): Promise<void> {
  const token = form.get('form_token')
  if (token === undefined) return requireSameSite(accounts, request)
  const session = await accounts.findSession(request.headers)
  if (session) requireFormToken(accounts, session, SIGN_OUT, token)
}

interface TooMany {
  status: number
  notice: Notice
  headers: ApiError['headers']
}

/** The page shown instead of an error after too many attempts. */
export async function orTooMany<Result>(
  request: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result | TooMany> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error
    const minutes = Math.ceil(Number(error.headers['retry-after'] ?? '600') / 60)
    const text = textsOf(request).signIn.tooMany(minutes)
    return { status: 429, headers: error.headers, notice: { kind: 'error', text } }
  }
}

/** One sentence for every reason: it does not reveal whether the account exists. */
function refuseSignIn(
  { mail }: AccountServices,
  request: FastifyRequest,
): { status: number; notice: Notice } {
  const { wrong, wrongOrUnconfirmed } = textsOf(request).signIn
  const text = mail.isConfigured ? wrongOrUnconfirmed : wrong
  return { status: 401, notice: { kind: 'error', text } }
}

/** A consent may redirect to another site at once, and `form-action` would block that redirect after a form. */
export function sendOn(reply: FastifyReply, returnTo: string): FastifyReply {
  return returnTo.startsWith('/oauth/') ? sendContinue(reply, returnTo) : reply.redirect(returnTo, 303)
}

export async function sendSignIn(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, email, notice, status = 200 }: SignInView,
): Promise<FastifyReply> {
  const application = await accounts.findAskingApplication(returnTo)
  const token = createVisitorToken(accounts, request, reply)
  const query = `?return_to=${encodeURIComponent(returnTo)}`
  const texts = textsOf(request)
  const body = html`<h1>${texts.signIn.title}</h1>
    ${toContinue(texts, application)} ${keptFlight(texts)}
    <form class="card" method="post" action="/sign-in">
      ${showNotice(notice)} ${hiddenField('form_token', token)} ${hiddenField('return_to', returnTo)}
      ${emailField(texts, email)} ${passwordField(texts, 'password', 'current-password')}
      <button>${texts.signIn.title}</button>
    </form>
    ${passkeyButton(texts, '/sign-in/passkey', returnTo)}
    <ul class="more">
      <li><a href="/forgot-password">${texts.signIn.forgotPassword}</a></li>
      ${accounts.config.signUpOpen && html`<li><a href=${`/sign-up${query}`}>${texts.signUp.title}</a></li>`}
      ${
        accounts.mail.isConfigured &&
        notice?.kind === 'error' &&
        html`<li><a href="/verify-email">${texts.signIn.resend}</a></li>`
      }
    </ul>`
  return sendAccountPage(reply, { title: texts.signIn.title, body, status, script: PASSKEY_SCRIPT })
}

/** Why a visitor who comes from an application is asked to sign in here. */
function toContinue({ signIn: texts }: ServerTexts, application: string | undefined): unknown {
  if (application === undefined) return null
  return html`<p class="soft">${texts.toContinue(html`<strong>${application}</strong>`)}</p>`
}

/** Filled by the script, as only the visitor's tab knows the flight. */
const keptFlight = ({ signUp: texts }: ServerTexts) =>
  html`<p class="notice good" data-kept=${texts.keeps('{flight}')} hidden></p>`

function sendContinue(reply: FastifyReply, path: string): FastifyReply {
  const { signIn: texts } = textsOf(reply.request)
  const body = html`<h1>${texts.youAreSignedIn}</h1>
    <p><a class="button" href=${path}>${texts.continue}</a></p>`
  return sendAccountPage(reply, { title: texts.done, body, continueTo: path })
}

// ── signing up

export function declareSignUpPages(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'GET /sign-up',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const returnTo = toReturnPath(readQuery(request, 'return_to'))
        if (await accounts.findSession(request.headers)) return reply.redirect(returnTo, 303)
        return sendSignUp(accounts, request, reply, { returnTo })
      },
    }),
    operation({
      route: 'POST /sign-up',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const returnTo = toReturnPath(form.get('return_to'))
        if (!accounts.config.signUpOpen) return sendSignUp(accounts, request, reply, { returnTo })
        const account = {
          email: form.get('email') ?? '',
          name: form.get('name') ?? '',
          password: form.get('password') ?? '',
        }
        const problem = await findSignUpProblem(account, textsOf(request).problems)
        if (problem !== undefined) {
          const notice = { kind: 'error', text: problem } as const
          return sendSignUp(accounts, request, reply, { ...account, returnTo, notice, status: 400 })
        }
        await signUp(accounts, request, account)
        // With a mail server the address is confirmed first: a stranger may have typed it.
        const entry = accounts.mail.isConfigured
          ? undefined
          : await orTooMany(request, () => signIn(accounts, request, account, returnTo))
        if (!entry || 'notice' in entry) return sendSignedUp(accounts, reply, account.email, returnTo)
        reply.header('set-cookie', entry.cookies)
        return entry.isPending ? reply.redirect('/sign-in/second-factor', 303) : sendOn(reply, returnTo)
      },
    }),
  ]
}

interface SignUpView extends SignInView {
  name?: string
}

async function sendSignUp(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, email, name, notice, status = 200 }: SignUpView,
): Promise<FastifyReply> {
  if (!accounts.config.signUpOpen) return sendSignUpClosed(reply)
  const application = await accounts.findAskingApplication(returnTo)
  const token = createVisitorToken(accounts, request, reply)
  const texts = textsOf(request)
  const nameField = field({
    name: 'name',
    label: texts.fields.name,
    value: name ?? '',
    autocomplete: 'name',
    optional: texts.fields.optional,
    attributes: { maxlength: MAX_NAME_LENGTH },
  })
  const body = html`<h1>${texts.signUp.title}</h1>
    ${toContinue(texts, application)}
    <p class="soft">${texts.signUp.lead}</p>
    ${keptFlight(texts)}
    <form class="card" method="post" action="/sign-up">
      ${showNotice(notice)} ${hiddenField('form_token', token)} ${hiddenField('return_to', returnTo)}
      ${nameField} ${emailField(texts, email)} ${passwordField(texts, 'password', 'new-password')}
      <button>${texts.signUp.button}</button>
    </form>
    <ul class="more">
      <li>
        <a href=${`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>${texts.signUp.signInInstead}</a>
      </li>
    </ul>`
  return sendAccountPage(reply, { title: texts.signUp.title, body, status, script: 'kept-file.js' })
}

function sendSignUpClosed(reply: FastifyReply): FastifyReply {
  const texts = textsOf(reply.request)
  const body = html`<h1>${texts.signUp.closed}</h1>
    <div class="card">
      <p>${texts.signUp.askForOne}</p>
      <p><a class="button" href="/sign-in">${texts.signIn.title}</a></p>
    </div>`
  return sendAccountPage(reply, { title: texts.signUp.closed, body, status: 403 })
}

/** The same page whether or not the email had an account already. */
function sendSignedUp(
  accounts: AccountServices,
  reply: FastifyReply,
  email: string,
  returnTo: string,
): FastifyReply {
  const { signIn: signInTexts, signUp: texts } = textsOf(reply.request)
  const address = html`<strong>${email.trim()}</strong>`
  const text = accounts.mail.isConfigured
    ? html`<p>${texts.sent(address)}</p>
        <p class="soft">${texts.notThere(html`<a href="/verify-email">${texts.sendAgain}</a>`)}</p>`
    : html`<p>${texts.nowSignIn(address)}</p>`
  const body = html`<h1>${texts.almostThere}</h1>
    <div class="card">
      ${text}
      <a class="button" href=${`/sign-in?return_to=${encodeURIComponent(returnTo)}`}>${signInTexts.title}</a>
    </div>`
  return sendAccountPage(reply, { title: texts.almostThere, body })
}
