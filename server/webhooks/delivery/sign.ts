// The two signatures of a delivery, Cloudstreet's own and the Standard Webhooks one, over the bytes as sent.
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** In the format of Standard Webhooks: its libraries accept the secret as shown. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

export interface SignedParts {
  id: string
  body: Uint8Array
  unixSeconds: number
  /** The current one first; during a rotation also the old one. */
  secrets: readonly string[]
}

export function createSignatureHeaders({ id, body, unixSeconds, secrets }: SignedParts) {
  const own = secrets.map((secret) => `v1=${hmac(secret, `${unixSeconds}.`, body).toString('hex')}`)
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${hmac(key, `${id}.${unixSeconds}.`, body).toString('base64')}`
  })
  return {
    'x-cloudstreet-signature': [`t=${unixSeconds}`, ...own].join(','),
    'webhook-id': id,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}

function hmac(key: string | Buffer, head: string, body: Uint8Array): Buffer {
  return createHmac('sha256', key).update(head).update(body).digest()
}
