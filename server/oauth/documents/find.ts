// The application behind a client_id that is an address: as it was read last, or read again.
//
// Only for somebody who is signed in: a visitor is sent to sign in first, and the token endpoint knows what was read before.
// So no one can have us send requests without an account, and an account has a limit.
import { toNetwork } from '#server/access/address.ts'
import { createLimiter, type Limiter } from '#server/access/limits/limiter.ts'
import { askOnce, type AskOptions, type Got, NoAnswer } from '#server/platform/outgoing/ask.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_SECONDS, HOUR_SECONDS, SECOND_MS } from '#server/platform/time.ts'
import { findLiveApplication, type LiveApplication, saveUnowned } from '../stores/applications.ts'
import { findDocument } from '../stores/documents.ts'
import { DocumentFault, readDocument } from './document.ts'

const MAX_BYTES = 5120
const TIMEOUT_MS = 5000
/** However short or long its own headers say. */
const MIN_AGE_SECONDS = 300
const MAX_AGE_SECONDS = DAY_SECONDS
const USUAL_AGE_SECONDS = HOUR_SECONDS

const WINDOW_SECONDS = 600
const READS_PER_USER = 20
const READS_PER_NETWORK = 60

/** The person who has opened the consent page. */
export interface Asker {
  readonly userId: string
  readonly address: string
}

/** Throws DocumentFault with a sentence; undefined when the operator has disabled it. */
export type FindByDocument = (documentUrl: string, asker: Asker) => Promise<LiveApplication | undefined>

export function createDocumentFinder(services: Services): FindByDocument {
  const limits = {
    user: createLimiter(services, 'client-documents', READS_PER_USER, WINDOW_SECONDS),
    network: createLimiter(services, 'client-documents-network', READS_PER_NETWORK, WINDOW_SECONDS),
  }
  // Of several requests for one document at a time only one goes out.
  const underWay = new Map<string, Promise<string | undefined>>()
  return async (documentUrl, asker) => {
    const finding =
      underWay.get(documentUrl) ??
      findOrRead(services, documentUrl, () => countRead(limits, asker)).finally(() =>
        underWay.delete(documentUrl),
      )
    underWay.set(documentUrl, finding)
    const applicationId = await finding
    return applicationId === undefined ? undefined : findLiveApplication(services.db.sql, applicationId)
  }
}

/** The application's id; undefined when the operator has disabled it: then it is not even read. */
async function findOrRead(
  services: Services,
  documentUrl: string,
  countOne: () => Promise<void>,
): Promise<string | undefined> {
  const known = await findDocument(services.db.sql, documentUrl)
  if (known?.isDisabled) return undefined
  if (known && known.expiresAt > services.now()) return known.applicationId
  await countOne()
  return readAndSave(services, documentUrl)
}

async function countRead(
  { user, network }: { user: Limiter; network: Limiter },
  { userId, address }: Asker,
): Promise<void> {
  for (const verdict of [await user.consume(userId), await network.consume(toNetwork(address))])
    if (!verdict.isAllowed)
      throw new DocumentFault(
        `Too many unknown applications were opened; try again in ${verdict.retryAfterSeconds} seconds.`,
      )
}

async function readAndSave(services: Services, documentUrl: string): Promise<string> {
  const { config, resolveName, db, now } = services
  const got = await fetchDocument(new URL(documentUrl), {
    accept: 'application/json',
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    allowPrivate: config.webhooks.allowPrivate,
    resolveName,
  })
  const fields = readDocument(documentUrl, got.body.toString('utf8'))
  const expiresAt = now() + readMaxAge(got.headers['cache-control']) * SECOND_MS
  return saveUnowned(db.sql, now(), fields, { url: documentUrl, expiresAt })
}

async function fetchDocument(url: URL, options: AskOptions): Promise<Got> {
  let got: Got
  try {
    got = await askOnce(url, options)
  } catch (error) {
    if (error instanceof NoAnswer) throw new DocumentFault(`It cannot be read: ${error.message}.`)
    throw error
  }
  // A redirect is no answer either: the address is the identity.
  if (got.status !== 200) throw new DocumentFault(`It cannot be read: its server answers ${got.status}.`)
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(got.headers['content-type'] ?? ''))
    throw new DocumentFault('It is not served as JSON (application/json).')
  return got
}

/** How long it need not be read again, in seconds. Errors are not kept at all. */
export function readMaxAge(cacheControl: string | undefined): number {
  const text = (cacheControl ?? '').toLowerCase()
  if (/\bno-(?:store|cache)\b/.test(text)) return MIN_AGE_SECONDS
  const seconds = Number(/\bmax-age\s*=\s*"?(\d{1,10})/.exec(text)?.[1] ?? USUAL_AGE_SECONDS)
  return Math.min(Math.max(seconds, MIN_AGE_SECONDS), MAX_AGE_SECONDS)
}
