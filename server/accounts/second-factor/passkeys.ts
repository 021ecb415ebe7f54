// Passkeys (WebAuthn): asks a browser for a signature, and checks it. The library is loaded by the first passkey.
import { randomBytes } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { Type } from 'typebox'
import type { Sql } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { consumeOneTime, createOneTime } from '../one-time.ts'
import { findPasskey, listPasskeys, type NewPasskey, type Passkey, touchPasskey } from './passkey-store.ts'

type ChallengePurpose = 'register' | 'sign-in' | 'second-factor' | 'confirm'

/** The browser's answer. Its other members are checked with its signature. */
const answer = {
  type: 'object',
  required: ['id', 'response'],
  properties: { id: { type: 'string' }, response: { type: 'object' } },
}
export const AssertionBody = Type.Unsafe<AuthenticationResponseJSON>(answer)
export const RegistrationBody = Type.Unsafe<RegistrationResponseJSON>(answer)

const loadLibrary = () => import('@simplewebauthn/server')

/** Passkeys belong to the host of BASE_URL, and answer only on its origin. */
export function readRelyingParty({ config }: Pick<Services, 'config'>): { origin: string; rpId: string } {
  const { origin, hostname } = new URL(config.baseUrl)
  return { origin, rpId: hostname }
}

/** EdDSA, ES256 and RS256 of COSE: what authenticators have, and what this Node checks without an experiment. */
export const algorithms = [-8, -7, -257]

/** The user's name for an authenticator: no email, which may change, and nothing that tells who it is. */
export const toUserHandle = (userId: string): Buffer<ArrayBuffer> => Buffer.from(userId)

export async function createChallenge(
  { db, now }: Services,
  purpose: ChallengePurpose,
  userId: string,
): Promise<Buffer<ArrayBuffer>> {
  const challenge = randomBytes(32)
  const secret = challenge.toString('base64url')
  await createOneTime(db.sql, now(), `passkey-${purpose}`, { userId, secret })
  return challenge
}

/** Used up by the first answer, right or wrong. */
async function answers(
  { db, now }: Services,
  challenge: string,
  purpose: ChallengePurpose,
  userId: string,
): Promise<boolean> {
  const asked = await consumeOneTime(db.sql, now(), `passkey-${purpose}`, challenge)
  return asked?.userId === userId
}

/** Alone a passkey has to check its user (a PIN, a finger); after a password it is enough that somebody holds it. */
const mustVerifyUser = (purpose: ChallengePurpose): boolean => purpose === 'sign-in'

/** The request for the browser. Without a user the passkey tells who it is. */
export async function createRequestOptions(
  services: Services,
  purpose: ChallengePurpose,
  userId = '',
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const passkeys = userId === '' ? [] : await listPasskeys(services.db.sql, userId)
  return generateAuthenticationOptions({
    rpID: readRelyingParty(services).rpId,
    challenge: await createChallenge(services, purpose, userId),
    userVerification: mustVerifyUser(purpose) ? 'required' : 'preferred',
    allowCredentials: passkeys.filter(({ suspended_at }) => suspended_at === null).map(toDescriptor),
  })
}

export function toDescriptor(passkey: Passkey): { id: string; transports: string[] } {
  return { id: passkey.credential_id, transports: splitTransports(passkey) }
}

function splitTransports({ transports }: Passkey): string[] {
  return transports === '' ? [] : transports.split(' ')
}

export interface Assertion {
  passkey: Passkey
  counter: number
  isBackedUp: boolean
}

/** Undefined unless a passkey registered here has signed the challenge, on our origin, for this purpose. */
export async function checkAssertion(
  services: Services,
  purpose: ChallengePurpose,
  response: AuthenticationResponseJSON,
  userId = '',
): Promise<Assertion | undefined> {
  const challenge = readChallenge(response)
  if (challenge === undefined) return undefined
  if (!(await answers(services, challenge, purpose, userId))) return undefined
  const passkey = await findPasskey(services.db.sql, response.id)
  if (!passkey || (userId !== '' && passkey.user_id !== userId)) return undefined
  const { userHandle } = response.response
  if (userHandle && userHandle !== toUserHandle(passkey.user_id).toString('base64url')) return undefined
  return verifyAssertion(services, purpose, response, challenge, passkey)
}

async function verifyAssertion(
  services: Services,
  purpose: ChallengePurpose,
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  passkey: Passkey,
): Promise<Assertion | undefined> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { origin, rpId } = readRelyingParty(services)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: toCredential(passkey),
      requireUserVerification: mustVerifyUser(purpose),
    })
    if (!verified) return undefined
    const { newCounter, credentialBackedUp } = authenticationInfo
    return { passkey, counter: newCounter, isBackedUp: credentialBackedUp }
  } catch (error) {
    // The library refuses by throwing; nothing in the block reads from elsewhere.
    services.log.info({ err: error }, 'a passkey was refused')
    return undefined
  }
}

function toCredential(passkey: Passkey): WebAuthnCredential {
  return {
    id: passkey.credential_id,
    publicKey: Uint8Array.from(passkey.public_key),
    counter: passkey.counter,
  }
}

/** In the transaction of what the passkey allows; undefined when it is suspended, or its counter has not grown. */
export async function usePasskey(
  { now }: Services,
  sql: Sql,
  { passkey, counter, isBackedUp }: Assertion,
): Promise<'passkey' | undefined> {
  return (await touchPasskey(sql, now(), passkey.id, { counter, isBackedUp })) ? 'passkey' : undefined
}

/** Undefined unless it answers a challenge of this user. The rest is the caller's to give. */
export async function checkRegistration(
  services: Services,
  response: RegistrationResponseJSON,
  userId: string,
): Promise<Omit<NewPasskey, 'name'> | undefined> {
  const challenge = readChallenge(response)
  if (challenge === undefined) return undefined
  if (!(await answers(services, challenge, 'register', userId))) return undefined
  const { verifyRegistrationResponse } = await loadLibrary()
  const { origin, rpId } = readRelyingParty(services)
  try {
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    })
    if (!info) return undefined
    return {
      user_id: userId,
      credential_id: info.credential.id,
      public_key: info.credential.publicKey,
      counter: info.credential.counter,
      transports: readTransports(info.credential.transports),
      is_backup_eligible: info.credentialDeviceType === 'multiDevice',
      is_backed_up: info.credentialBackedUp,
    }
  } catch (error) {
    services.log.info({ err: error }, 'a new passkey was refused')
    return undefined
  }
}

/** Words of the browser, which become a hint for browsers again. */
function readTransports(transports: unknown): string {
  const words = Array.isArray(transports) ? transports.map(String) : []
  return words
    .filter((word) => /^[a-z-]{1,20}$/.test(word))
    .slice(0, 8)
    .join(' ')
}

function readChallenge({ response }: AuthenticationResponseJSON | RegistrationResponseJSON) {
  try {
    const text = Buffer.from(response.clientDataJSON, 'base64url').toString('utf8')
    const { challenge } = JSON.parse(text) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}
