// The life of a signing key. All nodes share the keys; each looks them up again after a minute.
//
//   made ── published ── signs ─────────────── its successor signs ── last id_token expires ── deleted
//        └ PUBLISH_AHEAD ┘                                         └───── KEEP ─────┘
//
// Applications cache the published keys, and so do proxies: a key is published before it signs, except the first, and
// stays published until nothing that it has signed is valid any more.
import type { KeySet } from '#contract/openid.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { openSealed } from '#server/platform/secrets.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, HOUR_SECONDS, MINUTE_MS, SECOND_MS } from '#server/platform/time.ts'
import {
  deleteSigningKeysBefore,
  insertSigningKey,
  listSigningKeys,
  type SigningKey,
  toBinding,
} from '../stores/signing-keys.ts'

/** OpenID Connect Discovery 3 asks for RS256, and every library takes it without being told. */
export const SIGNING_ALGORITHM = 'RS256'
export const ID_TOKEN_SECONDS = HOUR_SECONDS
export const PUBLISHED_MAX_AGE_SECONDS = 300

const CACHE_MS = MINUTE_MS
const PUBLISH_AHEAD_MS = 2 * PUBLISHED_MAX_AGE_SECONDS * SECOND_MS
const KEEP_MS = ID_TOKEN_SECONDS * SECOND_MS + 10 * MINUTE_MS
const MAX_KEY_AGE_MS = 90 * DAY_MS

type KeyServices = Pick<Services, 'db' | 'now' | 'secrets'>

export interface Signer {
  readonly id: string
  readonly key: CryptoKey
}

/** Gives the key to sign with now. */
export function createKeyRing(services: KeyServices): () => Promise<Signer> {
  let cached: { signer: Promise<Signer>; until: number } | undefined
  return () => {
    const now = services.now()
    if (!cached || cached.until <= now) {
      const signer = openSigner(services)
      cached = { signer, until: now + CACHE_MS }
      signer.catch(() => (cached = undefined))
    }
    return cached.signer
  }
}

async function openSigner(services: KeyServices): Promise<Signer> {
  const now = services.now()
  const keys = await requireKeys(services)
  const current = keys.findLast(({ signsFrom }) => signsFrom <= now) ?? keys[0]
  if (!current) throw new Error('there is no key to sign with')
  const { id, sealedKey } = current
  const text = openSealed(services.secrets, toBinding(id), sealedKey)
  const { importPKCS8 } = await import('jose')
  return { id, key: await importPKCS8(text, SIGNING_ALGORITHM) }
}

/** RFC 7517: read from the database each time, so no node is behind another. */
export async function listPublishedKeys(services: KeyServices): Promise<KeySet> {
  const keys = await requireKeys(services)
  const oldest = findOldestNeeded(keys, services.now())
  return { keys: keys.filter(({ generation }) => generation >= oldest).map(({ publicKey }) => publicKey) }
}

/** The first key is made when it is needed first. */
async function requireKeys(services: KeyServices): Promise<SigningKey[]> {
  const keys = await listSigningKeys(services.db.sql)
  if (keys.length > 0) return keys
  await makeKey(services, services.db.sql, 1, services.now())
  return listSigningKeys(services.db.sql)
}

async function makeKey(
  { now, secrets }: KeyServices,
  sql: Sql,
  generation: number,
  signsFrom: number,
): Promise<void> {
  const { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const { n = '', e = '' } = await exportJWK(pair.publicKey)
  const id = await calculateJwkThumbprint({ kty: 'RSA', n, e })
  const publicKey = { kty: 'RSA', n, e, kid: id, use: 'sig', alg: SIGNING_ALGORITHM } as const
  const privateKey = await exportPKCS8(pair.privateKey)
  await insertSigningKey(sql, secrets, { generation, id, publicKey, privateKey, createdAt: now(), signsFrom })
}

/** The generation before which every key has a successor that has signed for long enough. */
function findOldestNeeded(keys: readonly SigningKey[], nowMs: number): number {
  return keys.findLast(({ signsFrom }) => signsFrom + KEEP_MS <= nowMs)?.generation ?? 0
}

/** Makes the next key, unless one is waiting for its turn already. */
export async function rotateKeys(services: KeyServices): Promise<void> {
  const { db, now } = services
  const newest = (await requireKeys(services)).at(-1)
  if (!newest || newest.signsFrom > now()) return
  await makeKey(services, db.sql, newest.generation + 1, now() + PUBLISH_AHEAD_MS)
}

/** A stolen key must not verify anything: the new one signs at once, and all others are gone. */
export async function replaceKeys(services: KeyServices): Promise<void> {
  const { db, now } = services
  const generation = ((await listSigningKeys(db.sql)).at(-1)?.generation ?? 0) + 1
  await makeKey(services, db.sql, generation, now())
  await deleteSigningKeysBefore(db.sql, generation)
}

/** The job: keys are replaced by age and deleted when nothing needs them. An installation without any gets none. */
export async function tendKeys(services: KeyServices): Promise<void> {
  const { db, now } = services
  const keys = await listSigningKeys(db.sql)
  const newest = keys.at(-1)
  if (!newest) return
  if (newest.createdAt <= now() - MAX_KEY_AGE_MS) await rotateKeys(services)
  await deleteSigningKeysBefore(db.sql, findOldestNeeded(keys, now()))
}
