// The second factors' part of an account: their export (without secrets) and their review.
import type { AccessOwners } from '#server/access/review-kinds.ts'
import type { Services } from '#server/platform/services.ts'
import { deletePasskey, listPasskeys } from './passkey-store.ts'
import { readSecondFactors } from './read.ts'
import { deleteRecoveryCodes, deleteTotpFactor, findRecoveryCodes, findTotpFactor } from './store.ts'
import { restoreApp, restorePasskey, restoreRecoveryCodes } from './suspension.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createSecondFactorPart({ db }: Pick<Services, 'db'>) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const factors = await readSecondFactors(db.sql, id)
      yield { path: 'second-factors.json', content: Buffer.from(`${JSON.stringify(factors, null, 2)}\n`) }
    },
    access: factorAccess,
  }
}

/** A user has at most one app and one set of codes: its id is when it was made, so a later one is another. */
export const factorAccess = {
  passkey: {
    list: async (sql, userId) =>
      (await listPasskeys(sql, userId)).map((passkey) => ({
        id: passkey.id,
        name: passkey.name,
        madeAt: passkey.created_at,
        madeBy: passkey.made_by,
        isSuspended: passkey.suspended_at !== null,
      })),
    end: async (sql, userId, id) => {
      await deletePasskey(sql, userId, id)
    },
    restore: restorePasskey,
  },
  authenticator: {
    list: async (sql, userId) => {
      const app = await findTotpFactor(sql, userId)
      if (!app || app.confirmed_at === null) return []
      const { confirmed_at: madeAt, made_by: madeBy, suspended_at } = app
      const isSuspended = suspended_at !== null
      return [{ id: String(madeAt), name: 'Authenticator app', madeAt, madeBy, isSuspended }]
    },
    end: async (sql, userId, id) => {
      const app = await findTotpFactor(sql, userId)
      if (app && String(app.confirmed_at) === id) await deleteTotpFactor(sql, userId)
    },
    restore: restoreApp,
  },
  recoveryCodes: {
    list: async (sql, userId) => {
      const codes = await findRecoveryCodes(sql, userId)
      if (!codes) return []
      const { count, madeAt, isSuspended } = codes
      return [{ id: String(madeAt), name: 'Recovery codes', left: count, madeAt, isSuspended }]
    },
    end: async (sql, userId, id) => {
      const codes = await findRecoveryCodes(sql, userId)
      if (String(codes?.madeAt) === id) await deleteRecoveryCodes(sql, userId)
    },
    restore: restoreRecoveryCodes,
  },
} satisfies AccessOwners
