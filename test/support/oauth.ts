// Applications and whole OAuth flows for tests, over HTTP as an application and a browser would do them.
import { commandLineClient } from '#contract/oauth.ts'
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { NewApplication } from '#dashboard/applications.ts'
import { DEVICE_CODE_GRANT, type TokenResponse } from '#contract/oauth.ts'
import { createApplication } from '#server/oauth/applications.ts'
import { bySetUp } from './access/issuing.ts'
import { createUser, type TestUser, createSignedInUser } from './people.ts'
import type { TestServer } from './server.ts'

export const REDIRECT_URI = 'https://app.example.org/callback'

export interface TestApplication {
  id: string
  /** Empty for a public one. */
  secret: string
  owner: TestUser
}

export async function registerApplication(
  server: TestServer,
  wanted: Partial<NewApplication> & { owner?: TestUser } = {},
): Promise<TestApplication> {
  const { owner = await createUser(server, 'Olga Owner'), ...rest } = wanted
  const type = rest.type ?? 'confidential'
  const grants: NewApplication['grants'] = ['authorization_code', 'refresh_token', 'device_code']
  const created = await createApplication(
    server.services,
    owner.id,
    {
      name: 'Thermal Tracker',
      description: null,
      website: null,
      type,
      grants: type === 'public' ? grants : [...grants, 'client_credentials'],
      scopes: ['flights:read', 'flights:write', 'profile:read'],
      redirectUris: [REDIRECT_URI],
      ...rest,
    },
    bySetUp,
  )
  return { id: created.id, secret: created.clientSecret ?? '', owner }
}

export type Form = Record<string, string> | [string, string][]

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown> & Partial<TokenResponse> & { error?: string }
}

export async function postForm(
  server: TestServer,
  path: string,
  form: Form,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await server.fetch(path, { method: 'POST', body: new URLSearchParams(form), headers })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Answer['body'],
  }
}

export function basic(id: string, secret: string): { authorization: string } {
  const text = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
}

/** The client in form fields. */
export function asClient({ id, secret }: TestApplication): Record<string, string> {
  return secret === '' ? { client_id: id } : { client_id: id, client_secret: secret }
}

export function postToken(server: TestServer, application: TestApplication, form: Record<string, string>) {
  return postForm(server, '/api/oauth/token', { ...asClient(application), ...form })
}

export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export function authorizePath(parameters: Form): string {
  return `/oauth/authorize?${new URLSearchParams(parameters).toString()}`
}

export interface Flow {
  headers: Record<string, string>
  parameters?: Record<string, string>
  /** Scopes left ticked; all by default. */
  ticked?: string[]
  decision?: 'allow' | 'deny'
}

/** The hidden fields of the page's form, and the scopes it offers. */
export function readDecisionForm(page: string): {
  fields: URLSearchParams
  action: string
  offered: string[]
} {
  const fields = new URLSearchParams()
  const offered: string[] = []
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? ''
    const value = unescape(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
    if (name === 'scope') offered.push(value)
    else fields.append(name, value)
  }
  const action = unescape(/<form [^>]*action="([^"]*)"/.exec(page)?.[1] ?? '')
  return { fields, action, offered }
}

function unescape(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

export async function decide(server: Pick<TestServer, 'fetch'>, page: string, flow: Flow): Promise<Response> {
  const { fields, action, offered } = readDecisionForm(page)
  for (const scope of flow.ticked ?? offered) fields.append('scope', scope)
  fields.append('decision', flow.decision ?? 'allow')
  return server.fetch(action, { method: 'POST', body: fields, headers: flow.headers })
}

/** Through the consent page, where there is one, to the answer in the redirect. */
export async function authorize(
  server: TestServer,
  application: TestApplication,
  flow: Flow,
): Promise<URLSearchParams> {
  const parameters = {
    response_type: 'code',
    client_id: application.id,
    redirect_uri: REDIRECT_URI,
    state: 'state-1',
    ...flow.parameters,
  }
  let response = await server.fetch(authorizePath(parameters), { headers: flow.headers })
  if (response.status === 200) response = await decide(server, await response.text(), flow)
  const location = response.headers.get('location')
  assert.ok(location, `no redirect but ${response.status}: ${response.bodyUsed ? '' : await response.text()}`)
  return new URL(location).searchParams
}

/** A code with PKCE, exchanged. */
export async function obtainTokens(
  server: TestServer,
  application: TestApplication,
  flow: Flow,
): Promise<TokenResponse> {
  const { verifier, challenge } = createPkce()
  const answer = await authorize(server, application, {
    ...flow,
    parameters: { code_challenge: challenge, code_challenge_method: 'S256', ...flow.parameters },
  })
  const code = answer.get('code')
  assert.ok(code, `no code but ${answer.toString()}`)
  const { status, body } = await postToken(server, application, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: flow.parameters?.redirect_uri ?? REDIRECT_URI,
    code_verifier: verifier,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body as TokenResponse
}

export interface StartedDevice {
  deviceCode: string
  userCode: string
}

export async function startDevice(
  server: TestServer,
  application: TestApplication,
  scope?: string,
): Promise<StartedDevice> {
  const form = { ...asClient(application), ...(scope === undefined ? {} : { scope }) }
  const { status, body } = await postForm(server, '/api/oauth/device_authorization', form)
  assert.equal(status, 200, JSON.stringify(body))
  return { deviceCode: String(body.device_code), userCode: String(body.user_code) }
}

export async function decideDevice(
  server: Pick<TestServer, 'fetch'>,
  userCode: string,
  flow: Flow,
): Promise<string> {
  const response = await server.fetch(`/oauth/device?user_code=${userCode}`, { headers: flow.headers })
  assert.equal(response.status, 200, await response.clone().text())
  return (await decide(server, await response.text(), flow)).text()
}

export function pollDevice(server: TestServer, application: TestApplication, deviceCode: string) {
  return postToken(server, application, { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode })
}

/** Whether the API takes the access token: the scope profile:read is needed. */
export async function callApi(server: TestServer, accessToken: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  return (await server.fetch('/api/v1/profile', { headers })).status
}

export function refresh(
  server: TestServer,
  application: TestApplication,
  refreshToken: string,
  scope?: string,
) {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken }
  return postToken(server, application, scope === undefined ? form : { ...form, scope })
}

/** The tokens of the service's own program, right after its user has signed in. */
export async function signInProgram(
  server: TestServer,
  scope: string,
  user?: { headers: Record<string, string> },
): Promise<{ access_token: string; refresh_token: string; scope: string }> {
  const client = { id: commandLineClient.id, secret: '', owner: undefined as never }
  const { headers } = user ?? (await createSignedInUser(server))
  const started = await postForm(server, '/api/oauth/device_authorization', { client_id: client.id, scope })
  const { device_code: deviceCode, user_code: userCode } = started.body as Record<string, string>
  await decideDevice(server, userCode!, { headers })
  const { body } = await pollDevice(server, client, deviceCode!)
  return body as never
}
