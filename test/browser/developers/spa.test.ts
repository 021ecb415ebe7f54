// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
// The example of a single-page application, served by its own command, in a real browser.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { TokenResponse } from '#contract/oauth.ts'
import { findViolations, startBrowser } from '#test/support/browser.ts'
import { createPilot, makeFlight, upload } from '#test/support/flights.ts'
import { registerApplication } from '#test/support/oauth.ts'
import { bearer, signIn, TEST_PASSWORD } from '#test/support/people.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { startServer } from '#test/support/server.ts'
import { buildSdk } from '../../../scripts/sdk/build.ts'
import { waitUntil } from '#test/support/waiting/wait.ts'

const root = join(import.meta.dirname, '../../..')

suite('the example of a single-page application', async () => {
  // The SDK refreshes half a minute before the end: here before every call.
  const server = await startServer({ after }, { environment: { ACCESS_TOKEN_SECONDS: '30' } })
  const browser = await startBrowser({ after } as never)
  const home = await installExample()
  after(() => rmSync(home, { recursive: true, force: true }))
  const port = await findFreePort()
  const site = `http://127.0.0.1:${port}/`
  const pilot = await createPilot(server, 'Petra Pilot')
  await signIn(server, pilot.user)
  await upload(server, pilot, makeFlight(1))
  const application = await registerApplication(server, {
    type: 'public',
    name: 'My logbook',
    redirectUris: ['http://127.0.0.1:5000/'],
    scopes: ['flights:read'],
  })
  const child = spawn(process.execPath, ['serve.mjs'], {
    cwd: home,
    env: { ...process.env, URL: server.url, CLIENT_ID: application.id, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  after(() => child.kill())
  await once(child.stderr, 'data')

  test('signs in, consents, lists, refreshes, and ends', async () => {
    const { page, tokens, complaints } = await openPage()
    await press(page, 'Sign in with Cloudstreet')
    await page.getByLabel('Email').fill(pilot.user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Allow My logbook?' }).waitFor()
    await press(page, 'Allow')
    await page.getByRole('status').getByText('1 flight').waitFor()
    assert.equal(await page.locator('#flights tbody tr').count(), 1)
    assert.equal(page.url(), site, 'the code is gone from the address')
    assert.deepEqual(await findViolations(page), [])

    const before = tokens.length
    await press(page, 'Reload')
    await waitUntil('it has asked for a token', () => tokens.length > before)
    await page.getByRole('status').getByText('1 flight').waitFor()
    const [code, ...refreshes] = tokens
    assert.equal(code?.grant, 'authorization_code')
    assert.ok(refreshes.every(({ grant }) => grant === 'refresh_token'))

    assert.equal(await page.evaluate('localStorage.length + sessionStorage.length'), 0)
    const headers = bearer(tokens.at(-1)?.answer.access_token ?? '')
    assert.equal((await server.fetch('/api/v1/flights', { headers })).status, 200)
    await press(page, 'Sign out')
    await page.getByRole('status').getByText('You are signed out.').waitFor()
    assert.equal((await server.fetch('/api/v1/flights', { headers })).status, 401)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  test('takes no answer to a sign-in that it has not begun', async () => {
    const { page, tokens } = await openPage()
    await page.evaluate(() => {
      const pending = { state: 'its own', codeVerifier: 'v', redirectUri: location.href }
      sessionStorage.setItem('pending', JSON.stringify(pending))
    })
    await page.goto(`${site}?code=stolen&state=another`)
    await page.getByRole('status').getByText('of another sign-in').waitFor()
    assert.deepEqual(tokens, [])
    await page.context().close()
  })

  /** With every answer of the token endpoint, and whatever is wrong: errors, and requests to anybody else. */
  async function openPage() {
    const page = await (await browser.newContext()).newPage()
    page.setDefaultTimeout(60_000)
    const tokens: { grant: string | null; answer: TokenResponse }[] = []
    const complaints: string[] = []
    page.on('request', (request) => {
      if (![new URL(site).origin, server.url].includes(new URL(request.url()).origin))
        complaints.push(request.url())
    })
    page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/oauth/token') || response.request().method() !== 'POST') return
      const grant = new URLSearchParams(response.request().postData() ?? '').get('grant_type')
      tokens.push({ grant, answer: (await response.json()) as TokenResponse })
    })
    await page.goto(site)
    return { page, tokens, complaints }
  }
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The example in a separate folder, with the package as `npm install` puts it there. */
async function installExample(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'cloudstreet-spa-'))
  cpSync(join(root, 'examples/spa'), home, { recursive: true })
  const installed = join(home, 'node_modules/@cloudstreet/sdk')
  mkdirSync(installed, { recursive: true })
  copyFileSync(join(root, 'sdk/package.json'), join(installed, 'package.json'))
  await buildSdk(join(installed, 'dist'))
  return home
}
