// The way from a client to this installation: the address, the proxy in front, the certificate.
import { connect } from 'node:tls'
import { act, type Check, type Finding, look, well } from '#server/platform/checks/check.ts'
import { PROBE_HEADER, type SeenRequest, signProbe } from '#server/platform/checks/probe.ts'
import { startDeadline } from '#server/platform/concurrency/deadline.ts'
import { shareReads } from '#server/platform/metrics/share-reads.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS, SECOND_MS } from '#server/platform/time.ts'

const TIMEOUT_MS = 5 * SECOND_MS
const LOOK_BEFORE_MS = 21 * DAY_MS
const ACT_BEFORE_MS = 7 * DAY_MS
const PROXY_PAGE = 'docs/operate/proxy.md has the lines for nginx, Caddy and others.'

type Seen = { seen: SeenRequest } | { problem: string }
type SetUpServices = Pick<Services, 'config' | 'now' | 'secrets'>

export function listSetUpChecks(services: SetUpServices): Check[] {
  const ask = shareReads(() => askSelf(services))
  return [
    { name: 'base URL', find: async () => judgeAddress(services, await ask()) },
    { name: 'proxy', find: async () => judgeProxy(services, await ask()) },
    { name: 'TLS', find: () => checkCertificate(services) },
  ]
}

async function askSelf({ config, now, secrets }: SetUpServices): Promise<Seen> {
  const { signal, end } = startDeadline(TIMEOUT_MS)
  try {
    const response = await fetch(`${config.baseUrl}/healthz`, {
      headers: { [PROBE_HEADER]: signProbe(secrets, now()) },
      redirect: 'manual',
      signal,
    })
    const { seen } = (await response.json()) as { seen?: SeenRequest }
    return seen ? { seen } : { problem: `it answers ${response.status}, and is not this installation` }
  } catch (error) {
    const { message, cause } = error as Error
    return { problem: cause instanceof Error ? cause.message : message }
  } finally {
    end()
  }
}

function judgeAddress({ config: { baseUrl } }: SetUpServices, answer: Seen): Finding {
  if ('problem' in answer)
    return look(
      `This machine does not reach the service at ${baseUrl}.`,
      'Check BASE_URL, the name in the DNS and that a node runs; where this machine must not reach its public address, ask from another one.',
      answer.problem,
    )
  const { origin } = answer.seen
  if (origin !== new URL(baseUrl).origin)
    return look(
      `A request to ${baseUrl} arrives as one to ${origin}.`,
      `Let the proxy pass on Host and X-Forwarded-Proto, and set TRUST_PROXY. ${PROXY_PAGE}`,
    )
  return well(`${baseUrl} leads here.`)
}

function judgeProxy({ config: { trustProxy } }: SetUpServices, answer: Seen): Finding {
  if ('problem' in answer) return well('No request could be sent through the proxy, if there is one.')
  const { isForwarded } = answer.seen
  if (isForwarded && trustProxy === false)
    return act(
      'A proxy is in front of the service, which TRUST_PROXY does not name: all clients share its address and its limits.',
      `Set TRUST_PROXY to the number of proxies, or their networks. ${PROXY_PAGE}`,
    )
  if (!isForwarded && trustProxy !== false)
    return look(
      'TRUST_PROXY is set, and the request to BASE_URL came without the headers of a proxy.',
      `Let the proxy set X-Forwarded-For and X-Forwarded-Proto, or take TRUST_PROXY away: a client that reaches the node directly can name any address. ${PROXY_PAGE}`,
    )
  return well(isForwarded ? 'The proxy is known, and passes on who asks.' : 'No proxy is in front.')
}

async function checkCertificate({ config, now }: SetUpServices): Promise<Finding> {
  const { protocol, hostname, port } = new URL(config.baseUrl)
  if (protocol === 'http:') {
    const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
    if (isHere) return well('The service is for this machine; no certificate is needed.')
    return act(
      'BASE_URL is plain http: passwords and keys travel in the clear.',
      `Put a proxy with a certificate in front, and set BASE_URL to https. ${PROXY_PAGE}`,
    )
  }
  const ends = await readCertificateEnd(hostname, Number(port || 443)).catch(
    (error: unknown) => error as Error,
  )
  if (ends instanceof Error)
    return act('No TLS connection to BASE_URL succeeds.', findRemedy(ends), ends.message)
  const leftMs = ends - now()
  const until = `The certificate ends on ${new Date(ends).toISOString().slice(0, 10)}.`
  if (leftMs < ACT_BEFORE_MS) return act(until, RENEW)
  return leftMs < LOOK_BEFORE_MS ? look(until, RENEW) : well(until)
}

const RENEW = 'Renew the certificate, and check what renews it.'
const TRUST =
  'Let the proxy send the certificates in between, too; for an authority of your own, name its file in NODE_EXTRA_CA_CERTS.'

/** By the code of the error. */
const remedies: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: RENEW,
  CERT_NOT_YET_VALID: 'Set the clock of this machine, or of the one that made the certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Get a certificate for the name in BASE_URL, or correct BASE_URL.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: TRUST,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: TRUST,
  SELF_SIGNED_CERT_IN_CHAIN: TRUST,
  DEPTH_ZERO_SELF_SIGNED_CERT: TRUST,
}

const findRemedy = (error: Error & { code?: string }) =>
  remedies[error.code ?? ''] ??
  `Check that BASE_URL is right, and that the proxy runs and speaks TLS there. ${PROXY_PAGE}`

function readCertificateEnd(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)))
    socket.once('error', reject)
  })
}
