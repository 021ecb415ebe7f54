// Creates an account. The response is the same whether or not the email has one already: only its owner is told.
import type { FastifyRequest } from 'fastify'
import { toNetwork } from '#server/access/address.ts'
import { recordByUser } from '#server/access/security-log/security-log.ts'
import type { Language } from '#language/preferences.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from '../account-services.ts'
import { isEmailReserved } from '../one-time.ts'
import { accountExistsMail, emailReservedMail, finishSignUpMail } from '../mail/messages.ts'
import { consumeMailLimit, sendResetMail, sendVerificationMail, toReader } from '../mail/send.ts'
import { findPasswordProblem } from '../passwords.ts'
import { normaliseEmail } from '#server/platform/mail/address.ts'
import { findUserByEmail, insertUser } from '../store.ts'
import { findEmailProblem, findNameProblem, type ProblemTexts } from '../validation.ts'
import { inAtLeast } from './timing.ts'

export interface NewAccount {
  email: string
  name: string
  password: string
}

/** A sentence for the form, or undefined when the account can be created. */
export async function findSignUpProblem(
  { email, name, password }: NewAccount,
  texts: ProblemTexts,
): Promise<string | undefined> {
  return (
    findEmailProblem(email, texts) ??
    findNameProblem(name, texts) ??
    (await findPasswordProblem(password, email, texts))
  )
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
    const { language } = preferencesOf(request)
    const mayWrite = await consumeMailLimit(accounts, email)
    await db.transaction(async (sql) => {
      const isReserved = await isEmailReserved(sql, now(), email)
      const user = isReserved
        ? undefined
        : await insertUser(sql, now(), { email, name, passwordHash, isVerified: false, language })
      if (user) {
        await recordByUser(sql, now(), request, user.id, 'account_created')
      }
      if (!mayWrite) return
      if (user) await sendVerificationMail(accounts, sql, user, user)
      else await notifyOwner(accounts, sql, email, language)
    })
  })
}

async function notifyOwner(
  accounts: AccountServices,
  sql: Sql,
  email: string,
  language: Language,
): Promise<void> {
  const { config, mail } = accounts
  const user = await findUserByEmail(sql, email)
  if (!user) await mail.send(sql, emailReservedMail({ email, language }))
  else if (user.disabled_at !== null) return
  else if (user.email_verified || !mail.isConfigured)
    await mail.send(sql, accountExistsMail(toReader(user, language), config.baseUrl))
  else await sendResetMail(accounts, sql, user, language, finishSignUpMail)
}
