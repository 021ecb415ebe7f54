// The page where the authenticator app is set up and removed. It works without JavaScript.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TotpSetUp } from '#dashboard/second-factors.ts'
import { formatsFor, type ServerTexts } from '#language/server.ts'
import { createFormToken, requireFormToken, requireSameSite } from '#server/access/session.ts'
import { ApiError } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { html } from '#server/platform/http/html.ts'
import { preferencesOf, textsOf } from '#server/platform/requests/preferences.ts'
import { sayRefusal } from '#server/platform/requests/refusals.ts'
import { toDay } from '#server/platform/time.ts'
import type { AccountServices } from '../account-services.ts'
import { field, hiddenField, type Notice, passwordField, sendAccountPage, showNotice } from '../forms.ts'
import { confirmIdentity } from '../proofs.ts'
import { beginTotp, confirmTotp, findTotpSetUp, removeTotp, renewRecoveryCodes } from './manage.ts'
import { readSecondFactors } from './read.ts'

const PATH = '/second-factor'

type Act = (accounts: AccountServices, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The actions of the page's buttons, once the password is right. */
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

export function declareSecondFactorPages(accounts: AccountServices): Operation[] {
  const doors = { page: 'session' } as const
  return [
    operation({
      route: `GET ${PATH}`,
      doors,
      respond: (request, reply) => sendOverview(accounts, request, reply),
    }),
    operation({
      route: `POST ${PATH}`,
      doors,
      respond: async (request, reply) => {
        const form = readForm(accounts, request)
        const act = actions.get(form.get('action') ?? '')
        if (!act) return reply.redirect(PATH, 303)
        try {
          await confirmIdentity(accounts, request, { password: form.get('password') ?? '' })
          return await act(accounts, request, reply)
        } catch (error) {
          return sendOverview(accounts, request, reply, toRefusal(error, request, reply))
        }
      },
    }),
    operation({
      route: `POST ${PATH}/confirm`,
      doors,
      respond: async (request, reply) => {
        const form = readForm(accounts, request)
        try {
          return sendCodes(reply, await confirmTotp(accounts, request, form.get('code') ?? ''))
        } catch (error) {
          const setUp = await findTotpSetUp(accounts, request)
          const refusal = toRefusal(error, request, reply)
          return setUp
            ? sendSetUp(accounts, request, reply, setUp, refusal)
            : sendOverview(accounts, request, reply, refusal)
        }
      },
    }),
  ]
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
function toRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
  if (!(error instanceof ApiError) || ![400, 429].includes(error.status)) throw error
  reply.headers(error.headers)
  const text = sayRefusal(textsOf(request), error)
  return { status: error.status, notice: { kind: 'error', text } }
}

async function sendOverview(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { notice, status }: Partial<Refusal> = {},
): Promise<FastifyReply> {
  const factors = await readSecondFactors(accounts.db.sql, request.session.userId)
  const app = factors.authenticatorApp
  const texts = textsOf(request)
  const { authenticator } = texts
  const day = (timeMs: number) => formatsFor(preferencesOf(request)).day(toDay(timeMs))
  const body = html`<h1>${authenticator.title}</h1>
    <form class="card" method="post" action=${PATH}>
      ${showNotice(notice)} ${formToken(accounts, request)}
      ${
        app
          ? html`<p>${authenticator.setUpOn(day(app.createdAt))}</p>
              <p>${authenticator.codesLeft(factors.recoveryCodesLeft)}</p>`
          : html`<p>${authenticator.about}</p>`
      }
      ${passwordField(texts, 'currentPassword', 'current-password')}
      ${
        app
          ? html`<button name="action" value="renew">${authenticator.newCodes}</button>
              <button class="secondary" name="action" value="remove">${authenticator.remove}</button>`
          : html`<button name="action" value="begin">${authenticator.begin}</button>`
      }
    </form>
    ${backToAccount(texts)}`
  return sendAccountPage(reply, { title: authenticator.title, body, ...(status && { status }) })
}

function sendSetUp(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, picture }: TotpSetUp,
  { notice, status }: Partial<Refusal> = {},
): FastifyReply {
  const texts = textsOf(request)
  const { authenticator } = texts
  const codeField = field({
    name: 'code',
    label: texts.fields.code,
    autocomplete: 'one-time-code',
    hint: authenticator.codeHint,
    attributes: { inputmode: 'numeric', maxlength: 20 },
  })
  const body = html`<h1>${authenticator.setUp}</h1>
    <p>${authenticator.scan}</p>
    <p class="qr"><img src=${picture} alt=${authenticator.picture} width="220" height="220" /></p>
    <p class="secret"><code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
    <form class="card" method="post" action=${`${PATH}/confirm`}>
      ${showNotice(notice)} ${formToken(accounts, request)} ${codeField}
      <button>${authenticator.confirm}</button>
    </form>
    ${backToAccount(texts)}`
  return sendAccountPage(reply, { title: authenticator.setUp, body, ...(status && { status }) })
}

/** Shown once: only their hashes are stored. */
function sendCodes(reply: FastifyReply, codes: readonly string[]): FastifyReply {
  const { authenticator } = textsOf(reply.request)
  const list = html`<p>${authenticator.writeDown}</p>
    <ul class="codes">
      ${codes.map((code) => html`<li><code>${code}</code></li>`)}
    </ul>`
  const kept = html`<p>${authenticator.codesStillWork}</p>`
  const body = html`<h1>${codes.length > 0 ? authenticator.recoveryCodes : authenticator.title}</h1>
    <div class="card">
      ${codes.length > 0 ? list : kept}
      <p><a class="button" href=${PATH}>${authenticator.done}</a></p>
    </div>`
  return sendAccountPage(reply, { title: authenticator.recoveryCodes, body })
}

function formToken(accounts: AccountServices, request: FastifyRequest): unknown {
  return hiddenField('form_token', createFormToken(accounts, request.session, PATH))
}

function backToAccount({ authenticator }: ServerTexts): unknown {
  return html`<ul class="more">
    <li><a href="/app/settings/security">${authenticator.back}</a></li>
  </ul>`
}
