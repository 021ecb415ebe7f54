// The page after a recovery, and from the dashboard at any time: what can act for the account, and the end of it.
import { NO_PROOF } from '#server/access/proof.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFormToken, isProofRecent, requireFormToken, requireSameSite } from '#server/access/session.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccessGroup, AccountServices } from '../account-services.ts'
import { hiddenField, passwordField, sendAccountPage } from '../forms.ts'
import { requirePassword } from '../proofs.ts'
import { toReturnPath } from '../sign-in/return-path.ts'
import { hiddenRoute, readQuery } from '../sign-in/visitor.ts'
import { decideReview, listAccess, type ReviewDecision, skipReview } from './review.ts'

const PURPOSE = 'review-access'
const decisions: readonly string[] = ['end', 'keep'] satisfies ReviewDecision[]

export function addReviewPages(app: App, accounts: AccountServices): void {
  const options = { ...hiddenRoute, onRequest: requireSignInAlone(accounts) }

  app.get('/review-access', options, async (request, reply) => {
    const { session } = request
    const returnTo = toReturnPath(readQuery(request, 'return_to'))
    const groups = await listAccess(accounts, session.userId)
    if (groups.length > 0) return sendReview(accounts, request, reply, returnTo, groups)
    if (!session.isReviewDue) return sendNothing(reply, returnTo)
    await skipReview(accounts, session.userId)
    return reply.redirect(returnTo, 303)
  })

  // The review itself asks for the proof, and must not be sent to the review.
  app.post('/review-access', { ...options, config: NO_PROOF }, async (request, reply) => {
    requireSameSite(accounts, request)
    const form = readParameters(request.body)
    requireFormToken(accounts, request.session, PURPOSE, form.get('form_token') ?? '')
    const decision = form.get('decision') ?? ''
    if (!decisions.includes(decision)) throw invalidRequest('Choose what to do: end or keep.')
    // It ends second factors, or restores those that are suspended.
    if (!isProofRecent(request.session, accounts.now()))
      await requirePassword(accounts, request, form.get('password') ?? '')
    await decideReview(accounts, request, decision as ReviewDecision)
    return sendDecided(reply, decision as ReviewDecision, toReturnPath(form.get('return_to')))
  })
}

/** As `requireSignIn`, but for the review itself. */
function requireSignInAlone(accounts: AccountServices) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | void> => {
    const session = await accounts.findSession(request.headers)
    if (!session) return reply.redirect(`/sign-in?return_to=${encodeURIComponent(request.url)}`, 303)
    request.session = session
  }
}

function sendReview(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  returnTo: string,
  groups: readonly AccessGroup[],
): FastifyReply {
  const token = createFormToken(accounts, request.session, PURPOSE)
  const why = request.session.isReviewDue
    ? 'Your account was recovered. Whoever was in it before may have left something behind.'
    : 'All of this can act for your account without being signed in.'
  const body = html`<h1>What can act for your account</h1>
    <form class="card" method="post" action="/review-access">
      <p>${why} End all of it, unless you are sure that each is yours.</p>
      ${hiddenField('form_token', token)} ${hiddenField('return_to', returnTo)} ${groups.map(showGroup)}
      <p class="soft">Ending also signs you out in every other browser.</p>
      ${!isProofRecent(request.session, accounts.now()) && passwordField('Your password', 'current-password')}
      <div class="choices">
        <button name="decision" value="end">End all of it</button>
        <button class="secondary" name="decision" value="keep">Keep everything</button>
      </div>
    </form>`
  return sendAccountPage(reply, { title: 'What can act for your account', body })
}

function showGroup({ title, ending, items }: AccessGroup): unknown {
  return html`<section class="access">
    <h2>${title}</h2>
    <ul>
      ${items.map(({ name, detail }) => html`<li><strong>${name}</strong> <span class="soft">${detail}</span></li>`)}
    </ul>
    <p class="hint">${ending}</p>
  </section>`
}

/** The way on is a link: it may lead to a consent, whose redirect `form-action` would block after a form. */
function sendDecided(reply: FastifyReply, decision: ReviewDecision, returnTo: string): FastifyReply {
  const title = decision === 'end' ? 'All of it is ended' : 'Everything is kept'
  const text =
    decision === 'end'
      ? 'Only this browser can act for your account now. Create again what you still need.'
      : 'Nothing was changed. You can review it again from your account at any time.'
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p>${text}</p>
      <p><a class="button" href=${returnTo}>Continue</a></p>
    </div>`
  return sendAccountPage(reply, { title, body })
}

function sendNothing(reply: FastifyReply, returnTo: string): FastifyReply {
  const body = html`<h1>Nothing else can act for your account</h1>
    <div class="card">
      <p>There are no keys, devices, connected apps, applications of your own, webhooks or second factors.</p>
      <p><a class="button" href=${returnTo}>Continue</a></p>
    </div>`
  return sendAccountPage(reply, { title: 'Nothing else can act for your account', body })
}
