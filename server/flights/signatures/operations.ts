// Reads and stores the pilot's consent to send files to the validation server; nothing is sent without it.
import { SignatureConsent, type SignatureChecks } from '#dashboard/signatures.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { FlightServices } from '../record/services.ts'
import { findConsent, giveConsent, withdrawConsent } from './store.ts'

export function declareSignatures(services: FlightServices): Operation[] {
  const { db, now, config } = services
  const describe = async (userId: string): Promise<SignatureChecks> => {
    const url = config.validationUrl === undefined ? null : new URL(config.validationUrl)
    return {
      server: url && url.hostname,
      isEncrypted: url?.protocol === 'https:',
      isAgreed: url !== null && (await findConsent(db.sql, userId)) !== undefined,
    }
  }
  return [
    operation({
      route: 'GET /signature-checks',
      doors: { dashboard: 'session' },
      handle: ({ userId }) => describe(userId),
    }),
    operation({
      route: 'PUT /signature-checks',
      doors: { dashboard: 'session' },
      schema: { body: SignatureConsent },
      handle: async ({ userId }, { body }) => {
        if (config.validationUrl === undefined) throw notFound('This service asks no validation server.')
        await db.transaction((sql) =>
          body.isAgreed ? giveConsent(sql, now(), userId) : withdrawConsent(sql, userId),
        )
        return describe(userId)
      },
    }),
  ]
}
