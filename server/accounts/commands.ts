// The operator's commands for users: create, list, disable, enable, reset a password or second factor. No command shows a password.
import { byOperator, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { findOption, type Options, requireOption } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { createAuth } from './auth/auth.ts'
import { createLink, endPendingLinks } from './one-time.ts'
import { secondFactorMail } from './mail/messages.ts'
import { findPasswordProblem } from './passwords.ts'
import { deleteSecondFactors } from './second-factor/store.ts'
import { deleteSessions, findUserByEmail, insertUser, listUsers, setDisabled, type User } from './store.ts'
import { isEmail, normaliseEmail } from '#server/platform/mail/address.ts'
import { findNameProblem } from './validation.ts'

const MAX_LISTED = 100_000

/** Without a password the result has a link where the user chooses one. */
export async function createUserByOperator(services: Services, options: Options): Promise<object> {
  const { db, now } = services
  const email = normaliseEmail(requireOption(options, 'email'))
  const [name, password] = [findOption(options, 'name') ?? null, findOption(options, 'password')]
  const problem = await findProblem(email, name, password)
  if (problem !== undefined) throw new Error(problem)
  const passwordHash = password === undefined ? null : await createAuth(services).hashPassword(password)
  const user = await db.transaction(async (sql) => {
    const isVerified = options.has('verified')
    const inserted = await insertUser(sql, now(), { email, name, passwordHash, isVerified, language: null })
    const event = { ...byOperator, userId: inserted?.id, kind: 'account_created' } as const
    if (inserted) await recordSecurityEvent(sql, now(), event)
    return inserted
  })
  if (!user) throw new Error(`A user with the email ${email} already exists.`)
  const link = password === undefined ? { link: await createResetLink(services, user) } : {}
  return { id: user.id, email: user.email, name: user.name, ...link }
}

async function findProblem(email: string, name: string | null, password: string | undefined) {
  if (!isEmail(email)) return `${email} is not a valid email address.`
  return (
    findNameProblem(name ?? '') ??
    (password === undefined ? undefined : await findPasswordProblem(password, email))
  )
}

export async function listUsersByOperator({ db }: Services, options: Options): Promise<object> {
  const max = Number(findOption(options, 'max') ?? MAX_LISTED)
  if (!(Number.isInteger(max) && max > 0)) throw new Error('--max takes a whole number.')
  const users = await listUsers(db.sql, findOption(options, 'email') ?? '', max)
  return {
    users: users.map((user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      emailVerified: user.email_verified,
      createdAt: new Date(user.created_at).toISOString(),
      disabledAt: user.disabled_at === null ? null : new Date(user.disabled_at).toISOString(),
    })),
  }
}

/**
 * Takes effect at once: no session, token or key of the user works any more, no sign-in succeeds, and what the user owns
 * stops: applications with everybody's tokens, and webhooks.
 */
export async function disableUser({ db, now }: Services, options: Options): Promise<object> {
  const user = await requireUserByEmail({ db }, options)
  const sessionsEnded = await db.transaction(async (sql) => {
    if (!(await setDisabled(sql, user.id, user.disabled_at ?? now()))) throw isBeingDeleted(user)
    await endPendingLinks(sql, user.id)
    await recordSecurityEvent(sql, now(), { userId: user.id, kind: 'account_disabled', actor: 'operator' })
    return deleteSessions(sql, user.id)
  })
  return { id: user.id, email: user.email, disabled: true, sessionsEnded }
}

export async function enableUser({ db, now }: Services, options: Options): Promise<object> {
  const user = await requireUserByEmail({ db }, options)
  await db.transaction(async (sql) => {
    if (!(await setDisabled(sql, user.id, null))) throw isBeingDeleted(user)
    await recordSecurityEvent(sql, now(), { userId: user.id, kind: 'account_enabled', actor: 'operator' })
  })
  return { id: user.id, email: user.email, disabled: false }
}

/** A link to choose a new password; the old one works until the link is used. */
export async function resetPasswordByOperator(services: Services, options: Options): Promise<object> {
  const user = await requireUserByEmail(services, options)
  if (user.disabled_at !== null) throw new Error(`${user.email} is disabled; enable the user first.`)
  return { id: user.id, email: user.email, link: await createResetLink(services, user) }
}

/** For a user who has lost the second factor and the recovery codes: the password alone signs in again. */
export async function resetSecondFactorByOperator(services: Services, options: Options): Promise<object> {
  const { config, db, mail, now } = services
  const user = await requireUserByEmail(services, options)
  const removed = await db.transaction(async (sql) => {
    const names = await deleteSecondFactors(sql, user.id)
    if (names.length === 0) return names
    await mail.send(sql, secondFactorMail(user, config.baseUrl, { kind: 'removedByOperator' }))
    for (const subject of names) {
      const event = { userId: user.id, kind: 'second_factor_removed', actor: 'operator', subject } as const
      await recordSecurityEvent(sql, now(), event)
    }
    return names
  })
  return { id: user.id, email: user.email, removed }
}

async function createResetLink({ config, db, now }: Services, user: User): Promise<string> {
  const event = { ...byOperator, userId: user.id, kind: 'password_reset_requested' } as const
  const link = await db.transaction(async (sql) => {
    await recordSecurityEvent(sql, now(), event)
    return createLink(sql, now(), 'reset-password', user.id)
  })
  return config.baseUrl + link.path
}

const isBeingDeleted = ({ email }: User) =>
  new Error(`${email} has deleted the account: it is gone in a moment.`)

async function requireUserByEmail({ db }: Pick<Services, 'db'>, options: Options): Promise<User> {
  const email = requireOption(options, 'email')
  const user = await findUserByEmail(db.sql, email)
  if (!user) throw new Error(`There is no user with the email ${email}.`)
  return user
}
