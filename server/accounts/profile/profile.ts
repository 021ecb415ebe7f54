// A user as the API shows it: the profile of the contract, and the account of the dashboard.
import type { Account } from '#dashboard/account.ts'
import type { Profile } from '#contract/profile.ts'
import type { Units } from '#language/preferences.ts'
import { isOperator } from '#server/access/operators.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { findUser, type User } from '../store.ts'

export async function requireUser(sql: Sql, userId: string): Promise<User> {
  const user = await findUser(sql, userId)
  if (!user) throw accountGone()
  return user
}

/** For other features, which know a user only by the id. */
export async function findProfile(
  { config, db }: Pick<Services, 'config' | 'db'>,
  userId: string,
): Promise<Profile | undefined> {
  const user = await findUser(db.sql, userId)
  return user && toProfile(config, user)
}

/** Undefined when the user has chosen none. */
export async function findUnits(sql: Sql, userId: string): Promise<Units | undefined> {
  return (await findUser(sql, userId))?.units ?? undefined
}

export const accountGone = () => notFound('This account no longer exists.')

export function toProfile(config: Pick<Config, 'baseUrl' | 'earlyAdopterBefore'>, user: User): Profile {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    image: user.image === null ? null : `${config.baseUrl}${user.image}`,
    publicProfile: user.public_profile,
    emailVerified: user.email_verified,
    earlyAdopter: config.earlyAdopterBefore !== undefined && user.created_at < config.earlyAdopterBefore,
    club: user.club,
    civlId: user.civl_id,
  }
}

export function toAccount(
  config: Pick<Config, 'baseUrl' | 'earlyAdopterBefore' | 'operators'>,
  user: User,
): Account {
  return {
    ...toProfile(config, user),
    // A path, not a URL: the dashboard may be reached under another host name than BASE_URL.
    image: user.image,
    email: user.email,
    createdAt: user.created_at,
    language: user.language,
    units: user.units,
    clock: user.clock,
    isOperator: isOperator(config, { email: user.email, isVerified: user.email_verified }),
  }
}
