// The page after a recovery, and from the dashboard at any time: what can act for the account, to keep or to end.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { reviewKinds, type ReviewKindName } from '#server/access/kinds.ts'
import { NO_PROOF } from '#server/access/proof.ts'
import {
  createFormToken,
  isPasswordRecent,
  requireFormToken,
  requireSameSite,
} from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { DAY_MS, toDay } from '#server/platform/time.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { requirePassword } from '../proofs.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { hiddenRoute, readQuery } from '../sign-in/visitor.ts'
import { type Choice, decideReview, listAccess, type Review, type ReviewItem, skipReview } from './review.ts'

const PATH = '/review-access'
const PURPOSE = 'review-access'
const TITLE = 'What can act for your account'

export function addReviewPages(app: App, accounts: AccountServices): void {
  const options = { ...hiddenRoute, onRequest: requireSignInAlone(accounts) }

  app.get(PATH, options, async (request, reply) => {
    const { session } = request
    const returnTo = toReturnPath(readQuery(request, 'return_to'))
    const items = await listAccess(accounts, session.userId)
    if (items.length > 0) return sendReview(accounts, request, reply, { returnTo, items })
    if (!session.isReviewDue) return sendNothing(reply, returnTo)
    await skipReview(accounts, session.userId)
    return reply.redirect(returnTo, 303)
  })

  // The review itself asks for the proof, and must not be sent to the review.
  app.post(PATH, { ...options, config: NO_PROOF }, async (request, reply) => {
    requireSameSite(accounts, request)
    const form = readParameters(request.body)
    requireFormToken(accounts, request.session, PURPOSE, form.get('form_token') ?? '')
    const returnTo = toReturnPath(form.get('return_to'))
    const choices = readChoices(form)
    const ask = async (text: string, status: number) => {
      const items = await listAccess(accounts, request.session.userId)
      const notice = { kind: 'error', text } as const
      return sendReview(accounts, request, reply, { returnTo, items, choices, notice, status })
    }
    try {
      await requireNewProof(accounts, request, form.get('password') ?? '')
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      return ask(error.message, error.status)
    }
    const review = await decideReview(accounts, request, choices)
    if (review.undecided.length === 0) return sendDecided(reply, review, returnTo)
    return ask('Your choices are saved. Decide about what is left, too.', 200)
  })
}

/** The password that was chosen since the recovery: a factor that is older may be the thief's as well. */
async function requireNewProof(
  accounts: AccountServices,
  request: FastifyRequest,
  password: string,
): Promise<void> {
  if (!isPasswordRecent(request.session, accounts.now())) await requirePassword(accounts, request, password)
}

/** By the key of the item. */
function readChoices(form: ReadonlyMap<string, string>): Map<string, Choice> {
  const choices = new Map<string, Choice>()
  for (const [name, value] of form) if (value === 'keep' || value === 'end') choices.set(name, value)
  return choices
}

/** As `requireSignIn`, but for the review itself. */
function requireSignInAlone(accounts: AccountServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const session = await accounts.findSession(request.headers)
    if (!session) return reply.redirect(`/sign-in?return_to=${encodeURIComponent(request.url)}`, 303)
    request.session = session
    request.choices = session.choices
  }
}

interface ReviewPage {
  returnTo: string
  items: readonly ReviewItem[]
  /** What was chosen before the page is shown again. */
  choices?: ReadonlyMap<string, Choice>
  notice?: Notice
  status?: number
}

function sendReview(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { returnTo, items, choices, notice, status = 200 }: ReviewPage,
): FastifyReply {
  const { session } = request
  const nowMs = accounts.now()
  const why = session.isReviewDue
    ? html`<p>
        Your account was recovered. Someone else may have left something behind. What is new, from the week
        before the recovery or later, ends unless you keep it.
      </p>`
    : html`<p>All of this can act for your account without being signed in. End what you do not know.</p>`
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  const body = html`<h1>${TITLE}</h1>
    ${showNotice(notice)}
    <form class="card" method="post" action=${PATH}>
      ${why} ${hiddenField('form_token', createFormToken(accounts, session, PURPOSE))}
      ${hiddenField('return_to', returnTo)} ${kinds.map((kind) => showKind(kind, items, choices, nowMs))}
      <p class="soft">
        ${session.isReviewDue ? 'Every other browser is signed out.' : 'Ending also signs you out in every other browser.'}
      </p>
      ${!isPasswordRecent(session, nowMs) && passwordField('Your password', 'current-password')}
      <button>Apply these choices</button>
    </form>`
  return sendAccountPage(reply, { title: TITLE, body, status })
}

function showKind(
  kind: ReviewKindName,
  items: readonly ReviewItem[],
  choices: ReadonlyMap<string, Choice> | undefined,
  nowMs: number,
): unknown {
  const { title, ending } = reviewKinds[kind]
  return html`<section class="access">
    <h2>${title}</h2>
    <p class="hint">${ending}</p>
    ${items
      .filter((item) => item.kind === kind)
      .map((item) => showItem(item, choices?.get(item.key) ?? (item.isYoung ? 'end' : 'keep'), nowMs))}
  </section>`
}

function showItem(item: ReviewItem, chosen: Choice, nowMs: number): unknown {
  const option = (choice: Choice, label: string) =>
    html`<label>
      <input type="radio" name=${item.key} value=${choice} checked=${choice === chosen} /> ${label}
    </label>`
  return html`<fieldset>
    <legend>${item.name}</legend>
    <p class="soft">${describeItem(item, nowMs)}</p>
    ${option('keep', 'Keep')} ${option('end', 'End')}
  </fieldset>`
}

function describeItem({ kind, detail, isSuspended, madeAt, madeBy }: ReviewItem, nowMs: number): string {
  const age = `${reviewKinds[kind].made} ${describeAge(madeAt, nowMs)}`
  const parts = [
    madeBy ? `${age}, confirmed by ${madeBy}` : age,
    detail,
    isSuspended && 'suspended by the recovery',
  ]
  return parts.filter(Boolean).join(', ')
}

function describeAge(timeMs: number, nowMs: number): string {
  const days = Math.floor((nowMs - timeMs) / DAY_MS)
  if (days < 1) return 'less than a day ago'
  return `${days === 1 ? 'one day' : `${days} days`} ago (${toDay(timeMs)})`
}

/** The way on is a link: it may lead to a consent, whose redirect `form-action` would block after a form. */
function sendDecided(reply: FastifyReply, { ended, kept }: Review, returnTo: string): FastifyReply {
  const title = 'Your choices are saved'
  const list = (heading: string, items: readonly ReviewItem[]) =>
    items.length > 0 &&
    html`<h2>${heading}</h2>
      <ul>
        ${items.map(({ name }) => html`<li>${name}</li>`)}
      </ul>`
  const body = html`<h1>${title}</h1>
    <div class="card access">
      ${list('Ended', ended)} ${list('Kept', kept)}
      <p>You can review access again from your account at any time.</p>
      <p><a class="button" href=${returnTo}>Continue</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}

function sendNothing(reply: FastifyReply, returnTo: string): FastifyReply {
  const title = 'Nothing else can act for your account'
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>There are no keys, devices, connected apps, applications of your own, webhooks or second factors.</p>
      <p><a class="button" href=${returnTo}>Continue</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}
