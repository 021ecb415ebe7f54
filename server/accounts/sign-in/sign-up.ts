// Creates an account. The response is the same whether or not the email has one already: only its owner is told.
import { toNetwork } from '#server/access/address.ts'
import type { AccountServices } from '../account-services.ts'
import { createLink } from '../mail/links.ts'
import { accountExistsMail, finishSignUpMail } from '../mail/messages.ts'
import { consumeMailLimit, sendVerificationMail } from '../mail/send.ts'
import { findPasswordProblem } from '../passwords.ts'
import { findUserByEmail, insertUser } from '../store.ts'
import { findEmailProblem, findNameProblem } from '../validation.ts'
import { MIN_RESPONSE_MS, sleepUntil } from './timing.ts'

export interface NewAccount {
  email: string
  name: string
  password: string
}

/** A sentence for the form, or undefined when the account can be created. */
export async function findSignUpProblem({ email, name, password }: NewAccount): Promise<string | undefined> {
  return findEmailProblem(email) ?? findNameProblem(name) ?? (await findPasswordProblem(password, email))
}

export async function signUp(accounts: AccountServices, account: NewAccount, ip: string): Promise<void> {
  const { auth, background, db, now } = accounts
  await accounts.ipLimiter.require(`sign-up:${toNetwork(ip)}`)
  const startedAt = Date.now()
  const passwordHash = await auth.hashPassword(account.password)
  const name = account.name.trim() || null
  const user = await db.transaction((sql) =>
    insertUser(sql, now(), { email: account.email, name, passwordHash, isVerified: false }),
  )
  background.run(async () => {
    if (user) await sendVerificationMail(accounts, user, user.email)
    else await notifyOwner(accounts, account.email)
  })
  await sleepUntil(startedAt + MIN_RESPONSE_MS)
}

async function notifyOwner(accounts: AccountServices, email: string): Promise<void> {
  const { auth, config, db, mail } = accounts
  const user = await findUserByEmail(db.sql, email)
  if (!user || user.disabled_at !== null || !(await consumeMailLimit(accounts, user.email))) return
  if (user.email_verified || !mail.isConfigured) {
    await mail.send(db.sql, accountExistsMail(user.email, config.baseUrl))
    return
  }
  const path = await createLink(auth, 'reset-password', user.id)
  await mail.send(db.sql, finishSignUpMail(user.email, config.baseUrl + path))
}
