// run: all
// Third-party libraries sign a user in, told nothing but the address of the service and the application's id and
// secret.
import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { Auth, type AuthConfig } from '@auth/core'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { rotateSigningKey } from '#server/oauth/openid/commands.ts'
import { decide, decideDevice, REDIRECT_URI, registerApplication } from '#test/support/oauth.ts'
import { createSignedInUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

const SITE = 'https://app.example.org'
const SECRET = 'a secret of the site that signs its users in'

suite('sign in with Cloudstreet', async () => {
  const server = await startServer({ after }, { environment: { RATE_LIMIT_OAUTH: '0' } })
  const { user, headers } = await createSignedInUser(server, 'Ada Thermal')
  const application = await registerApplication(server, {
    scopes: ['profile:read', 'profile:email'],
    redirectUris: [
      REDIRECT_URI,
      `${SITE}/auth/callback/cloudstreet`,
      `${SITE}/api/auth/callback/cloudstreet`,
    ],
  })
  const publicOne = await registerApplication(server, {
    type: 'public',
    scopes: ['profile:read', 'profile:email'],
  })

  /** The browser's way from an authorization URL: to the consent page and back to the application. */
  async function visit(url: string | URL): Promise<URL> {
    let response = await fetch(url, { headers, redirect: 'manual' })
    if (response.status === 200) response = await decide(server, await response.text(), { headers })
    return new URL(response.headers.get('location') ?? '')
  }

  test('Auth.js: a provider with an issuer, an id and a secret', async () => {
    const config: AuthConfig = {
      providers: [
        {
          id: 'cloudstreet',
          name: 'Cloudstreet',
          type: 'oidc',
          issuer: server.url,
          clientId: application.id,
          clientSecret: application.secret,
        },
      ],
      secret: SECRET,
      basePath: '/auth',
      trustHost: true,
    }
    const browser = createBrowser((request) => Auth(request, config))
    const { csrfToken } = (await (await browser.open('/auth/csrf')).json()) as { csrfToken: string }
    const started = await browser.post('/auth/signin/cloudstreet', new URLSearchParams({ csrfToken }))
    const back = await visit(started.headers.get('location') ?? '')
    assert.equal(back.searchParams.get('error'), null)
    await browser.open(back.pathname + back.search)
    const session = (await (await browser.open('/auth/session')).json()) as { user?: Record<string, string> }
    assert.deepEqual(session.user, { name: 'Ada Thermal', email: user.email })
  })

  for (const [name, client, authentication] of [
    ['confidential', application, openid.ClientSecretBasic(application.secret)],
    ['public', publicOne, openid.None()],
  ] as const) {
    test(`openid-client, ${name}: code, refresh, device, userinfo, before and after a rotation`, async () => {
      const discover = () =>
        openid.discovery(new URL(server.url), client.id, {}, authentication, {
          // The signature is verified, too, which TLS makes optional for it.
          execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
        })
      const signIn = async (config: openid.Configuration) => {
        const verifier = openid.randomPKCECodeVerifier()
        const [state, nonce] = [openid.randomState(), openid.randomNonce()]
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: REDIRECT_URI,
          scope: 'openid profile email',
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          max_age: '7200',
        })
        return openid.authorizationCodeGrant(config, await visit(url), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
          maxAge: 7200,
        })
      }
      const config = await discover()
      const tokens = await signIn(config)
      assert.equal(tokens.claims()?.sub, user.id)
      const info = await openid.fetchUserInfo(config, tokens.access_token, user.id)
      assert.deepEqual([info.name, info.email], ['Ada Thermal', user.email])
      const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
      assert.equal(next.claims()?.email, user.email)
      const device = await openid.initiateDeviceAuthorization(config, { scope: 'openid profile' })
      await decideDevice(server, device.user_code, { headers })
      const ofDevice = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0.05 })
      assert.equal(ofDevice.claims()?.name, 'Ada Thermal')

      const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
        cooldownDuration: 0,
      })
      const verify = (idToken = '') => jwtVerify(idToken, keys, { issuer: server.url, audience: client.id })
      await verify(tokens.id_token)
      await rotateSigningKey(server.services, new Map())
      server.advance(11 * 60_000)
      // Discovered again: it searches for other keys a minute after the last time, by its own clock.
      const later = await signIn(await discover())
      const [old, rotated] = [tokens.id_token, later.id_token].map(
        (token) => decodeProtectedHeader(token ?? '').kid,
      )
      assert.notEqual(old, rotated)
      for (const idToken of [tokens.id_token, later.id_token])
        assert.equal((await verify(idToken)).payload.sub, user.id)
    })
  }

  test('openid-client: asks silently, signs the user out, and is told that no one is signed in', async () => {
    const browser = await createSignedInUser(server)
    const config = await openid.discovery(
      new URL(server.url),
      application.id,
      {},
      openid.ClientSecretBasic(application.secret),
      { execute: [openid.allowInsecureRequests] },
    )
    const ask = async (prompt: string) => {
      const verifier = openid.randomPKCECodeVerifier()
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: REDIRECT_URI,
        scope: 'openid',
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        resource: server.url,
        prompt,
      })
      let answer = await fetch(url, { headers: browser.headers, redirect: 'manual' })
      if (answer.status === 200)
        answer = await decide(server, await answer.text(), { headers: browser.headers })
      const back = new URL(answer.headers.get('location') ?? '')
      return openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier })
    }
    await assert.rejects(ask('none'), { error: 'consent_required' })
    await ask('consent')
    const { id_token: idToken = '' } = await ask('none')
    const out = openid.buildEndSessionUrl(config, {
      id_token_hint: idToken,
      post_logout_redirect_uri: `${SITE}/goodbye`,
      state: 'bye',
    })
    const ended = await fetch(out, { headers: browser.headers, redirect: 'manual' })
    assert.equal(ended.headers.get('location'), `${SITE}/goodbye?state=bye`)
    await assert.rejects(ask('none'), { error: 'login_required' })
  })
})

/** A browser on the site that signs its users in: the site is a function. */
function createBrowser(site: (request: Request) => Promise<Response>) {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit, sent: Record<string, string> = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await site(
      new Request(SITE + path, { ...init, headers: { cookie, origin: SITE, ...sent } }),
    )
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return response
  }
  return {
    open: (path: string) => send(path, {}),
    post: (path: string, body: string | URLSearchParams) =>
      send(
        path,
        { method: 'POST', body },
        typeof body === 'string' ? { 'content-type': 'application/json' } : {},
      ),
  }
}
