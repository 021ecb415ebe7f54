// The dashboard in a real browser, on a running server: signed in, watched for foreign requests and errors.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser } from './browser.ts'
import { createUser, signIn, type TestUser } from './people.ts'
import { startServer, type TestServer } from './server.ts'

export interface Dashboard {
  server: TestServer
  browser: Browser
  user: TestUser
  /** A page of a signed-in browser; its errors and foreign requests fail the test that calls `requireClean`. */
  open: (path: string, options?: BrowserContextOptions) => Promise<WatchedPage>
}

export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Nothing was asked of another host, and nothing was complained about. */
  requireClean: () => void
  close: () => Promise<void>
}

/** Answers that a test provokes on purpose are logged by the browser as errors, too. */
const EXPECTED = /Failed to load resource: the server responded with a status of (400|401|403|404|409|429)/

export async function openDashboard(
  context: Pick<TestContext, 'after'>,
  environment: Record<string, string> = {},
  flags: string[] = [],
): Promise<Dashboard> {
  const server = await startServer(context, {
    work: true,
    environment: {
      RATE_LIMIT_SIGN_IN: '0',
      RATE_LIMIT_UPLOADS: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...environment,
    },
  })
  const browser = await startBrowser(context, flags)
  const user = await createUser(server, 'Mara Keller')
  return {
    server,
    browser,
    user,
    open: async (path, options = {}) => {
      const { cookie } = await signIn(server, user)
      const browserContext = await browser.newContext({
        locale: 'en-GB',
        timezoneId: 'Europe/Zurich',
        // One that answers hides requests from the test. Those of the service worker allow it.
        serviceWorkers: 'block',
        ...options,
      })
      await browserContext.addCookies(
        cookie.split('; ').map((pair) => {
          const at = pair.indexOf('=')
          return { name: pair.slice(0, at), value: pair.slice(at + 1), url: server.url }
        }),
      )
      return watchPage(browserContext, server.url, path)
    },
  }
}

export async function watchPage(context: BrowserContext, url: string, path: string): Promise<WatchedPage> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('request', (request) => {
    if (/^(data|blob):/.test(request.url())) return
    if (new URL(request.url()).origin !== new URL(url).origin) complaints.push(`asked ${request.url()}`)
  })
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.setDefaultTimeout(240_000)
  await page.goto(url + path)
  return {
    page,
    context,
    requireClean: () => assert.deepEqual(complaints, [], `${path} is clean`),
    close: () => context.close(),
  }
}
