import type { Config } from '#server/platform/config.ts'

/** Whom the operator has named in OPERATORS; only a confirmed address, since anybody can sign up with another's. */
export function isOperator(
  { operators }: Pick<Config, 'operators'>,
  user: { email: string; isVerified: boolean },
): boolean {
  return user.isVerified && operators.includes(user.email)
}
