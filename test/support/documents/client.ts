// A client that describes itself by a document, on its way through the consent page to a token.
import assert from 'node:assert/strict'
import type { TokenResponse } from '#contract/oauth.ts'
import { authorizePath, createPkce, decide, postForm } from '../oauth.ts'
import type { TestServer } from '../server.ts'
import { onLoopback } from '../webhooks.ts'

/** Under which the host of a test is asked. */
export const documentSettings = { ...onLoopback, RATE_LIMIT_OAUTH: '0' }

type Texts = Record<string, string>

let count = 0
export const newPath = () => `/client-${++count}.json`

export const answerOf = (response: Response) => new URL(response.headers.get('location') ?? '').searchParams

export function createDocumentClient(server: TestServer) {
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const toCallback = (clientId: string) => `${new URL(clientId).origin}/callback`

  const open = (clientId: string, headers: Texts, more: Texts = {}) => {
    const asked = { response_type: 'code', client_id: clientId, redirect_uri: toCallback(clientId) }
    return server.fetch(authorizePath({ ...asked, ...pkce, ...more }), { headers })
  }
  const exchange = (clientId: string, code: string, more: Texts = {}) =>
    postForm(server, '/api/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: toCallback(clientId),
      code_verifier: verifier,
      ...more,
    })
  const connect = async (clientId: string, headers: Texts, more: Texts = {}) => {
    const page = await (await open(clientId, headers, more)).text()
    const code = answerOf(await decide(server, page, { headers })).get('code') ?? ''
    const { status, body } = await exchange(clientId, code)
    assert.equal(status, 200, JSON.stringify(body))
    return body as TokenResponse
  }
  return { open, exchange, connect, pkce }
}
