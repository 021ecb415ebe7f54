// Whether the pilot agrees that files are sent to the validation server: nothing leaves before.
import { SignatureConsent, type SignatureChecks } from '#dashboard/signatures.ts'
import { SESSION } from '#server/access/proof.ts'
import { requireSession, type SessionServices } from '#server/access/session.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/http.ts'
import type { FlightServices } from '../scorer/scorer.ts'
import { findConsent, giveConsent, withdrawConsent } from './store.ts'

export function addSignatureDashboard(app: App, services: FlightServices & SessionServices): void {
  const { db, now, config } = services
  const onRequest = requireSession(services)
  const describe = async (userId: string): Promise<SignatureChecks> => {
    const url = config.validationUrl === undefined ? null : new URL(config.validationUrl)
    return {
      server: url && url.hostname,
      isEncrypted: url?.protocol === 'https:',
      isAgreed: url !== null && (await findConsent(db.sql, userId)) !== undefined,
    }
  }
  app.get('/app/api/signature-checks', { onRequest, schema: { hide: true } }, async ({ session }) =>
    describe(session.userId),
  )
  const change = { onRequest, config: SESSION, schema: { hide: true, body: SignatureConsent } }
  app.put('/app/api/signature-checks', change, async ({ session, body }) => {
    if (config.validationUrl === undefined) throw notFound('This service asks no validation server.')
    await db.transaction((sql) =>
      body.isAgreed ? giveConsent(sql, now(), session.userId) : withdrawConsent(sql, session.userId),
    )
    return describe(session.userId)
  })
}
