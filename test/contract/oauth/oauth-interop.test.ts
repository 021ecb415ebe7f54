// Third-party clients, unmodified, against the running server.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { suite, test } from 'node:test'
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import {
  callApi,
  decide,
  decideDevice,
  REDIRECT_URI,
  registerApplication,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { shareServer } from '#test/support/server.ts'

const SCOPE = 'profile:read flights:read'

suite('independent clients', async () => {
  const server = await shareServer()
  const { user, headers } = await createSignedInUser(server)
  const confidential = await registerApplication(server)
  const publicOne = await registerApplication(server, { type: 'public' })

  /** The browser's way from an authorization URL: to the consent page and back to the application. */
  async function visit(url: string | URL): Promise<URL> {
    let response = await fetch(url, { headers, redirect: 'manual' })
    if (response.status === 200) response = await decide(server, await response.text(), { headers })
    return new URL(response.headers.get('location') ?? '')
  }

  const ways: [string, TestApplication, openid.ClientAuth, oauth.ClientAuth][] = [
    [
      'client_secret_basic',
      confidential,
      openid.ClientSecretBasic(confidential.secret),
      oauth.ClientSecretBasic(confidential.secret),
    ],
    [
      'client_secret_post',
      confidential,
      openid.ClientSecretPost(confidential.secret),
      oauth.ClientSecretPost(confidential.secret),
    ],
    ['none', publicOne, openid.None(), oauth.None()],
  ]
  for (const [method, application, authentication, clientAuth] of ways) {
    const isConfidential = method !== 'none'

    test(`openid-client by ${method}: discovery, every grant, revocation, introspection`, async () => {
      const config = await openid.discovery(new URL(server.url), application.id, {}, authentication, {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      })
      if (isConfidential) {
        const own = await openid.clientCredentialsGrant(config, { scope: 'profile:read' })
        assert.equal(own.scope, 'profile:read')
      }
      const verifier = openid.randomPKCECodeVerifier()
      const state = openid.randomState()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: SCOPE,
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      })
      const tokens = await openid.authorizationCodeGrant(config, await visit(url), {
        pkceCodeVerifier: verifier,
        expectedState: state,
      })
      assert.equal(tokens.scope, SCOPE)
      const profile = await openid.fetchProtectedResource(
        config,
        tokens.access_token,
        new URL('/api/v1/profile', server.url),
        'GET',
      )
      assert.equal(((await profile.json()) as { data: { id: string } }).data.id, user.id)

      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      if (isConfidential) {
        const known = await openid.tokenIntrospection(config, next.access_token)
        assert.equal(known.active, true)
        assert.equal(known.sub, user.id)
      }
      await openid.tokenRevocation(config, next.refresh_token ?? '')
      assert.equal(await callApi(server, next.access_token), 401)

      const device = await openid.initiateDeviceAuthorization(config, { scope: 'profile:read' })
      await decideDevice(server, device.user_code, { headers })
      const ofDevice = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.05 })
      assert.equal(await callApi(server, ofDevice.access_token), 200)
    })

    test(`oauth4webapi by ${method}: discovery, every grant, revocation, introspection`, async () => {
      const issuer = new URL(server.url)
      const insecure = { [oauth.allowInsecureRequests]: true }
      const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
      const as = await oauth.processDiscoveryResponse(issuer, found)
      const client: oauth.Client = { client_id: application.id }
      if (isConfidential) {
        const response = await oauth.clientCredentialsGrantRequest(
          as,
          client,
          clientAuth,
          { scope: 'profile:read' },
          insecure,
        )
        const own = await oauth.processClientCredentialsResponse(as, client, response)
        assert.equal(own.scope, 'profile:read')
      }
      const verifier = oauth.generateRandomCodeVerifier()
      const state = oauth.generateRandomState()
      const url = new URL(as.authorization_endpoint ?? '')
      url.search = new URLSearchParams({
        client_id: application.id,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: SCOPE,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
      }).toString()
      const answer = oauth.validateAuthResponse(as, client, await visit(url), state)
      const exchanged = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        clientAuth,
        answer,
        REDIRECT_URI,
        verifier,
        insecure,
      )
      const tokens = await oauth.processAuthorizationCodeResponse(as, client, exchanged)
      assert.equal(tokens.scope, SCOPE)

      const refreshed = await oauth.refreshTokenGrantRequest(
        as,
        client,
        clientAuth,
        tokens.refresh_token ?? '',
        insecure,
      )
      const next = await oauth.processRefreshTokenResponse(as, client, refreshed)
      if (isConfidential) {
        const asked = await oauth.introspectionRequest(as, client, clientAuth, next.access_token, insecure)
        const known = await oauth.processIntrospectionResponse(as, client, asked)
        assert.equal(known.active, true)
        assert.equal(known.client_id, application.id)
      }
      const revoked = await oauth.revocationRequest(as, client, clientAuth, next.access_token, insecure)
      await oauth.processRevocationResponse(revoked)
      assert.equal(await callApi(server, next.access_token), 401)

      const started = await oauth.deviceAuthorizationRequest(
        as,
        client,
        clientAuth,
        { scope: 'profile:read' },
        insecure,
      )
      const device = await oauth.processDeviceAuthorizationResponse(as, client, started)
      const poll = () => oauth.deviceCodeGrantRequest(as, client, clientAuth, device.device_code, insecure)
      await assert.rejects(
        async () => oauth.processDeviceCodeResponse(as, client, await poll()),
        (error) => error instanceof oauth.ResponseBodyError && error.error === 'authorization_pending',
      )
      await decideDevice(server, device.user_code, { headers })
      const ofDevice = await oauth.processDeviceCodeResponse(as, client, await poll())
      assert.equal(await callApi(server, ofDevice.access_token), 200)
    })
  }

  test('oauth4webapi refuses an answer whose iss is another’s, and reads our errors', async () => {
    const as = { issuer: server.url, authorization_response_iss_parameter_supported: true }
    const client: oauth.Client = { client_id: publicOne.id }
    const url = new URL('/oauth/authorize', server.url)
    url.search = new URLSearchParams({
      client_id: publicOne.id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      state: 'x',
    }).toString()
    const answer = await visit(url)
    assert.throws(
      () => oauth.validateAuthResponse(as, client, answer, 'x'),
      (error) => error instanceof oauth.AuthorizationResponseError && error.error === 'invalid_request',
    )
    answer.searchParams.set('iss', 'https://evil.example.org')
    assert.throws(() => oauth.validateAuthResponse(as, client, answer, 'x'), /iss/)
  })

  for (const authorizationMethod of ['header', 'body'] as const) {
    test(`simple-oauth2 by ${authorizationMethod}: client_credentials, authorization_code, refresh, revocation`, async () => {
      const { AuthorizationCode, ClientCredentials } = requireSimpleOauth2()
      const config = {
        client: { id: confidential.id, secret: confidential.secret },
        auth: { tokenHost: server.url, tokenPath: '/api/oauth/token', revokePath: '/api/oauth/revoke' },
        options: { authorizationMethod },
      }
      const own = await new ClientCredentials(config).getToken({ scope: 'profile:read' })
      assert.equal(await callApi(server, own.token.access_token), 200)

      const flow = new AuthorizationCode({
        ...config,
        auth: { ...config.auth, authorizePath: '/oauth/authorize' },
      })
      const url = flow.authorizeURL({ redirect_uri: REDIRECT_URI, scope: SCOPE, state: 'x' })
      const code = (await visit(url)).searchParams.get('code') ?? ''
      const tokens = await flow.getToken({ code, redirect_uri: REDIRECT_URI })
      assert.equal(tokens.expired(), false)
      const next = await tokens.refresh()
      assert.equal(await callApi(server, next.token.access_token), 200)
      await next.revoke('refresh_token')
      assert.equal(await callApi(server, next.token.access_token), 401)
    })
  }

  const python = findPython()
  const clients: [string, string, string[]][] = [
    [
      'authlib',
      'authlib_client.py',
      [confidential.id, confidential.secret, REDIRECT_URI, 'client_secret_basic'],
    ],
    [
      'authlib',
      'authlib_client.py',
      [confidential.id, confidential.secret, REDIRECT_URI, 'client_secret_post'],
    ],
    ['authlib', 'authlib_client.py', [publicOne.id, '', REDIRECT_URI, 'none']],
    [
      'requests_oauthlib',
      'requests_oauthlib_client.py',
      [confidential.id, confidential.secret, REDIRECT_URI],
    ],
  ]
  for (const [module, script, args] of clients) {
    const skip = python.has(module) ? false : `python3 has no ${module}`
    test(`${module} ${args[3] ?? ''}: every grant it knows`, { skip }, async () => {
      const seen = await runPython(python.get(module) ?? '', script, [server.url, ...args], visit)
      const isConfidential = args[1] !== ''
      if (isConfidential) assert.match(String(seen.client_credentials), /profile:read/)
      assert.equal(seen.authorization_code, SCOPE)
      assert.equal(seen.refresh_token, SCOPE)
      assert.equal(seen.profile, 200)
      if (module !== 'authlib') return assert.equal(seen.profile_after, 200)
      if (isConfidential) assert.equal(seen.introspected, true)
      assert.equal(seen.revoked, 200)
      assert.equal(seen.profile_after, 401)
    })
  }
})

interface SimpleToken {
  token: { access_token: string }
  expired(): boolean
  refresh(): Promise<SimpleToken>
  revoke(kind: string): Promise<void>
}

/** It comes without types. */
function requireSimpleOauth2() {
  return createRequire(import.meta.url)('simple-oauth2') as {
    ClientCredentials: new (config: object) => { getToken(parameters: object): Promise<SimpleToken> }
    AuthorizationCode: new (config: object) => {
      authorizeURL(parameters: object): string
      getToken(parameters: object): Promise<SimpleToken>
    }
  }
}

/** Which interpreter has which library: Debian's own may differ from the one found first. */
function findPython(): Map<string, string> {
  const found = new Map<string, string>()
  for (const interpreter of ['python3', '/usr/bin/python3']) {
    for (const module of ['authlib', 'requests_oauthlib']) {
      const { status } = spawnSync(interpreter, ['-c', `import requests, ${module}`], { stdio: 'ignore' })
      if (status === 0 && !found.has(module)) found.set(module, interpreter)
    }
  }
  return found
}

async function runPython(
  interpreter: string,
  script: string,
  args: string[],
  visit: (url: string) => Promise<URL>,
): Promise<Record<string, unknown>> {
  const path = join(import.meta.dirname, '../../interop', script)
  const child = spawn(interpreter, [path, ...args], {
    env: { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1', OAUTHLIB_INSECURE_TRANSPORT: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let faults = ''
  child.stderr.on('data', (chunk: Buffer) => {
    faults += chunk.toString()
  })
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('{')) return JSON.parse(line) as Record<string, unknown>
    child.stdin.write(`${(await visit(line)).href}\n`)
  }
  throw new Error(`${script} ended without a result: ${faults}`)
}
