// CSRF protection for visitors without a session: a random cookie takes the session's place in the form token, so
// no other site can sign a visitor in to somebody else's account (login CSRF).
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createFormToken, requireFormToken, requireSameSite } from '#server/access/session.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import type { Services } from '#server/platform/services.ts'
import { readCookie } from '#server/platform/requests/cookies.ts'

const COOKIE = 'cloudstreet.visitor'
const PURPOSE = 'visitor'

/** The form token for the page; sets the cookie if the visitor has none yet. */
export function createVisitorToken(services: Services, request: FastifyRequest, reply: FastifyReply): string {
  let id = readVisitor(request)
  if (id === undefined) {
    id = randomBytes(16).toString('hex')
    const secure = services.config.baseUrl.startsWith('https:') ? '; Secure' : ''
    reply.header('set-cookie', `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax${secure}`)
  }
  return createFormToken(services, { id }, PURPOSE)
}

/** The fields of the form; throws 403 unless this visitor opened it here. */
export function readVisitorForm(services: Services, request: FastifyRequest): Map<string, string> {
  requireSameSite(services, request)
  const form = readParameters(request.body)
  requireFormToken(services, { id: readVisitor(request) ?? '' }, PURPOSE, form.get('form_token') ?? '')
  return form
}

function readVisitor(request: FastifyRequest): string | undefined {
  const id = readCookie(request.headers, COOKIE)
  return id !== undefined && /^[a-f0-9]{32}$/.test(id) ? id : undefined
}

/** A query parameter; a repeated one counts as absent. */
export function readQuery(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
