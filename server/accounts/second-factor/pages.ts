// The page where the authenticator app is set up and removed. It works without JavaScript.
import { SESSION } from '#server/access/proof.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TotpSetUp } from '#dashboard/second-factors.ts'
import { createFormToken, requireFormToken, requireSameSite, requireSignIn } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { toDay } from '#server/platform/time.ts'
import type { AccountServices } from '../account-services.ts'
import { field, hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { requirePassword } from '../proofs.ts'
import { beginTotp, confirmTotp, findTotpSetUp, removeTotp, renewRecoveryCodes } from './manage.ts'
import { readSecondFactors } from './read.ts'

const PATH = '/second-factor'

type Act = (accounts: AccountServices, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** What the page's buttons do, once the password is right. */
const actions = new Map<string, Act>([
  [
    'begin',
    async (accounts, request, reply) =>
      sendSetUp(accounts, request, reply, await beginTotp(accounts, request)),
  ],
  [
    'renew',
    async (accounts, request, reply) => sendCodes(reply, await renewRecoveryCodes(accounts, request)),
  ],
  [
    'remove',
    async (accounts, request, reply) => {
      await removeTotp(accounts, request)
      return reply.redirect(PATH, 303)
    },
  ],
])

export function addSecondFactorPages(app: App, accounts: AccountServices): void {
  const options = { schema: { hide: true }, onRequest: requireSignIn(accounts) }
  app.get(PATH, options, (request, reply) => sendOverview(accounts, request, reply))

  app.post(PATH, { ...options, config: SESSION }, async (request, reply) => {
    const form = readForm(accounts, request)
    const act = actions.get(form.get('action') ?? '')
    if (!act) return reply.redirect(PATH, 303)
    try {
      await requirePassword(accounts, request, form.get('password') ?? '')
      return await act(accounts, request, reply)
    } catch (error) {
      return sendOverview(accounts, request, reply, toRefusal(error, reply))
    }
  })

  app.post(`${PATH}/confirm`, { ...options, config: SESSION }, async (request, reply) => {
    const form = readForm(accounts, request)
    try {
      return sendCodes(reply, await confirmTotp(accounts, request, form.get('code') ?? ''))
    } catch (error) {
      const setUp = await findTotpSetUp(accounts, request)
      const refusal = toRefusal(error, reply)
      return setUp
        ? sendSetUp(accounts, request, reply, setUp, refusal)
        : sendOverview(accounts, request, reply, refusal)
    }
  })
}

function readForm(accounts: AccountServices, request: FastifyRequest): Map<string, string> {
  requireSameSite(accounts, request)
  const form = readParameters(request.body)
  requireFormToken(accounts, request.session, PATH, form.get('form_token') ?? '')
  return form
}

interface Refusal {
  status: number
  notice: Notice
}

/** For the page; what is no refusal goes on as an error. */
function toRefusal(error: unknown, reply: FastifyReply): Refusal {
  if (!(error instanceof ApiError) || ![400, 429].includes(error.status)) throw error
  reply.headers(error.headers)
  return { status: error.status, notice: { kind: 'error', text: error.message } }
}

async function sendOverview(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { notice, status }: Partial<Refusal> = {},
): Promise<FastifyReply> {
  const factors = await readSecondFactors(accounts.db.sql, request.session.userId)
  const app = factors.authenticatorApp
  const body = html`<h1>Authenticator app</h1>
    <form class="card" method="post" action=${PATH}>
      ${showNotice(notice)} ${formToken(accounts, request)}
      ${
        app
          ? html`<p>Set up on ${toDay(app.createdAt)}. Signing in asks for its code after the password.</p>
              <p>${factors.recoveryCodesLeft} of your recovery codes are left.</p>`
          : html`<p>
              An app on your phone shows a new code every 30 seconds. Once it is set up, your password is not
              enough to sign in.
            </p>`
      }
      ${passwordField('Current password', 'current-password')}
      ${
        app
          ? html`<button name="action" value="renew">Create new recovery codes</button>
              <button class="secondary" name="action" value="remove">Remove the app</button>`
          : html`<button name="action" value="begin">Set it up</button>`
      }
    </form>
    ${backToAccount()}`
  return sendAccountPage(reply, { title: 'Authenticator app', body, ...(status && { status }) })
}

function sendSetUp(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, picture }: TotpSetUp,
  { notice, status }: Partial<Refusal> = {},
): FastifyReply {
  const codeField = field({
    name: 'code',
    label: 'Code',
    autocomplete: 'one-time-code',
    hint: 'The six digits that the app shows now.',
    attributes: { inputmode: 'numeric', maxlength: 20 },
  })
  const body = html`<h1>Set up your app</h1>
    <p>Scan this with your authenticator app, or type the key into it.</p>
    <p class="qr"><img src=${picture} alt="The key as a QR code" width="220" height="220" /></p>
    <p class="secret"><code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
    <form class="card" method="post" action=${`${PATH}/confirm`}>
      ${showNotice(notice)} ${formToken(accounts, request)} ${codeField}
      <button>Confirm</button>
    </form>
    ${backToAccount()}`
  return sendAccountPage(reply, { title: 'Set up your app', body, ...(status && { status }) })
}

/** Shown once: only their hashes are stored. */
function sendCodes(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  const list = html`<p>
      Each of these lets you in once without your second factor, in case you lose your phone. Print them or
      write them down: they are not shown again.
    </p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`
  const kept = html`<p>Your app is set up. The recovery codes that you have still work.</p>`
  const body = html`<h1>${codes.length > 0 ? 'Recovery codes' : 'Authenticator app'}</h1>
    <div class="card">
      ${codes.length > 0 ? list : kept}
      <p><a class="button" href=${PATH}>Done</a></p>
    </div>`
  return sendAccountPage(reply, { title: 'Recovery codes', body })
}

function formToken(accounts: AccountServices, request: FastifyRequest): unknown {
  return hiddenField('form_token', createFormToken(accounts, request.session, PATH))
}

function backToAccount(): unknown {
  return html`<ul class="more">
    <li><a href="/app/account/sessions">Back to your account</a></li>
  </ul>`
}
