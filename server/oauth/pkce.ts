// Proof Key for Code Exchange (RFC 7636), S256 only.
import { createHash } from 'node:crypto'
import { equalInConstantTime } from '#server/platform/secrets.ts'

// A SHA-256 in base64url without padding is always 43 characters.
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
// RFC 7636 4.1.
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** Both or neither: a verifier without a challenge means that someone removed the challenge (RFC 9700 2.1.1). */
export function provesPossession(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier
  if (!VERIFIER.test(verifier)) return false
  return equalInConstantTime(challenge, createHash('sha256').update(verifier).digest('base64url'))
}
