// Opens a session for a user who has proved who they are.
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { SECOND_MS } from '#server/platform/time.ts'
import { createSessionToken, SESSION_SECONDS, writeSessionCookie } from '../auth/session-cookie.ts'
import { findUser, insertSession } from '../store.ts'
import { rememberDevice } from './known-device.ts'

const MAX_USER_AGENT_LENGTH = 300

/** Returns the session's cookie, and that of a device that is known from now on. `by` tells the security log what the user proved it with. */
export async function openSession(
  services: Services,
  sql: Sql,
  request: FastifyRequest,
  userId: string,
  by: string,
): Promise<string[]> {
  const nowMs = services.now()
  const token = createSessionToken()
  await insertSession(sql, nowMs, {
    token,
    userId,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    expiresAt: nowMs + SESSION_SECONDS * SECOND_MS,
  })
  const event = { userId, kind: 'signed_in', actor: 'user', subject: by } as const
  await recordSecurityEvent(sql, nowMs, { ...event, ...describeRequest(request) })
  const user = await findUser(sql, userId)
  return [writeSessionCookie(services, token), rememberDevice(services, request, user?.email ?? '')]
}
