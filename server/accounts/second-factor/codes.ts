// Takes a code: one of the authenticator app, or a recovery code.
import type { FastifyRequest } from 'fastify'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Reader } from '#server/platform/mail/write.ts'
import type { Services } from '#server/platform/services.ts'
import { recoveryCodeUsedMail } from '../mail/messages.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { countRecoveryCodes, findTotpFactor, useRecoveryCode, useTotpStep } from './store.ts'
import { findStep, openTotpSecret } from './totp.ts'

export type CodeKind = 'authenticator app' | 'recovery code'

interface CodeOwner extends Reader {
  id: string
}

/** Uses the code up, in the transaction of what it allows; undefined when it is wrong or was used before. */
export async function useCode(
  services: Services,
  sql: Sql,
  request: FastifyRequest,
  user: CodeOwner,
  typed: string,
): Promise<CodeKind | undefined> {
  const code = typed.replaceAll(/\s/g, '')
  if (/^\d{6}$/.test(code)) {
    return (await useTotpCode(services, sql, user.id, code)) ? 'authenticator app' : undefined
  }
  if (!(await useRecoveryCode(sql, user.id, hashRecoveryCode(user.id, code)))) return undefined
  const { config, mail, now } = services
  const left = await countRecoveryCodes(sql, user.id)
  await mail.send(sql, recoveryCodeUsedMail(user, config.baseUrl, left))
  await recordByUser(sql, now(), request, user.id, 'recovery_code_used')
  return 'recovery code'
}

async function useTotpCode(
  { now, secrets }: Services,
  sql: Sql,
  userId: string,
  code: string,
): Promise<boolean> {
  const factor = await findTotpFactor(sql, userId)
  if (!factor || factor.confirmed_at === null) return false
  const step = findStep(openTotpSecret(secrets, userId, factor.sealed_secret), code, now())
  return step !== undefined && useTotpStep(sql, now(), userId, step)
}
