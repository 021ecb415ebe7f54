import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { CloudstreetError, signWebhook, verifyWebhook, WebhookVerificationError } from '../index.ts'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD5KCBtwUzBp4='
const other = 'whsec_AAAAsBQIhrscChlQIMV+b5sSYspob7oD5KCBtwUzBp4='
const body = JSON.stringify({ event: 'flight.deleted', flight: { id: 'ä', hash: null } })

function only(headers: Record<string, string>, prefix: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)))
}

test('a webhook is verified, and its event is typed', async () => {
  const headers = await signWebhook({ secret, id: 'e1', body })
  const { event, id } = await verifyWebhook({ secret, headers, body })
  assert.equal(id, 'e1')
  assert.ok(event.event === 'flight.deleted')
  assert.equal(event.flight.id, 'ä')
  await verifyWebhook({ secret, headers: only(headers, 'webhook-'), body: new TextEncoder().encode(body) })
  await verifyWebhook({ secret, headers: new Headers(headers), body })
})

test('a body that was parsed already is refused with what is needed instead', async () => {
  const headers = await signWebhook({ secret, id: 'e1', body })
  for (const parsed of [JSON.parse(body), undefined, null])
    await assert.rejects(verifyWebhook({ secret, headers, body: parsed as string }), {
      name: CloudstreetError.name,
      message: /needs the body as text or bytes, before it is parsed: express\.raw\(\).* Fastify.* Next/,
    })
})

test('what it signs is what the library of Standard Webhooks takes, and the other way round', async () => {
  const at = new Date()
  const headers = await signWebhook({ secret, id: 'e1', body, at: at.getTime() })
  new Webhook(secret).verify(body, headers)
  const signature = new Webhook(secret).sign('e2', at, body)
  const time = String(Math.floor(at.getTime() / 1000))
  await verifyWebhook({
    secret,
    headers: { 'Webhook-Id': 'e2', 'Webhook-Timestamp': time, 'Webhook-Signature': signature },
    body,
  })
})

test('forged, altered, unsigned and old webhooks are refused', async () => {
  const headers = await signWebhook({ secret, id: 'e1', body })
  const refuse = async (changed: Partial<Parameters<typeof verifyWebhook>[0]>) => {
    await assert.rejects(verifyWebhook({ secret, headers, body, ...changed }), WebhookVerificationError)
  }
  await refuse({ secret: other })
  await assert.rejects(
    verifyWebhook({ secret: other, headers, body }),
    /webhook-signature is of another secret/,
  )
  await refuse({ body: `${body} ` })
  await refuse({ headers: {} })
  await refuse({ now: Date.now() + 301_000 })
  // The time that was signed is a whole second, up to one before.
  await refuse({ now: Date.now() - 303_000 })
  await refuse({ headers: { ...headers, 'webhook-signature': 'v1,!' } })
  await refuse({ headers: { ...headers, 'webhook-timestamp': '' } })
  await refuse({ headers: await signWebhook({ secret, id: 'e1', body, at: Date.now() - 600_000 }) })
})

test('nothing comes back that no signature covers', async () => {
  const headers = await signWebhook({ secret, id: 'e1', body })
  const forged = { ...headers, 'x-cloudstreet-sequence': '99', 'x-cloudstreet-test': 'true' }
  const event = JSON.parse(body) as unknown
  assert.deepEqual(await verifyWebhook({ secret, headers: forged, body }), { event, id: 'e1', isTest: false })
  const repeated = { ...forged, 'webhook-id': 'e2' }
  await assert.rejects(verifyWebhook({ secret, headers: repeated, body }), WebhookVerificationError)
  // The service's own signature, of a request that was heard, covers no id.
  const own = { ...only(repeated, 'x-'), 'webhook-id': 'e2' }
  await assert.rejects(verifyWebhook({ secret, headers: own, body }), WebhookVerificationError)
  await assert.rejects(
    verifyWebhook({ secret, headers: { ...headers, 'webhook-id': '' }, body }),
    WebhookVerificationError,
  )
})

test('a test event is known by what is signed: ids of zeros', async () => {
  const zeros = { user: { id: '0'.repeat(24) }, flight: { id: '0'.repeat(24), hash: '0'.repeat(64) } }
  const isTest = async (event: object) => {
    const text = JSON.stringify(event)
    const headers = await signWebhook({ secret, id: 'e1', body: text })
    return (await verifyWebhook({ secret, headers, body: text })).isTest
  }
  assert.equal(await isTest({ event: 'flight.uploaded', ...zeros }), true)
  assert.equal(await isTest({ event: 'connection.ended', user: zeros.user }), true)
  assert.equal(await isTest({ event: 'connection.ended', user: { id: '68f0a1b2c3d4e5f6a7b8c9d0' } }), false)
})

test('a secret that cannot be one verifies nothing, whatever key somebody guesses for it', async () => {
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(1),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const time = String(Math.floor(Date.now() / 1000))
  const message = new TextEncoder().encode(`e1.${time}.${body}`)
  const signature = Buffer.from(await crypto.subtle.sign('HMAC', key, message)).toString('base64')
  const headers = { 'webhook-id': 'e1', 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
  await assert.rejects(verifyWebhook({ secret: 'whsec_…', headers, body }), WebhookVerificationError)
})

test('while a secret is replaced either one fits', async () => {
  const headers = await signWebhook({ secret, id: 'e1', body })
  await verifyWebhook({ secret: [other, secret], headers, body })
  const both = await signWebhook({ secret: other, id: 'e1', body })
  const signatures = `${both['webhook-signature']} ${headers['webhook-signature']}`
  await verifyWebhook({ secret, headers: { ...headers, 'webhook-signature': signatures }, body })
})
