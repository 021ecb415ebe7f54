// Is a request really a webhook of the service? Verified by its Standard Webhooks signature, which covers the id as well as
// the body; the service's own covers only the body, and an id sent with it could be anybody's.
import { encode, fromBase64, toBase64, toHex } from '../bytes.ts'
import { CloudstreetError, WebhookVerificationError } from '../errors.ts'
import type {
  ConnectionEnded,
  EntryDecided,
  FlightDeleted,
  FlightUpdated,
  FlightUploaded,
  ForwardDelivered,
  ForwardFailed,
  SeasonClosed,
} from '../types.ts'

/** The body of a webhook; `event` tells them apart. */
export type CloudstreetEvent =
  | FlightUploaded
  | FlightUpdated
  | FlightDeleted
  | ConnectionEnded
  | EntryDecided
  | SeasonClosed
  | ForwardDelivered
  | ForwardFailed

export interface ReceivedWebhook {
  /** The secret as it was shown, `whsec_…`; both while it is being replaced. */
  secret: string | readonly string[]
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it came, before any JSON parser has touched it. */
  body: string | Uint8Array
  /** How old a request may be; 5 minutes by default. An older one may be a recording. */
  toleranceSeconds?: number
  /** Unix milliseconds, for tests. */
  now?: number
}

/** Covered by the signature, and nothing else: the number in `X-Cloudstreet-Sequence` is not signed. */
export interface VerifiedWebhook {
  event: CloudstreetEvent
  /** The same in every attempt: an id that you have seen is a repetition. */
  id: string
  /** Its flight, or with `connection.ended` its user, does not exist. */
  isTest: boolean
}

/**
 * Verifies a webhook and reads its event.
 *
 * @example
 * const { event, id } = await verifyWebhook({ secret, headers: request.headers, body: await request.text() })
 * if (event.event === 'flight.uploaded') console.log(event.flight.score)
 * @throws WebhookVerificationError when it is forged, altered or too old: answer 400.
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<VerifiedWebhook> {
  const { secret, headers, body, toleranceSeconds = 300, now = Date.now() } = received
  if (typeof body !== 'string' && !ArrayBuffer.isView(body))
    throw new CloudstreetError(
      "verifyWebhook needs the body as text or bytes, before it is parsed: express.raw() in Express, parseAs: 'buffer' in Fastify, request.text() in Next.js.",
    )
  const read = readHeader(headers)
  const [id, time] = [read('id'), read('timestamp')]
  const signatures = findSignatures(read('signature'))
  if (!id || !signatures.length || !/^\d+$/.test(time)) refuse('is not signed')
  // Not `>`: what is no number is refused, too.
  const isRecent = Math.abs(now / 1000 - Number(time)) <= toleranceSeconds
  if (!isRecent) refuse('is too old, or your clock is wrong')
  const bytes = typeof body === 'string' ? encode(body) : body
  const message = new Uint8Array([...encode(`${id}.${time}.`), ...bytes])
  for (const one of [secret].flat()) {
    const key = await importKey(decodeSecret(one), 'verify')
    for (const signature of signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return toVerified(id, bytes)
    }
  }
  return refuse('was altered, such as by a JSON parser, or its webhook-signature is of another secret')
}

function refuse(reason: string): never {
  throw new WebhookVerificationError(`The webhook ${reason}.`)
}

function findSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  return [...header.matchAll(/(?:^| )v1,(\S+)/g)].flatMap(([, text = '']) => fromBase64(text) ?? [])
}

/** Standard Webhooks: the key is what the base64 after the prefix stands for. */
function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  return fromBase64(secret.replace(/^whsec_/, '')) ?? refuse('needs the secret as it was shown')
}

function toVerified(id: string, body: Uint8Array): VerifiedWebhook {
  const event = JSON.parse(new TextDecoder().decode(body)) as CloudstreetEvent
  // A test says so, or names nothing that exists, by ids of zeros. The header that says so is not signed.
  const name =
    'flight' in event ? event.flight.hash : 'forward' in event ? event.forward.flightId : event.user?.id
  return { event, id, isTest: 'test' in event || /^0+$/.test(String(name)) }
}

function readHeader(headers: ReceivedWebhook['headers']): (name: string) => string {
  const pairs = headers instanceof Headers ? [...headers] : Object.entries(headers)
  const found = Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => String(found[`webhook-${name}`] ?? '')
}

function importKey(bytes: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

/**
 * The headers with which the service would send this body: for tests of a receiver.
 *
 * @example
 * const body = JSON.stringify({ event: 'flight.uploaded', … })
 * await fetch(url, { method: 'POST', body, headers: await signWebhook({ secret, id: 'test-1', body }) })
 */
export async function signWebhook(webhook: {
  secret: string
  id: string
  body: string
  /** Unix milliseconds; now by default. */
  at?: number
}): Promise<Record<string, string>> {
  const { secret, id, body } = webhook
  const time = Math.floor((webhook.at ?? Date.now()) / 1000)
  const sign = async (key: Uint8Array<ArrayBuffer>, text: string) =>
    new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key, 'sign'), encode(text)))
  const own = await sign(encode(secret), `${time}.${body}`)
  const standard = await sign(decodeSecret(secret), `${id}.${time}.${body}`)
  return {
    'content-type': 'application/json',
    'x-cloudstreet-signature': `t=${time},v1=${toHex(own)}`,
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${toBase64(standard)}`,
  }
}
