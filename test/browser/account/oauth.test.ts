// Consent and device pages in a real browser, without JavaScript. SCREENSHOTS=folder keeps what was seen.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { findViolations, startBrowser, takeLooks } from '#test/support/browser.ts'
import { documentSettings } from '#test/support/documents/client.ts'
import { hasOpenssl, startDocumentHost } from '#test/support/documents/host.ts'
import {
  authorizePath,
  callApi,
  createPkce,
  pollDevice,
  postForm,
  postToken,
  registerApplication,
  startDevice,
  type TestApplication,
} from '#test/support/oauth.ts'
import { createUser, signIn, TEST_PASSWORD, type TestUser } from '#test/support/people.ts'
import { startServer } from '#test/support/server.ts'

suite('OAuth in the browser', async () => {
  const server = await startServer(
    { after },
    { environment: { ...documentSettings, RATE_LIMIT_SIGN_IN: '0' } },
  )
  const browser = await startBrowser({ after } as never)
  // The application: any address answers, and the browser really arrives.
  const callback = createServer((_request, response) => response.end('arrived'))
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve))
  after(() => callback.close())
  const redirectUri = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`
  const owner = await createUser(server, 'Olga Owner')
  const { verifier, challenge } = createPkce()

  const register = (more: object = {}) =>
    registerApplication(server, {
      type: 'public',
      owner,
      name: 'Thermal Tracker',
      description: 'Live tracking with your flights next to it.',
      website: 'https://tracker.example.org',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['flights:read', 'flights:write', 'profile:read'],
      ...more,
    })

  async function openPage(user?: TestUser, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    context.setDefaultTimeout(60_000)
    if (user) {
      const { cookie } = await signIn(server, user)
      const cookies = cookie.split('; ').map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url: server.url }
      })
      await context.addCookies(cookies)
    }
    const page = await context.newPage()
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) blocked.push(message.text())
    })
    return page
  }
  const blocked: string[] = []

  const consentUrl = (application: TestApplication, more: Record<string, string> = {}) =>
    server.url +
    authorizePath({
      response_type: 'code',
      client_id: application.id,
      redirect_uri: redirectUri,
      state: 'state-1',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...more,
    })
  const answerOf = (page: Page) => new URL(page.url()).searchParams
  const exchange = async (application: TestApplication, page: Page, uri = redirectUri) => {
    const { body } = await postToken(server, application, {
      grant_type: 'authorization_code',
      code: answerOf(page).get('code') ?? '',
      redirect_uri: uri,
      code_verifier: verifier,
    })
    return body
  }
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  test('consent: signing in in between, then back to the application with a code', async () => {
    const application = await register()
    const user = await createUser(server, 'Petra Pilot')
    await signIn(server, user)
    const page = await openPage()
    await page.goto(consentUrl(application))
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await press(page, 'Sign in')
    await page.getByRole('heading', { name: 'Allow Thermal Tracker?' }).waitFor()
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    assert.equal(answerOf(page).get('state'), 'state-1')
    assert.equal(answerOf(page).get('iss'), server.url)
    const tokens = await exchange(application, page)
    assert.equal(await callApi(server, tokens.access_token), 200)
  })

  test('consent in another language: as the browser likes, as the menu says, and to the end', async () => {
    const application = await register({ scopes: ['flights:read', 'flights:delete', 'profile:read'] })
    const user = await createUser(server, 'Petra Pilot')
    await signIn(server, user)
    const page = await openPage(undefined, { locale: 'de-CH', javaScriptEnabled: true })
    const shoot = async (name: string) => {
      assert.deepEqual(await findViolations(page), [], name)
      if (!process.env.SCREENSHOTS) return
      await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true })
    }
    await page.goto(consentUrl(application, { scope: 'flights:read flights:delete profile:read' }))
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await shoot('sign-in-de')
    await press(page, 'Français')
    await page.getByRole('heading', { name: 'Se connecter' }).waitFor()
    assert.equal(await page.getAttribute('html', 'lang'), 'fr')
    await page.getByText('pour continuer vers Thermal Tracker').waitFor()
    await page.getByLabel('E-mail').fill(user.email)
    await page.getByLabel('Mot de passe').fill('wrong')
    await press(page, 'Se connecter')
    await page.getByRole('alert').getByText('E-mail ou mot de passe incorrect.').waitFor()
    await page.getByLabel('Mot de passe').fill(TEST_PASSWORD)
    await press(page, 'Se connecter')
    await page.getByRole('heading', { name: 'Autoriser Thermal Tracker\u{A0}?' }).waitFor()
    await page.getByText('C’est définitif.').waitFor()
    await shoot('consent-fr')
    await press(page, 'Autoriser')
    await page.waitForURL(/\/callback\?/)
    assert.ok(answerOf(page).get('code'))
    assert.deepEqual(blocked, [])
  })

  test(
    'an unregistered program is asked about by its host, and signs its pilot out',
    { skip: !hasOpenssl && 'no openssl' },
    async (context) => {
      const host = await startDocumentHost(context)
      const clientId = host.publish('/program.json')
      // The pages need no script, what checks them does.
      const page = await openPage(await createUser(server, 'Petra Pilot'), { javaScriptEnabled: true })
      await page.goto(consentUrl({ id: clientId } as TestApplication, { scope: 'openid flights:read' }))
      await page.getByRole('heading', { name: `Allow app.localhost:${host.port}?` }).waitFor()
      await page.getByText('Not registered here.').waitFor()
      await page.getByText('A program on this computer says that it is from').waitFor()
      assert.deepEqual(await findViolations(page), [])
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: join(process.env.SCREENSHOTS, 'unregistered.png'), fullPage: true })
      await press(page, 'Allow')
      await page.waitForURL(/\/callback\?/)
      assert.ok(answerOf(page).get('code'))

      const goodbye = `${new URL(redirectUri).origin}/goodbye`
      const out = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: goodbye })
      await page.goto(`${server.url}/oauth/end-session?${out.toString()}`)
      await page.getByRole('heading', { name: 'Sign out?' }).waitFor()
      assert.deepEqual(await findViolations(page), [])
      if (process.env.SCREENSHOTS)
        await page.screenshot({ path: join(process.env.SCREENSHOTS, 'sign-out.png'), fullPage: true })
      await press(page, 'Sign out')
      await page.waitForURL(goodbye)
      await page.goto(consentUrl({ id: clientId } as TestApplication))
      await page.getByText(`app.localhost:${host.port}`).waitFor()
      await page.getByLabel('Password').waitFor()
      assert.deepEqual(blocked, [])
    },
  )

  test('an application that is a page of another origin gets its tokens and calls the API', async () => {
    const application = await register()
    const page = await openPage(await createUser(server, 'Petra Pilot'), { javaScriptEnabled: true })
    await page.goto(consentUrl(application))
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    const seen = await page.evaluate(
      async ({ url, form }) => {
        const tokens = await fetch(`${url}/api/oauth/token`, {
          method: 'POST',
          body: new URLSearchParams(form),
        })
        const { access_token } = (await tokens.json()) as { access_token: string }
        const profile = await fetch(`${url}/api/v1/profile`, {
          headers: { authorization: `Bearer ${access_token}` },
        })
        const { data } = (await profile.json()) as { data: { name: string } }
        return { name: data.name, remaining: profile.headers.get('x-ratelimit-remaining') }
      },
      {
        url: server.url,
        form: {
          grant_type: 'authorization_code',
          client_id: application.id,
          code: answerOf(page).get('code') ?? '',
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
      },
    )
    assert.equal(seen.name, 'Petra Pilot')
    assert.ok(Number(seen.remaining) > 0)
  })

  test('a consent that covers the request: signing in alone leads back to the application', async () => {
    const application = await register({ type: 'confidential' })
    const user = await createUser(server)
    const page = await openPage(user)
    await page.goto(consentUrl(application))
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    const other = await openPage()
    await other.goto(consentUrl(application))
    await other.getByLabel('Email').fill(user.email)
    await other.getByLabel('Password').fill(TEST_PASSWORD)
    await press(other, 'Sign in')
    await other.waitForURL(/\/callback\?/)
    assert.ok(answerOf(other).get('code'))
  })

  test('"Not you?" signs out and comes back to the request, no matter who signs in', async () => {
    const [first, second] = [await createUser(server), await createUser(server)]
    await signIn(server, second)
    const application = await register()
    const page = await openPage(first)
    await page.goto(consentUrl(application))
    await page.getByText(`Signed in as ${first.email}`).waitFor()
    await press(page, 'Not you?')
    await page.getByLabel('Email').fill(second.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await press(page, 'Sign in')
    await page.getByText(`Signed in as ${second.email}`).waitFor()
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    assert.equal(await callApi(server, (await exchange(application, page)).access_token), 200)
  })

  test('denial leads back with access_denied', async () => {
    const page = await openPage(await createUser(server))
    await page.goto(consentUrl(await register()))
    await press(page, 'Deny')
    await page.waitForURL(/\/callback\?/)
    assert.equal(answerOf(page).get('error'), 'access_denied')
  })

  test('an unticked scope is not granted; unticking all is asked about', async () => {
    const application = await register()
    const page = await openPage(await createUser(server))
    await page.goto(consentUrl(application))
    for (const box of await page.getByRole('checkbox').all()) await box.uncheck()
    await press(page, 'Allow')
    await page.getByText('Tick at least one').waitFor()
    await page
      .getByLabel('Upload flights and photos, correct their details and change who may see them')
      .uncheck()
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    assert.equal((await exchange(application, page)).scope, 'flights:read profile:read')
  })

  test('back to an IPv6 loopback address, which form-action cannot name', async () => {
    const six = createServer((_request, response) => response.end('arrived'))
    await new Promise<void>((resolve) => six.listen(0, '::1', resolve))
    after(() => six.close())
    const uri = `http://[::1]:${(six.address() as AddressInfo).port}/callback`
    const application = await register({ redirectUris: ['http://[::1]/callback'] })
    const page = await openPage(await createUser(server))
    await page.goto(consentUrl(application, { redirect_uri: uri }))
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    assert.ok((await exchange(application, page, uri)).access_token)
  })

  test('back to an app with a private scheme: the browser hands it over and blocks nothing', async () => {
    const uri = 'org.example.tracker:/callback'
    const application = await register({ redirectUris: [uri] })
    const page = await openPage(await createUser(server))
    await page.goto(consentUrl(application, { redirect_uri: uri }))
    blocked.length = 0
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await press(page, 'Allow')
    const location = (await (await answer).headerValue('location')) ?? ''
    assert.ok(location.startsWith(`${uri}?code=`))
    await page.waitForTimeout(500)
    assert.deepEqual(blocked, [])
  })

  test('a device is approved by typing its code in small letters, after signing in', async () => {
    const application = await register()
    const user = await createUser(server)
    await signIn(server, user)
    const { deviceCode, userCode } = await startDevice(server, application)
    const page = await openPage()
    await page.goto(`${server.url}/oauth/device`)
    await page.getByLabel('Email').fill(user.email)
    await page.getByLabel('Password').fill(TEST_PASSWORD)
    await press(page, 'Sign in')
    await page.getByLabel('Code').fill('bcdf-ghjk')
    await press(page, 'Continue')
    await page.getByText('No device is waiting with this code').waitFor()
    await page.getByLabel('Code').fill(userCode.replace('-', '').toLowerCase())
    await press(page, 'Continue')
    await page.getByText(userCode).waitFor()
    await press(page, 'Allow')
    await page.getByText('You can go back to your device.').waitFor()
    assert.equal((await pollDevice(server, application, deviceCode)).status, 200)
  })

  test('a device is approved by its link, and denied', async () => {
    const application = await register()
    const page = await openPage(await createUser(server))
    for (const [decision, outcome] of [
      ['Allow', 200],
      ['Deny', 400],
    ] as const) {
      const { deviceCode, userCode } = await startDevice(server, application)
      await page.goto(`${server.url}/oauth/device?user_code=${userCode}`)
      await press(page, decision)
      await page.getByText('You can go back to your device.').waitFor()
      assert.equal((await pollDevice(server, application, deviceCode)).status, outcome)
    }
  })

  test('revoking a connected application in the dashboard makes its next API call 401', async () => {
    const application = await register()
    const user = await createUser(server)
    const page = await openPage(user, { javaScriptEnabled: true })
    await page.goto(consentUrl(application))
    await press(page, 'Allow')
    await page.waitForURL(/\/callback\?/)
    const tokens = await exchange(application, page)
    assert.equal(await callApi(server, tokens.access_token), 200)
    await page.goto(`${server.url}/app/settings/security`)
    await press(page, 'Disconnect')
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('heading', { name: 'No connected apps' }).waitFor()
    assert.equal(await callApi(server, tokens.access_token), 401)
  })

  test('the pages are accessible and fit a phone, by day and by night', async () => {
    const application = await register({
      scopes: ['flights:read', 'flights:write', 'flights:delete', 'profile:read', 'profile:email'],
    })
    const single = await register({
      scopes: ['flights:write'],
      name: 'XC Upload',
      website: null,
      description: null,
    })
    const nameless = await register()
    await server.services.db.sql`update applications set name = 'Cloudstreet' where id = ${nameless.id}`
    const user = await createUser(server)
    const { body } = await postForm(
      server,
      '/api/oauth/device_authorization',
      { client_id: application.id },
      { 'user-agent': 'SkyVario/2.4 (ESP32; de)' },
    )
    const all = 'flights:read flights:write flights:delete profile:read'
    const views: [string, string][] = [
      ['consent', consentUrl(application, { scope: all })],
      ['consent-single', consentUrl(single)],
      ['consent-nameless', consentUrl(nameless)],
      ['unsafe', `${server.url}/oauth/authorize?client_id=nobody`],
      ['device-unknown', `${server.url}/oauth/device?user_code=BCDF-GHJK`],
      ['device-confirm', `${server.url}/oauth/device?user_code=${String(body.user_code)}`],
    ]
    const looks: [string, BrowserContextOptions][] = [
      ['desktop-light', { viewport: { width: 1280, height: 900 }, colorScheme: 'light' }],
      ['phone-dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ]
    for (const [look, options] of takeLooks(looks)) {
      const page = await openPage(user, { ...options, javaScriptEnabled: true })
      for (const [name, url] of views) {
        await page.goto(url)
        const folder = process.env.SCREENSHOTS
        if (folder) await page.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
        const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        assert.ok(width <= 0, `${name} is wider than a ${look} screen by ${width}`)
        assert.deepEqual(await findViolations(page), [], `${name} ${look}`)
      }
      await page.context().close()
    }
  })
})
