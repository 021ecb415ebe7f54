import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createSignatureHeaders, createWebhookSecret } from './sign.ts'

const body = Buffer.from('{"event":"flight.deleted","note":"Fluggelände Grünau"}')
const unixSeconds = Math.floor(Date.now() / 1000)

test('a secret is whsec_ and the base64 of 32 bytes', () => {
  const secret = createWebhookSecret()
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(secret, createWebhookSecret())
})

test('the signature is keyed with the secret as shown, over time and body', () => {
  const secret = createWebhookSecret()
  const headers = createSignatureHeaders({ id: 'a', body, unixSeconds, secrets: [secret] })
  const expected = createHmac('sha256', secret).update(`${unixSeconds}.${body.toString()}`).digest('hex')
  assert.equal(headers['x-cloudstreet-signature'], `t=${unixSeconds},v1=${expected}`)
})

test('the published library verifies with the new and, during a rotation, with the old secret', () => {
  const [old, current] = [createWebhookSecret(), createWebhookSecret()]
  const headers = createSignatureHeaders({ id: 'a', body, unixSeconds, secrets: [current, old] })
  assert.equal(headers['x-cloudstreet-signature'].split('v1=').length, 3)
  for (const secret of [old, current]) new Webhook(secret).verify(body.toString(), headers)
  assert.throws(() => new Webhook(createWebhookSecret()).verify(body.toString(), headers))
  assert.throws(() => new Webhook(current).verify(`${body.toString()} `, headers))
})
