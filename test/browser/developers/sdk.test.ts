// run: sweeps; runs the SDK in a page; its tests in Node are in every run
// The SDK in a page of another origin, as a single-page app has it.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { launchBrowser } from '#test/support/browser.ts'
import type { SmokeResult } from '#test/support/sdk/smoke.ts'
import { prepareSmokeTest } from '#test/support/sdk/smoke-test.ts'
import { startServer } from '#test/support/server.ts'

suite('the SDK in a browser', async () => {
  const server = await startServer({ after })
  const browser = await launchBrowser()
  after(() => browser.close())

  test('signs in, uploads with progress, lists, refreshes for all tabs and verifies, from another origin', async (context) => {
    const { code, check } = await prepareSmokeTest(server)
    const app = createServer((request, response) => {
      const isScript = request.url === '/app.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? code : '<!doctype html><script type="module" src="/app.js"></script>')
    })
    context.after(() => app.close())
    app.listen(0, 'localhost')
    await once(app, 'listening')
    const page = await browser.newPage()
    context.after(() => page.close())
    const reported = Promise.withResolvers<string>()
    page.on('pageerror', reported.reject)
    await page.exposeFunction('report', reported.resolve)
    await page.goto(`http://localhost:${(app.address() as AddressInfo).port}/`)
    await check(JSON.parse(await reported.promise) as SmokeResult)
  })
})
