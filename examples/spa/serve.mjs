// Serves the page: CLOUDSTREET_URL=http://localhost:8080 CLIENT_ID=… node serve.mjs   (PORT is 5000 unless you say otherwise)
// Any other server of static files does as well, with config.json and the SDK's dist as sdk/ next to the page.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const {
  CLOUDSTREET_URL: baseUrl = 'http://localhost:8080',
  CLIENT_ID: clientId = '',
  PORT = '5000',
} = process.env
const page = new URL('./', import.meta.url)
const sdk = new URL('./', import.meta.resolve('@cloudstreet/sdk'))
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' }
// Only its own scripts and styles, and one service to talk to.
const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${new URL(baseUrl).origin}; base-uri 'none'; frame-ancestors 'none'`

createServer(async (request, response) => {
  const path = request.url.replace(/\?.*/, '').slice(1) || 'index.html'
  const type = types[path.split('.').at(-1)]
  const content = await read(path).catch(() => undefined)
  if (!content || !type) {
    response.writeHead(404).end('not found')
    return
  }
  response.writeHead(200, {
    'content-type': type,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
  response.end(content)
}).listen(Number(PORT), '127.0.0.1', () => console.error(`http://127.0.0.1:${PORT}/`))

/** Nothing but the page and the SDK. */
async function read(path) {
  if (path === 'config.json') return JSON.stringify({ baseUrl, clientId })
  if (/^(index\.html|app\.js|style\.css)$/.test(path)) return readFile(new URL(path, page))
  if (/^sdk(\/[a-z-]+)+\.js$/.test(path)) return readFile(new URL(path.slice('sdk/'.length), sdk))
  return undefined
}
