// Internal to the dashboard; may change with any release.
// GET /app/api/signature-checks, PUT the same.
import { type Static, Type } from 'typebox'
import { bodyOf } from '#contract/values.ts'

export const SignatureConsent = bodyOf('SignatureConsent', { isAgreed: Type.Boolean() })
export type SignatureConsent = Static<typeof SignatureConsent>

export interface SignatureChecks extends SignatureConsent {
  /** The host of the validation server; null when the operator names none. */
  server: string | null
  /** Whether files go there in the clear. */
  isEncrypted: boolean
}
