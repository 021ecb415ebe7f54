// /oauth/device: the user types the code that a device shows, sees which application asks from where, and decides
// (RFC 8628 3.3).
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readDecision, replyWithPage, requireDecision } from '#server/access/decision-form.ts'
import { askForCode } from '#server/access/devices/code-page.ts'
import { byProvedUser } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { createFormToken, type SessionServices } from '#server/access/session.ts'
import type { Form } from '#server/platform/http/forms.ts'
import { sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import type { ServerTexts } from '#language/server.ts'
import { describeAccount, readTicked } from '../consent/decision-form.ts'
import { type ShownApplication, toShown } from '../consent/views.ts'
import { findLiveApplication, type LiveApplication } from '../stores/applications.ts'
import { saveConsent } from '../stores/consents.ts'
import { decideDeviceCode, type DeviceCode, findPendingDeviceCode } from '../stores/device-codes.ts'
import { hashUserCode, readUserCode } from './user-code.ts'
import { confirmPage, decidedPage, deviceCodePage, toCodeWords } from './views.ts'

interface DeviceRequest {
  userCode: string
  code: DeviceCode
  application: LiveApplication
}

export function declareDevicePages(services: SessionServices): Operation[] {
  return [
    operation({
      route: 'GET /oauth/device',
      doors: { page: 'session' },
      respond: askForCode(services, {
        kind: 'device',
        words: toCodeWords,
        find: (typed) => findDeviceRequest(services, typed),
        show: (request, reply, found) => sendConfirmPage(services, request, reply, found),
      }),
    }),
    operation({
      route: 'POST /oauth/device',
      doors: { page: 'recent' },
      options: { errorHandler: replyWithPage },
      respond: async (request, reply) => {
        const userCode = readUserCode(readDecision(request).get('user_code') ?? '') ?? ''
        // The form token was made for this code when the page was shown: a POST cannot be used to guess codes.
        const form = requireDecision(services, request, request.session, toPurpose(userCode))
        const deviceRequest = await findDeviceRequest(services, userCode)
        if (!deviceRequest)
          return sendPage(reply, deviceCodePage(textsOf(request), { fault: 'unknown', typed: userCode }))
        return answerDecision(services, request, reply, deviceRequest, form)
      },
    }),
  ]
}

async function findDeviceRequest(
  services: SessionServices,
  typed: string,
): Promise<DeviceRequest | undefined> {
  const userCode = readUserCode(typed)
  if (userCode === undefined) return undefined
  const code = await findPendingDeviceCode(services.db.sql, services.now(), hashUserCode(userCode))
  const application = code && (await findLiveApplication(services.db.sql, code.applicationId))
  return application && { userCode, code, application }
}

function sendConfirmPage(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { userCode, code, application }: DeviceRequest,
  isEmpty = false,
): FastifyReply {
  const formToken = createFormToken(services, request.session, toPurpose(userCode))
  const account = describeAccount(services, request.session, `/oauth/device?user_code=${userCode}`)
  const texts = textsOf(request)
  const [shown, now] = [toShownOnDevice(texts, application), services.now()]
  return sendPage(
    reply,
    confirmPage(texts, { userCode, code, application: shown, account, formToken, now, isEmpty }),
  )
}

/** A device returns nowhere: its application can only be told by its website or its id. */
function toShownOnDevice({ consent }: ServerTexts, application: LiveApplication): ShownApplication {
  const { website, id } = application
  return toShown(application, website === undefined ? consent.application(id) : new URL(website).host)
}

function toPurpose(userCode: string): string {
  return `device ${userCode}`
}

async function answerDecision(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  deviceRequest: DeviceRequest,
  form: Form,
): Promise<FastifyReply> {
  const { code, application, userCode } = deviceRequest
  const { userId, provedAt: authenticatedAt } = request.session
  const { proved, ...by } = byProvedUser(request)
  const isAllowed = form.get('decision') === 'allow'
  const granted = readTicked(code.scopes, form)
  if (isAllowed && granted.length === 0) return sendConfirmPage(services, request, reply, deviceRequest, true)
  const isDecided = await services.db.transaction(async (sql) => {
    const now = services.now()
    const decision = { userId, authenticatedAt, granted: isAllowed ? granted : ('denied' as const) }
    if (!(await decideDeviceCode(sql, now, code.hash, decision, proved))) return false
    if (isAllowed) {
      const party = { userId, applicationId: application.id }
      const decided = { asked: code.scopes, granted, redirectOrigin: undefined }
      await saveConsent(sql, now, party, decided, proved)
      const event = { ...by, userId, kind: 'consent_given' } as const
      await recordSecurityEvent(sql, now, { ...event, subject: application.name })
    }
    return true
  })
  if (!isDecided)
    return sendPage(reply, deviceCodePage(textsOf(request), { fault: 'unknown', typed: userCode }))
  const texts = textsOf(request)
  return sendPage(reply, decidedPage(texts, toShownOnDevice(texts, application).name, isAllowed))
}
