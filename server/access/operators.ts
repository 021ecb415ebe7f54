// The operators of the service, and the users whom they name.
import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { ApiError, notFound } from '#server/platform/errors.ts'
import { equalInConstantTime } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'

/** Whom the operator has named in OPERATORS; only a confirmed address, since anybody can sign up with another's. */
export function isOperator(
  { operators }: Pick<Config, 'operators'>,
  user: { email: string; isVerified: boolean },
): boolean {
  return user.isVerified && operators.includes(user.email)
}

/** The user of an address, as an operator types it. */
export async function requireUserId(sql: Sql, email: string): Promise<string> {
  const [user] = await sql<{ id: string }>`select id from users where email = ${email.trim().toLowerCase()}`
  if (!user) throw new Error(`There is no user with the address ${email}.`)
  return user.id
}

/** After `requireSession`. To anybody else there is no such endpoint. */
export function requireOperator({ config, db }: Services) {
  return async ({ session }: FastifyRequest): Promise<void> => {
    const [user] = await db.sql<{ email: string; isVerified: boolean }>`
      select email, email_verified as "isVerified" from users where id = ${session.userId}`
    if (!user || !isOperator(config, user)) throw notFound('The dashboard has no such endpoint.')
  }
}

/** By METRICS_TOKEN; without one, only a program on this machine. */
export function requireMonitoring({ config }: Services) {
  return async ({ headers, socket }: FastifyRequest): Promise<void> => {
    if (config.metricsToken) {
      if (equalInConstantTime(headers.authorization ?? '', `Bearer ${config.metricsToken}`)) return
      throw new ApiError(401, 'invalid_token', 'Metrics require the operator’s token.', {
        headers: { 'www-authenticate': 'Bearer realm="metrics"' },
      })
    }
    const isLoopback = /^(::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '')
    // A proxy on this machine connects from loopback too, but what it forwards comes from elsewhere.
    const isForwarded = Object.keys(headers).some((name) =>
      /^(?:x-forwarded-.+|x-real-ip|via|forwarded)$/.test(name),
    )
    if (isLoopback && !isForwarded && config.trustProxy === false) return
    throw new ApiError(
      403,
      'forbidden',
      'Without METRICS_TOKEN, metrics can be read from this machine only, and only where no proxy is trusted.',
    )
  }
}
