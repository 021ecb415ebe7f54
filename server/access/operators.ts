// Who operates the service, and the users whom they name.
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/database.ts'

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
