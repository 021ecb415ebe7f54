// Links in emails that undo what the email tells of: a page that asks, and its button. They need no sign-in.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServerTexts } from '#language/server.ts'
import { html } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { hiddenField, sendAccountPage } from '../forms.ts'
import { createVisitorToken, readQuery, readVisitorForm } from '../sign-in/visitor.ts'
import { sendExpiredLink } from './pages.ts'

interface Shown {
  readonly title: string
  /** Each is a paragraph. */
  readonly text: readonly unknown[]
}

/** One kind of link that undoes. `Found` is what it would undo, `Undone` what it has. */
export interface UndoLink<Found, Undone> {
  readonly path: `/${string}`
  /** Undefined when the link is unknown, used or expired, or its user is disabled. */
  find(token: string): Promise<Found | undefined>
  ask(texts: ServerTexts, found: Found): Shown & { readonly button: string }
  undo(request: FastifyRequest, token: string): Promise<Undone | undefined>
  /** `next` is where to choose a new password. */
  tell(texts: ServerTexts, undone: Undone): Shown & { readonly next: string | undefined }
}

export function declareUndoPages<Found, Undone>(
  accounts: AccountServices,
  link: UndoLink<Found, Undone>,
): Operation[] {
  const { path } = link
  return [
    operation({
      route: `GET ${path}`,
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const token = readQuery(request, 'token') ?? ''
        const found = await link.find(token)
        if (found === undefined) return sendExpiredLink(reply)
        const { title, text, button } = link.ask(textsOf(request), found)
        const body = html`<h1>${title}</h1>
          <form class="card" method="post" action=${path}>
            ${hiddenField('form_token', createVisitorToken(accounts, request, reply))}
            ${hiddenField('token', token)} ${showText(text)}
            <button>${button}</button>
          </form>`
        return sendAccountPage(reply, { title, body })
      },
    }),
    // Only the button acts: mail scanners open every link.
    operation({
      route: `POST ${path}`,
      doors: { public: 'own' },
      respond: async (request, reply) => {
        const token = readVisitorForm(accounts, request).get('token') ?? ''
        const undone = await link.undo(request, token)
        if (undone === undefined) return sendExpiredLink(reply)
        return sendUndone(reply, link.tell(textsOf(request), undone))
      },
    }),
  ]
}

function sendUndone(
  reply: FastifyReply,
  { title, text, next }: ReturnType<UndoLink<never, never>['tell']>,
): FastifyReply {
  const { resetPassword } = textsOf(reply.request)
  const body = html`<h1>${title}</h1>
    <div class="card">
      ${showText(text)}
      ${next !== undefined && html`<p><a class="button" href=${next}>${resetPassword.title}</a></p>`}
    </div>`
  return sendAccountPage(reply, { title, body })
}

const showText = (text: readonly unknown[]) => text.map((paragraph) => html`<p>${paragraph}</p>`)
