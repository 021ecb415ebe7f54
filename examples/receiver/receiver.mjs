// A receiver of webhooks: SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SECRET = '', PORT = '3000' } = process.env
if (!SECRET.startsWith('whsec_')) throw new Error('SECRET must be the secret of the webhook, whsec_…')
const seen = new Set()

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(SECRET, request.headers, body)) {
    response.writeHead(400).end()
    return
  }
  // Answer first: the service waits ten seconds, and tries again otherwise.
  response.writeHead(204).end()
  const id = request.headers['webhook-id']
  if (seen.has(id)) return
  seen.add(id)
  console.log(JSON.stringify(JSON.parse(body.toString())))
}).listen(Number(PORT), '127.0.0.1', () => console.error('ready'))

/** HMAC-SHA256 of id, time and body; while a secret is being replaced there are two signatures. */
function isGenuine(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
