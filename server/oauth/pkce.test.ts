import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isChallenge, provesPossession } from './pkce.ts'

suite('PKCE', () => {
  // RFC 7636 appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

  test('the example of the RFC proves possession', () => {
    assert.ok(isChallenge(challenge))
    assert.ok(provesPossession(challenge, verifier))
  })

  test('both or neither', () => {
    assert.ok(provesPossession(undefined, undefined))
    assert.ok(!provesPossession(challenge, undefined))
    assert.ok(!provesPossession(undefined, verifier))
  })

  test('a verifier has 43 to 128 unreserved characters', () => {
    for (const wrong of ['', verifier.slice(1), `${verifier}=`, 'a'.repeat(129), ` ${verifier}`]) {
      assert.ok(!provesPossession(challenge, wrong))
    }
  })
})
