// Is a request really a webhook of the service? Both signatures are known: the service's own and Standard Webhooks.
import { fromBase64, fromHex, toBase64, toHex } from '../bytes.ts'
import { WebhookVerificationError } from '../errors.ts'
import type { ConnectionEnded, FlightDeleted, FlightUpdated, FlightUploaded } from '../types/events.ts'

/** What a webhook carries; `event` tells them apart. */
export type CloudstreetEvent = FlightUploaded | FlightUpdated | FlightDeleted | ConnectionEnded

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

export interface VerifiedWebhook {
  event: CloudstreetEvent
  /** The same in every attempt: an id that you have seen is a repetition. */
  id: string
  /** Numbers of this webhook have no gaps. */
  sequence: number | undefined
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
  const read = readHeader(received.headers)
  const body = typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body
  const signed = findSignatures(read)
  const ageSeconds = (received.now ?? Date.now()) / 1000 - Number(signed.time)
  if (!(Math.abs(ageSeconds) <= (received.toleranceSeconds ?? 300))) {
    throw new WebhookVerificationError('The webhook is too old, or its clock and yours differ.')
  }
  const message = concat(new TextEncoder().encode(signed.prefix), body)
  for (const secret of [received.secret].flat()) {
    const key = await importKey(signed.toKey(secret), 'verify')
    for (const signature of signed.signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, message)) return toVerified(read, body)
    }
  }
  throw new WebhookVerificationError('The signature of the webhook does not fit its body and the secret.')
}

interface Signatures {
  time: string
  /** Stands before the body in what is signed. */
  prefix: string
  signatures: Uint8Array<ArrayBuffer>[]
  toKey: (secret: string) => Uint8Array<ArrayBuffer>
}

type ReadHeader = (name: string) => string

function findSignatures(read: ReadHeader): Signatures {
  const own = read('x-cloudstreet-signature')
  const standard = read('webhook-signature')
  if (own === '' && standard === '') throw new WebhookVerificationError('The webhook is not signed.')
  if (own !== '') {
    const parts = own.split(',').map((part) => part.trim().split('='))
    const time = parts.find(([name]) => name === 't')?.[1] ?? ''
    const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? (fromHex(value) ?? []) : []))
    return {
      time: requireTime(time),
      prefix: `${time}.`,
      signatures,
      toKey: (secret) => new TextEncoder().encode(secret),
    }
  }
  const time = read('webhook-timestamp')
  const parts = standard.split(' ').map((part) => part.split(','))
  const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? (fromBase64(value) ?? []) : []))
  return {
    time: requireTime(time),
    prefix: `${read('webhook-id')}.${time}.`,
    signatures,
    toKey: decodeSecret,
  }
}

function requireTime(time: string): string {
  if (/^\d+$/.test(time)) return time
  throw new WebhookVerificationError('The webhook does not say when it was sent.')
}

/** Standard Webhooks: the key is what the base64 after the prefix stands for. */
function decodeSecret(secret: string): Uint8Array<ArrayBuffer> {
  return fromBase64(secret.replace(/^whsec_/, '')) ?? new Uint8Array(1)
}

function toVerified(read: ReadHeader, body: Uint8Array): VerifiedWebhook {
  const sequence = read('x-cloudstreet-sequence')
  return {
    event: JSON.parse(new TextDecoder().decode(body)) as CloudstreetEvent,
    id: read('webhook-id'),
    sequence: sequence === '' ? undefined : Number(sequence),
    isTest: read('x-cloudstreet-test') === 'true',
  }
}

function readHeader(headers: ReceivedWebhook['headers']): ReadHeader {
  if (headers instanceof Headers) return (name) => headers.get(name) ?? ''
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (name) => [byName.get(name) ?? []].flat().join(',')
}

function importKey(bytes: Uint8Array<ArrayBuffer>, use: 'sign' | 'verify'): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
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
  const sign = async (key: Uint8Array<ArrayBuffer>, text: string) => {
    const bytes = new TextEncoder().encode(text)
    return new Uint8Array(await crypto.subtle.sign('HMAC', await importKey(key, 'sign'), bytes))
  }
  const own = await sign(new TextEncoder().encode(secret), `${time}.${body}`)
  const standard = await sign(decodeSecret(secret), `${id}.${time}.${body}`)
  return {
    'content-type': 'application/json',
    'x-cloudstreet-signature': `t=${time},v1=${toHex(own)}`,
    'webhook-id': id,
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${toBase64(standard)}`,
  }
}
