// The second factors that a user has, without their secrets.
import type { SecondFactors } from '#dashboard/second-factors.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { listPasskeys } from './passkey-store.ts'
import { countRecoveryCodes, findTotpFactor } from './store.ts'

export async function readSecondFactors(sql: Sql, userId: string): Promise<SecondFactors> {
  const totp = await findTotpFactor(sql, userId)
  return {
    authenticatorApp:
      totp && totp.confirmed_at !== null
        ? { createdAt: totp.confirmed_at, lastUsedAt: totp.last_used_at }
        : null,
    passkeys: (await listPasskeys(sql, userId)).map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.created_at,
      lastUsedAt: passkey.last_used_at,
      isBackedUp: passkey.is_backed_up,
    })),
    recoveryCodesLeft: await countRecoveryCodes(sql, userId),
  }
}
