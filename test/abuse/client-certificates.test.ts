// run: all
// A client that describes itself is the host of its document: the certificate of that host is all that proves it.
import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { type Certificate, createAuthority } from '#test/support/documents/authority.ts'
import { createDocumentClient, documentSettings } from '#test/support/documents/client.ts'
import { hasOpenssl, trust } from '#test/support/documents/host.ts'
import { callApi } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const NAME = 'app.localhost'

suite('the certificate of a client’s host', { skip: !hasOpenssl && 'no openssl' }, async () => {
  const authority = createAuthority({ after })
  const stranger = createAuthority({ after }, 'Another CA')
  trust((certificates) => certificates.add(authority.cert))
  after(() => trust((certificates) => certificates.delete(authority.cert)))
  const server = await startServer({ after }, { environment: documentSettings })
  const { headers } = await createSignedInUser(server)
  const { open, connect } = createDocumentClient(server)

  /** Serves a client's document; counts requests, of which there are none before the certificate was checked. */
  const serve = async ({ key, cert }: Certificate) => {
    let asked = 0
    const host = createServer({ key, cert }, (request, response) => {
      asked++
      const own = `https://${request.headers.host}`
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          client_id: `${own}/client.json`,
          client_name: 'Thermal Assistant',
          redirect_uris: [`${own}/callback`],
          token_endpoint_auth_method: 'none',
        }),
      )
    })
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
    after(() => {
      host.closeAllConnections()
      host.close()
    })
    const { port } = host.address() as AddressInfo
    return { clientId: `https://${NAME}:${port}/client.json`, count: () => asked }
  }

  test('of an authority that is trusted is enough, up to a token that works', async () => {
    const { clientId, count } = await serve(authority.issue(NAME))
    const tokens = await connect(clientId, headers, { scope: 'profile:read' })
    assert.equal(await callApi(server, tokens.access_token), 200)
    assert.ok(count() > 0)
  })

  const refusedCases: [name: string, make: () => Certificate][] = [
    ['of an authority that is not trusted', () => stranger.issue(NAME)],
    ['for another name', () => authority.issue('other.localhost')],
    ['for a name that only ends or begins alike', () => authority.issue(`${NAME}.example.org`)],
    ['for the names below it', () => authority.issue(`*.${NAME}`)],
    ['that has expired', () => authority.issue(NAME, { days: -1 })],
  ]
  for (const [name, make] of refusedCases)
    test(`${name} is refused before anything is asked`, async () => {
      const { clientId, count } = await serve(make())
      const page = await open(clientId, headers)
      const text = await page.text()
      assert.notEqual(page.status, 200, text)
      assert.equal(page.headers.get('location'), null)
      assert.match(text, /cannot be read/)
      assert.equal(count(), 0)
    })
})
