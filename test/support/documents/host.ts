// A host of client ID documents: https on loopback, with a certificate that this process trusts while the test runs.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** Needed to make a certificate. */
export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Names under localhost are loopback for the service's resolver; the last one is "пример" in punycode. */
export const hostNames = ['app.localhost', 'other.localhost', 'xn--e1afmkfd.localhost'] as const

export interface DocumentHost {
  readonly port: number
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  /** https://NAME:PORT */
  origin(name?: (typeof hostNames)[number]): string
  /** Serves a new document at the path, and gives its address. */
  publish(path: string, members?: Record<string, unknown>, headers?: Record<string, string>): string
  /** Answers at the path as it likes. */
  answer(path: string, listener: RequestListener): string
}

export async function startDocumentHost(context: {
  after: (end: () => void) => void
}): Promise<DocumentHost> {
  const { key, cert } = makeCertificate()
  trust((certificates) => certificates.add(cert))
  const asked: string[] = []
  const listeners = new Map<string, RequestListener>()
  const server = createServer({ key, cert }, (request, response) => {
    asked.push(request.url ?? '')
    const listener = listeners.get(request.url ?? '')
    if (listener) listener(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    trust((certificates) => certificates.delete(cert))
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const origin = (name: string = hostNames[0]) => `https://${name}:${port}`
  const answer = (path: string, listener: RequestListener) => {
    listeners.set(path, listener)
    return origin() + path
  }
  return {
    port,
    asked,
    origin,
    answer,
    publish: (path, members = {}, headers = {}) =>
      answer(path, (request, response) => {
        const own = `https://${request.headers.host}`
        const document = {
          client_id: own + path,
          client_name: 'Thermal Assistant',
          redirect_uris: [`${own}/callback`, 'http://127.0.0.1/callback', 'http://localhost/callback'],
          grant_types: ['authorization_code', 'refresh_token'],
          token_endpoint_auth_method: 'none',
          ...members,
        }
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(document))
      }),
  }
}

/** Several hosts may be up in one process: each takes back only its own certificate. */
const ours = new Set<string>()
let others: string[] | undefined

export function trust(change: (certificates: Set<string>) => void): void {
  others ??= getCACertificates('default')
  change(ours)
  setDefaultCACertificates([...others, ...ours])
}

function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cloudstreet-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = hostNames.map((name) => `DNS:${name}`).join(',')
  try {
    const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    const subject = ['-subj', '/CN=app.localhost', '-addext', `subjectAltName=${names},IP:127.0.0.1`]
    const files = ['-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...algorithm, '-days', '2', ...subject, ...files], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
