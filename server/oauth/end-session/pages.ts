// /oauth/end-session: an application asks that its user is signed out here, too (OpenID Connect RP-Initiated Logout 1.0).
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { replyWithPage, requireDecision } from '#server/access/decision-form.ts'
import { createFormToken, type Session, type SessionServices } from '#server/access/session.ts'
import { Form } from '#server/platform/http/forms.ts'
import { sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import { type EndSessionRequest, endSessionParameters, readEndSession } from './request.ts'
import { confirmPage, signedOutPage } from './views.ts'

const PATH = '/oauth/end-session'

export interface EndSessionServices extends SessionServices {
  /** Offered by the accounts feature: ends the session of the browser and returns the cookie that says so. */
  readonly signOut: (request: FastifyRequest) => Promise<string>
}

export function declareEndSessionPages(services: EndSessionServices): Operation[] {
  return [
    // No HEAD route: a request only for the headers must not sign anyone out.
    operation({
      route: `GET ${PATH}`,
      doors: { public: 'none' },
      options: { exposeHeadRoute: false },
      respond: async (request, reply) => {
        const query = readQuery(request)
        const asked = await readEndSession(services, query)
        const session = await services.findSession(request.headers)
        if (!session) return sendPage(reply, signedOutPage(textsOf(request), asked))
        request.choices = session.choices
        // Without a proof that the application means this very user, any page could sign anybody out.
        if (asked.fault !== undefined || asked.hint?.userId !== session.userId)
          return sendConfirmPage(services, reply, session, query, asked)
        return endSession(services, request, reply, asked)
      },
    }),
    operation({
      route: `POST ${PATH}`,
      doors: { public: 'none' },
      options: { errorHandler: replyWithPage },
      respond: async (request, reply) => {
        const form = request.body instanceof Form ? request.body : new Form()
        // From the application: no cookie comes with a form of another site, but one does with a redirect.
        if (form.get('form_token') === undefined)
          return reply.redirect(`${PATH}?${toQuery(form).toString()}`, 303)
        const query = readQuery(request)
        const asked = await readEndSession(services, query)
        const session = await services.findSession(request.headers)
        if (!session) return sendPage(reply, signedOutPage(textsOf(request), asked))
        request.choices = session.choices
        requireDecision(services, request, session, toPurpose(query))
        return endSession(services, request, reply, asked)
      },
    }),
  ]
}

async function endSession(
  services: EndSessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: EndSessionRequest,
): Promise<FastifyReply> {
  reply.header('set-cookie', await services.signOut(request))
  if (asked.target === undefined) return sendPage(reply, signedOutPage(textsOf(request), asked))
  return reply.header('cache-control', 'no-store').redirect(asked.target, 303)
}

function sendConfirmPage(
  services: EndSessionServices,
  reply: FastifyReply,
  session: Session,
  query: URLSearchParams,
  asked: EndSessionRequest,
): FastifyReply {
  const formToken = createFormToken(services, session, toPurpose(query))
  const action = `${PATH}?${query.toString()}`
  return sendPage(
    reply,
    confirmPage(textsOf(reply.request), { asked, email: session.email, action, formToken }),
  )
}

/** The form token is valid for this very request alone, in the session that saw the page. */
function toPurpose(query: URLSearchParams): string {
  return `end-session ${query.toString()}`
}

function readQuery({ url }: FastifyRequest): URLSearchParams {
  return toQuery(new URLSearchParams(/\?(.*)$/s.exec(url)?.[1] ?? ''))
}

/** Our own parameters, in whatever form they were sent. */
function toQuery(sent: Iterable<readonly [string, string]>): URLSearchParams {
  const known: readonly string[] = endSessionParameters
  return new URLSearchParams([...sent].filter(([name]) => known.includes(name)).map(([...pair]) => pair))
}
