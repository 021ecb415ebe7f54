// Opens a session for a user who has proved who they are.
import type { FastifyRequest } from 'fastify'
import { describeRequest } from '#server/access/security-log/security-log.ts'
import { hasSecurityEvent, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { describeUserAgent } from '#server/access/security-log/user-agent.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, SECOND_MS } from '#server/platform/time.ts'
import { createSessionToken, SESSION_SECONDS, writeSessionCookie } from '../auth/session-cookie.ts'
import { newDeviceMail } from '../mail/messages.ts'
import { findUser, insertSession, type User } from '../store.ts'
import { findKnownDevice, rememberDevice } from './known-device.ts'

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
    provedBy: by,
  })
  const user = await findUser(sql, userId)
  if (user) await tellOfNewDevice(services, sql, request, user)
  const event = { userId, kind: 'signed_in', actor: 'user', subject: by } as const
  // Its own moment: the log is in the order of its entries' ids, and an email may have taken one since.
  await recordSecurityEvent(sql, services.now(), { ...event, ...describeRequest(request) })
  return [writeSessionCookie(services, token), rememberDevice(services, request, user?.email ?? '')]
}

/** The first sign-in of a new account is no news to its user. */
const NEW_ACCOUNT_MS = 7 * DAY_MS

async function tellOfNewDevice(
  services: Services,
  sql: Sql,
  request: FastifyRequest,
  user: User,
): Promise<void> {
  const { config, mail } = services
  const nowMs = services.now()
  if (findKnownDevice(services, request, user.email) !== undefined) return
  const isNewAccount = user.created_at > nowMs - NEW_ACCOUNT_MS
  if (isNewAccount && !(await hasSecurityEvent(sql, user.id, 'signed_in'))) return
  const { address, browser } = describeRequest(request)
  const event = { userId: user.id, kind: 'new_device', actor: 'user', address, browser } as const
  await recordSecurityEvent(sql, services.now(), event)
  const device = { browser: describeUserAgent(browser ?? null), address: request.ip, timeMs: nowMs }
  await mail.send(sql, newDeviceMail(user, config.baseUrl, device))
}
