// Creates an account. The response is the same whether or not the email has one already: only its owner is told.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { byUser } from '#server/access/security-log/security-log.ts'
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { AccountServices } from '../account-services.ts'
import { isEmailReserved } from '../mail/links.ts'
import { accountExistsMail, emailReservedMail, finishSignUpMail } from '../mail/messages.ts'
import { consumeMailLimit, sendResetMail, sendVerificationMail } from '../mail/send.ts'
import { findPasswordProblem } from '../passwords.ts'
import { findUserByEmail, insertUser, normaliseEmail } from '../store.ts'
import { findEmailProblem, findNameProblem } from '../validation.ts'
import { inAtLeast } from './timing.ts'

export interface NewAccount {
  email: string
  name: string
  password: string
}

/** A sentence for the form, or undefined when the account can be created. */
export async function findSignUpProblem({ email, name, password }: NewAccount): Promise<string | undefined> {
  return findEmailProblem(email) ?? findNameProblem(name) ?? (await findPasswordProblem(password, email))
}

export async function signUp(
  accounts: AccountServices,
  request: FastifyRequest,
  account: NewAccount,
): Promise<void> {
  const { auth, db, now } = accounts
  await accounts.ipLimiter.require(`sign-up:${toNetwork(request.ip)}`)
  await inAtLeast(accounts, async () => {
    const email = normaliseEmail(account.email)
    const passwordHash = await auth.hashPassword(account.password)
    const name = account.name.trim() || null
    const mayWrite = await consumeMailLimit(accounts, email)
    await db.transaction(async (sql) => {
      const isReserved = await isEmailReserved(sql, now(), email)
      const user = isReserved
        ? undefined
        : await insertUser(sql, now(), { email, name, passwordHash, isVerified: false })
      if (user) {
        const event = { ...byUser(request), userId: user.id, kind: 'account_created' } as const
        await recordSecurityEvent(sql, now(), event)
      }
      if (!mayWrite) return
      if (user) await sendVerificationMail(accounts, sql, user, user.email)
      else await notifyOwner(accounts, sql, email)
    })
  })
}

async function notifyOwner(accounts: AccountServices, sql: Sql, email: string): Promise<void> {
  const { config, mail } = accounts
  const user = await findUserByEmail(sql, email)
  if (!user) await mail.send(sql, emailReservedMail(email))
  else if (user.disabled_at !== null) return
  else if (user.email_verified || !mail.isConfigured)
    await mail.send(sql, accountExistsMail(user.email, config.baseUrl))
  else await sendResetMail(accounts, sql, user, finishSignUpMail)
}
