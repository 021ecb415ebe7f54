// A receiver of webhooks: SECRET=whsec_… PORT=3000 node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { SECRET = '', PORT = '3000' } = process.env
const seen = new Set()

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(String(request.headers['x-cloudstreet-signature']), body)) {
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

/** `t=<seconds>,v1=<hex>`: HMAC-SHA256 of time, a dot and the body; during a rotation two of v1. */
function isGenuine(header, body) {
  const parts = header.split(',').map((part) => part.split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false
  const expected = createHmac('sha256', SECRET).update(`${time}.`).update(body).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
