// The page for the second step of signing in. It works without JavaScript.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import {
  field,
  hiddenField,
  type Notice,
  PASSKEY_SCRIPT,
  passkeyButton,
  sendAccountPage,
  showNotice,
} from '../forms.ts'
import { readSecondFactors } from '../second-factor/read.ts'
import { orTooMany, sendOn, sendSignIn } from './pages.ts'
import { HOME_PATH } from './return-path.ts'
import { enterCode, findPending, type PendingSignIn } from './second-factor.ts'
import { createVisitorToken, readQuery, readVisitorForm } from './visitor.ts'

const PATH = '/sign-in/second-factor'
const RECOVERY = 'recovery-code'

export function declareSecondFactorStep(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: `GET ${PATH}`,
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const pending = await findPending(accounts, request)
        if (!pending) return reply.redirect('/sign-in', 303)
        const isRecovery = readQuery(request, 'with') === RECOVERY
        return sendStep(accounts, request, reply, pending, { isRecovery })
      },
    }),
    operation({
      route: `POST ${PATH}`,
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const form = readVisitorForm(accounts, request)
        const isRecovery = form.get('with') === RECOVERY
        const showAgain = async (refusal: Refusal) => {
          const pending = await findPending(accounts, request)
          if (!pending) return sendExpired(accounts, request, reply)
          return sendStep(accounts, request, reply, pending, { isRecovery, ...refusal })
        }
        const outcome = await orTooMany(request, () => enterCode(accounts, request, form.get('code') ?? ''))
        if (outcome === 'expired') return sendExpired(accounts, request, reply)
        if (outcome === 'wrong') {
          const notice = { kind: 'error', text: textsOf(request).secondStep.wrongCode } as const
          return showAgain({ notice, status: 401 })
        }
        if ('notice' in outcome) {
          reply.headers(outcome.headers)
          return showAgain(outcome)
        }
        reply.header('set-cookie', outcome.cookies)
        return sendOn(reply, outcome.returnTo)
      },
    }),
  ]
}

interface Refusal {
  notice: Notice
  status: number
}

async function sendStep(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, returnTo }: PendingSignIn,
  { isRecovery, notice, status = 200 }: { isRecovery: boolean } & Partial<Refusal>,
): Promise<FastifyReply> {
  const factors = await readSecondFactors(accounts.db.sql, userId)
  const [hasApp, hasPasskey] = [factors.authenticatorApp !== null, factors.passkeys.length > 0]
  const texts = textsOf(request)
  const step = texts.secondStep
  const form = html`<form class="card" method="post" action=${PATH}>
    ${hiddenField('form_token', createVisitorToken(accounts, request, reply))}
    ${isRecovery && hiddenField('with', RECOVERY)}
    ${isRecovery ? recoveryCodeField(texts) : appCodeField(texts)}
    <button>${texts.signIn.title}</button>
  </form>`
  const body = html`<h1>${step.title}</h1>
    ${showNotice(notice)} ${(isRecovery || hasApp) && form}
    ${!isRecovery && !hasApp && html`<p>${step.passwordRight}</p>`}
    ${!isRecovery && hasPasskey && passkeyButton(texts, `${PATH}/passkey`, returnTo)}
    ${!isRecovery && !hasApp && html`<noscript><p>${texts.passkey.needsScript}</p></noscript>`}
    <ul class="more">
      <li>
        ${
          isRecovery
            ? html`<a href=${PATH}>${hasApp ? step.useApp : step.usePasskey}</a>`
            : html`<a href=${`${PATH}?with=${RECOVERY}`}>${step.useRecoveryCode}</a>`
        }
      </li>
      <li><a href="/sign-in">${step.somebodyElse}</a></li>
    </ul>`
  return sendAccountPage(reply, { title: step.title, body, status, script: PASSKEY_SCRIPT })
}

function appCodeField({ fields, secondStep }: ServerTexts): unknown {
  return field({
    name: 'code',
    label: fields.code,
    autocomplete: 'one-time-code',
    hint: secondStep.codeHint,
    attributes: { inputmode: 'numeric', maxlength: 40, autofocus: true },
  })
}

function recoveryCodeField({ secondStep }: ServerTexts): unknown {
  return field({
    name: 'code',
    label: secondStep.recoveryCode,
    autocomplete: 'off',
    hint: secondStep.recoveryCodeHint,
    attributes: { maxlength: 40, autocapitalize: 'none', spellcheck: false, autofocus: true },
  })
}

function sendExpired(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = textsOf(request).secondStep.expired
  return sendSignIn(accounts, request, reply, {
    returnTo: HOME_PATH,
    notice: { kind: 'error', text },
    status: 401,
  })
}
