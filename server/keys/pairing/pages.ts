// /activate: the pilot types the code that a device shows, sees from where it asks, and decides. Allowed, the device may
// upload and nothing else.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { MAX_NAME_LENGTH } from '#dashboard/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readDecision, replyWithPage, requireDecision } from '#server/access/decision-form.ts'
import { askForCode } from '#server/access/devices/code-page.ts'
import { findNameFault } from '#server/access/names/names.ts'
import { byProvedUser } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import { createFormToken, type SessionServices } from '#server/access/session.ts'
import type { Form } from '#server/platform/http/forms.ts'
import { sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import { requireRoomForDevice } from '../devices.ts'
import { deviceAddedMail } from '../mail.ts'
import { findReader } from '../store.ts'
import { hashPairingCode, readPairingCode } from './code.ts'
import { decide, findPending, type Pairing } from './store.ts'
import { confirmPage, decidedPage, pairingCodePage, toCodeWords } from './views.ts'

export function declarePairingPages(services: SessionServices): Operation[] {
  return [
    operation({
      route: 'GET /activate',
      doors: { page: 'session' },
      respond: askForCode(services, {
        kind: 'pair',
        words: toCodeWords,
        find: (typed) => findWaiting(services, typed),
        show: (request, reply, waiting) => {
          const formToken = createFormToken(services, request.session, toPurpose(waiting.code))
          const { email } = request.session
          const view = { ...waiting, formToken, email, now: services.now() }
          return sendPage(reply, confirmPage(textsOf(request), view))
        },
      }),
    }),
    operation({
      route: 'POST /activate',
      doors: { page: 'recent' },
      options: { errorHandler: replyWithPage },
      respond: async (request, reply) => {
        const code = readPairingCode(readDecision(request).get('code') ?? '') ?? ''
        // Made for this code when the page was shown: a POST cannot be used to guess codes.
        const form = requireDecision(services, request, request.session, toPurpose(code))
        return answerDecision(services, request, reply, code, form)
      },
    }),
  ]
}

async function findWaiting(
  { db, now }: SessionServices,
  typed: string,
): Promise<{ code: string; pairing: Pairing } | undefined> {
  const code = readPairingCode(typed)
  if (code === undefined) return undefined
  const pairing = await findPending(db.sql, now(), hashPairingCode(code))
  return pairing && { code, pairing }
}

const toPurpose = (code: string) => `pair ${code}`

async function answerDecision(
  services: SessionServices,
  request: FastifyRequest,
  reply: FastifyReply,
  code: string,
  form: Form,
): Promise<FastifyReply> {
  const { db, now, mail, config } = services
  const waiting = await findWaiting(services, code)
  if (!waiting) return sendPage(reply, pairingCodePage(textsOf(request), { fault: 'unknown', typed: code }))
  const { userId } = request.session
  const { proved, ...by } = byProvedUser(request)
  const isAllowed = form.get('decision') === 'allow'
  const name = readName(form.get('name') ?? '', textsOf(request).pairing.pairedDevice)
  const isDecided = await db.transaction(async (sql) => {
    if (isAllowed) await requireRoomForDevice(sql, now(), userId)
    const decision = { userId, name, isAllowed }
    if (!(await decide(sql, now(), waiting.pairing.handleHash, decision, proved))) return false
    if (!isAllowed) return true
    await recordSecurityEvent(sql, now(), { ...by, userId, kind: 'device_added', subject: name })
    const owner = await findReader(sql, userId)
    if (owner) await mail.send(sql, deviceAddedMail(owner, config.baseUrl, name))
    return true
  })
  if (!isDecided) return sendPage(reply, pairingCodePage(textsOf(request), { fault: 'unknown', typed: code }))
  return sendPage(reply, decidedPage(textsOf(request), name, isAllowed))
}

function readName(typed: string, unnamed: string): string {
  const name = typed.trim().slice(0, MAX_NAME_LENGTH)
  return name === '' || findNameFault(name) !== undefined ? unnamed : name
}
