import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, suite, test, type TestContext } from 'node:test'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { findOne } from '#server/platform/checks/check.ts'
import { type Certificate, createAuthority } from '#test/support/documents/authority.ts'
import { listSetUpChecks } from './set-up.ts'

async function serve(context: TestContext, certificate: Certificate): Promise<number> {
  const server = createServer(certificate, (socket) => socket.end())
  // A client that does not trust the certificate resets the connection.
  server.on('tlsClientError', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  context.after(() => void server.close())
  return (server.address() as AddressInfo).port
}

function askCertificate(baseUrl: string) {
  const services = { config: { baseUrl }, now: Date.now, secrets: ['secret'] }
  const check = listSetUpChecks(services as never).find(({ name }) => name === 'TLS')
  return findOne(check!)
}

suite('the certificate of BASE_URL', async () => {
  const usual = getCACertificates('default')
  const authority = createAuthority({ after })
  const stranger = createAuthority({ after }, 'Unknown CA')

  const cases = {
    'that is fine': { made: authority.issue('localhost', { days: 60 }), state: 'well', says: /^$/ },
    'that ends in two weeks': {
      made: authority.issue('localhost', { days: 14 }),
      state: 'look',
      says: /Renew/,
    },
    'that ends in three days': {
      made: authority.issue('localhost', { days: 3 }),
      state: 'act',
      says: /Renew/,
    },
    'that has expired': {
      made: authority.issue('localhost', { days: -1 }),
      state: 'act',
      says: /expired Renew the certificate/,
    },
    'for another name': {
      made: authority.issue('other.example.org', { days: 60 }),
      state: 'act',
      says: /localhost.*not in the cert's altnames.* Get a certificate for the name in BASE_URL/,
    },
    'of an unknown authority': {
      made: stranger.issue('localhost', { days: 60 }),
      state: 'act',
      says: /NODE_EXTRA_CA_CERTS/,
    },
  }
  for (const [name, { made, state, says }] of Object.entries(cases))
    test(`${name}: ${state}`, async (context) => {
      setDefaultCACertificates([...usual, authority.cert])
      context.after(() => setDefaultCACertificates(usual))
      const port = await serve(context, made)
      const found = await askCertificate(`https://localhost:${port}`)
      assert.equal(found.state, state, found.cause)
      assert.match(`${found.cause ?? ''} ${found.remedy ?? ''}`.trim(), says)
      if (state === 'well') assert.match(found.sentence, /^The certificate ends on \d{4}-\d\d-\d\d\.$/)
    })

  test('that nothing serves: act', async () => {
    const server = createServer()
    server.listen(0, 'localhost')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const { state, remedy } = await askCertificate(`https://localhost:${port}`)
    assert.equal(state, 'act')
    assert.match(remedy ?? '', /the proxy runs/)
  })
})
