// The second factors that a user has, without their secrets.
import type { SecondFactors } from '#dashboard/second-factors.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { countRecoveryCodes, findTotpFactor } from './store.ts'

export async function readSecondFactors(sql: Sql, userId: string): Promise<SecondFactors> {
  const totp = await findTotpFactor(sql, userId)
  return {
    authenticatorApp:
      totp && totp.confirmed_at !== null
        ? { createdAt: totp.confirmed_at, lastUsedAt: totp.last_used_at }
        : null,
    recoveryCodesLeft: await countRecoveryCodes(sql, userId),
  }
}
