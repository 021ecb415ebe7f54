// The second factors' part of an account: their export (without secrets) and their review.
import { recordSecurityEvent } from '#server/access/security-log/store.ts'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { toDay } from '#server/platform/time.ts'
import { secondFactorMail } from '../mail/messages.ts'
import { findUser } from '../store.ts'
import { readSecondFactors } from './read.ts'
import { deleteSecondFactors } from './store.ts'

/** There is nothing to delete: the rows go with the user's. */
export function createSecondFactorPart({ config, db, mail, now }: Services) {
  return {
    async *exportFiles({ id }: { id: string }) {
      const factors = await readSecondFactors(db.sql, id)
      yield { path: 'second-factors.json', bytes: Buffer.from(`${JSON.stringify(factors, null, 2)}\n`) }
    },
    async listAccess(userId: string) {
      const { authenticatorApp: app, passkeys } = await readSecondFactors(db.sql, userId)
      const items = [
        ...(app ? [{ name: 'Authenticator app', detail: `set up ${toDay(app.createdAt)}` }] : []),
        ...passkeys.map(({ name, createdAt }) => ({ name, detail: `passkey, added ${toDay(createdAt)}` })),
      ]
      const ending = 'Ending removes them and your recovery codes. Set up yours again afterwards.'
      return [{ title: 'Second factors', ending, items }]
    },
    async endAccess(sql: Sql, userId: string) {
      const user = await findUser(sql, userId)
      const names = await deleteSecondFactors(sql, userId)
      if (!user || names.length === 0) return
      const what =
        'Your second factors were removed when you reviewed your account: the password alone signs in.'
      await mail.send(sql, secondFactorMail(user.email, config.baseUrl, what))
      for (const subject of names) {
        const event = { userId, kind: 'second_factor_removed', actor: 'user', subject } as const
        await recordSecurityEvent(sql, now(), event)
      }
    },
  }
}
