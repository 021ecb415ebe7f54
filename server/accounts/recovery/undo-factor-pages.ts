// The pages behind the link that removes a factor. Nobody needs to be signed in.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { html } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import {
  createVisitorToken,
  hiddenRoute,
  readQuery,
  readVisitorForm,
  visitorForm,
} from '../sign-in/visitor.ts'
import { sendExpiredLink } from './pages.ts'
import { findUndoableFactor, undoFactor, type UndoneFactor } from './undo-factor.ts'

const PATH = '/undo-factor'

export function addUndoFactorPages(app: App, accounts: AccountServices): void {
  app.get(PATH, hiddenRoute, async (request, reply) => {
    const token = readQuery(request, 'token') ?? ''
    const name = await findUndoableFactor(accounts, token)
    return name === undefined ? sendExpiredLink(reply) : sendQuestion(accounts, request, reply, token, name)
  })

  // Only the button acts: mail scanners open every link.
  app.post(PATH, visitorForm, async (request, reply) => {
    const form = readVisitorForm(accounts, request)
    const undone = await undoFactor(accounts, request, form.get('token') ?? '')
    return undone ? sendUndone(reply, undone) : sendExpiredLink(reply)
  })
}

function sendQuestion(
  accounts: AccountServices,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  name: string,
): FastifyReply {
  const title = 'Take your account back'
  const body = html`<h1>${title}</h1>
    <form class="card" method="post" action=${PATH}>
      ${hiddenField('form_token', createVisitorToken(accounts, request, reply))}
      ${hiddenField('token', token)}
      <p>Someone added <strong>${name}</strong> to the second factors of your account. Was it not you?</p>
      <p>
        This removes it, signs everybody out, suspends other new second factors, and lets you choose a new
        password.
      </p>
      <button>Remove it</button>
    </form>`
  return sendAccountPage(reply, { title, body })
}

function sendUndone(reply: FastifyReply, { name, resetPath }: UndoneFactor): FastifyReply {
  const title = 'It is removed'
  const next =
    resetPath === undefined
      ? html`<p>
          The account has another email address now. To get it back, open the link in the email that told you
          of that change.
        </p>`
      : html`<p>The old password no longer works. Choose a new one now.</p>
          <p><a class="button" href=${resetPath}>Choose a new password</a></p>`
  const body = html`<h1>${title}</h1>
    <div class="card">
      <p><strong>${name}</strong> no longer signs in to your account. Everybody has been signed out.</p>
      ${next}
    </div>`
  return sendAccountPage(reply, { title, body })
}
