// The page for the second step of signing in. It works without JavaScript.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from '../account-services.ts'
import { field, hiddenField, type Notice, sendAccountPage, showNotice } from '../forms.ts'
import { orTooMany, sendOn, sendSignIn } from './pages.ts'
import { HOME_PATH } from './return-path.ts'
import { enterCode, findPending } from './second-factor.ts'
import { createVisitorToken, hiddenRoute, readQuery, readVisitorForm } from './visitor.ts'

const PATH = '/sign-in/second-factor'
const RECOVERY = 'recovery-code'

export function addSecondFactorStep(app: App, accounts: AccountServices): void {
  app.get(PATH, hiddenRoute, async (request, reply) => {
    if (!(await findPending(accounts, request))) return reply.redirect('/sign-in', 303)
    return sendStep(accounts, request, reply, { isRecovery: readQuery(request, 'with') === RECOVERY })
  })

  app.post(PATH, hiddenRoute, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const view = { isRecovery: form.get('with') === RECOVERY }
    const outcome = await orTooMany(() => enterCode(accounts, request, form.get('code') ?? ''))
    if (outcome === 'expired') return sendExpired(accounts, request, reply)
    if (outcome === 'wrong') {
      const notice = { kind: 'error', text: 'This code is wrong, or it has been used before.' } as const
      return sendStep(accounts, request, reply, { ...view, notice, status: 401 })
    }
    if ('notice' in outcome) {
      reply.header('retry-after', outcome.retryAfter)
      return sendStep(accounts, request, reply, { ...view, ...outcome })
    }
    reply.header('set-cookie', outcome.cookies)
    return sendOn(reply, outcome.returnTo)
  })
}

interface StepView {
  isRecovery: boolean
  notice?: Notice
  status?: number
}

function sendStep(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { isRecovery, notice, status = 200 }: StepView,
): FastifyReply {
  const token = createVisitorToken(accounts, request, reply)
  const body = html`<h1>Second factor</h1>
    <form class="card" method="post" action=${PATH}>
      ${showNotice(notice)} ${hiddenField('form_token', token)} ${isRecovery && hiddenField('with', RECOVERY)}
      ${isRecovery ? recoveryCodeField() : appCodeField()}
      <button>Sign in</button>
    </form>
    <ul class="more">
      <li>
        ${
          isRecovery
            ? html`<a href=${PATH}>Use your authenticator app</a>`
            : html`<a href=${`${PATH}?with=${RECOVERY}`}>Use a recovery code</a>`
        }
      </li>
      <li><a href="/sign-in">Sign in as somebody else</a></li>
    </ul>`
  return sendAccountPage(reply, { title: 'Second factor', body, status })
}

export function appCodeField(): unknown {
  return field({
    name: 'code',
    label: 'Code',
    autocomplete: 'one-time-code',
    hint: 'The six digits that your authenticator app shows.',
    attributes: { inputmode: 'numeric', maxlength: 40, autofocus: true },
  })
}

function recoveryCodeField(): unknown {
  return field({
    name: 'code',
    label: 'Recovery code',
    autocomplete: 'off',
    hint: 'One of those that you were shown when you set the second factor up. Each works once.',
    attributes: { maxlength: 40, autocapitalize: 'none', spellcheck: false, autofocus: true },
  })
}

function sendExpired(accounts: AccountServices, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = 'This sign-in has expired, or too many codes were wrong. Sign in again.'
  return sendSignIn(accounts, request, reply, {
    returnTo: HOME_PATH,
    notice: { kind: 'error', text },
    status: 401,
  })
}
