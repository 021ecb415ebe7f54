// Passes requests on to an S3 server if their signature is right: version 4, computed here as Amazon describes it.
import { createHmac, hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

export async function startSignatureCheck(
  context: { after: (end: () => void) => void },
  target: string,
  keys: Keys,
): Promise<string> {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    if (!isSigned(request, body, keys)) {
      response.writeHead(403)
      return response.end(
        '<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is wrong.</Message></Error>',
      )
    }
    const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>
    const { method = '' } = request
    const passed = await fetch(target + request.url, { method, headers, ...(body.length > 0 && { body }) })
    response.writeHead(passed.status, Object.fromEntries(passed.headers))
    return response.end(Buffer.from(await passed.arrayBuffer()))
  }
  const server = createServer((request, response) => void pass(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function isSigned(request: IncomingMessage, body: Buffer, { accessKeyId, secretAccessKey }: Keys): boolean {
  const { authorization = '', ...headers } = request.headers as Record<string, string>
  const [, id, scope = '', names = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  // A body, its sum and the condition must be covered: nothing in between may change them.
  const mustBeSigned = [
    'host',
    'x-amz-content-sha256',
    ...(headers['if-none-match'] ? ['if-none-match'] : []),
  ]
  if (id !== accessKeyId || !mustBeSigned.every((name) => names.split(';').includes(name))) return false
  if (headers['x-amz-content-sha256'] !== hash('sha256', body)) return false
  const { pathname, search } = new URL(request.url ?? '', 'http://host')
  const canonical = [
    request.method,
    pathname,
    search.slice(1).split('&').sort().join('&'),
    ...names.split(';').map((name) => `${name}:${headers[name]?.trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash('sha256', canonical)].join('\n')
  const sign = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest()
  const key = scope.split('/').reduce<string | Buffer>(sign, `AWS4${secretAccessKey}`)
  return sign(key, text).toString('hex') === signature
}
