// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findViolations, measureOverflow, takeLooks } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { makeFlight } from '#test/support/flights.ts'

const kinds = [
  '/docs/guide/rate-limits',
  '/docs/reference/getFlightTrack',
  '/docs/reference/events/connection.ended',
  '/docs/search?q=refresh+token',
]
/** The same kinds with other words: they only have to fit. */
const further = [
  '/docs/guide/dialects',
  '/docs/guide/webhooks',
  '/docs/reference/listFlights',
  '/docs/reference/requestToken',
  '/docs/reference/uploadSkylinesFlights',
]
const looks = [
  { colorScheme: 'light', viewport: { width: 360, height: 740 } },
  { colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
] as const

test('the documentation', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, browser } = dashboard

  for (const look of takeLooks(looks)) {
    await suite.test(
      `${look.colorScheme}, ${look.viewport.width} px: is accessible, fits, asks no other host, breaks no policy`,
      async () => {
        const stranger = await browser.newContext(look)
        const faults: string[] = []
        for (const path of [...kinds, ...further]) {
          const { page, requireClean } = await watchPage(stranger, server.url, path)
          const overflow = await measureOverflow(page)
          if (overflow > 0) faults.push(`${path}: ${overflow} px wider than the screen`)
          const violations = kinds.includes(path) ? await findViolations(page) : []
          faults.push(...violations.map((violation) => `${path}: ${violation}`))
          requireClean()
          await page.close()
        }
        assert.deepEqual(faults, [])
        await stranger.close()
      },
    )
  }

  await suite.test('without a script: tabs, navigation, search and the key work', async () => {
    const { page, close } = await dashboard.open('/docs/reference/getProfile', {
      javaScriptEnabled: false,
      viewport: looks[0].viewport,
    })
    const python = page.getByLabel('Request in Python')
    assert.equal(await python.isVisible(), false)
    await page.getByText('Python', { exact: true }).click()
    assert.match(await python.innerText(), /os\.environ\["CLOUDSTREET_KEY"\]/)
    assert.equal(await page.getByRole('heading', { name: 'Try it' }).isVisible(), false)

    await page.getByText('Create a one-day test key').click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('It is shown only once').waitFor()
    assert.match(await page.getByLabel('Request in curl').innerText(), /Bearer cst_key_\w+"/)
    assert.doesNotMatch(page.url(), /cst_key/)

    const navigation = page.getByRole('navigation', { name: 'Documentation' })
    assert.equal(await navigation.isVisible(), false)
    await page.getByText('Contents', { exact: true }).click()
    await navigation.getByRole('link', { name: 'Rate limits' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rate limits' }).waitFor()

    await page.getByRole('searchbox').fill('replay window')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/search\?q=replay\+window/)
    assert.ok((await page.locator('.found mark').count()) > 0)
    await page.locator('.found a').first().click()
    await page.waitForURL(/\/docs\/(guide|reference)\//)
    await close()
  })

  await suite.test(
    'a key fills the samples of every page, tries operations, and goes with the session',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/docs/reference/listFlights')
      await page.getByText('TypeScript', { exact: true }).click()
      await page.getByText('Create a one-day test key').click()
      await page.getByRole('button', { name: 'Create key' }).click()
      const key = await page.locator('.shown-key').innerText()
      assert.match(key, /^cst_key_\w+$/)
      // The language is the one that was chosen.
      const sample = page.getByLabel('Request in TypeScript')
      assert.ok((await sample.innerText()).includes(`const key = '${key}'`))

      await page.getByRole('button', { name: 'Send' }).click()
      await page.locator('.result', { hasText: /^200 .*, \d+ ms$/ }).waitFor()
      assert.match(
        await page.locator('.outcome dl').innerText(),
        /x-request-id\n+\w+[^]*x-ratelimit-remaining\n+\d+/,
      )
      assert.match(await page.getByLabel('Body of the answer').innerText(), /"totalCount": 0/)

      await page.goto(`${server.url}/docs/reference/uploadFlight`)
      assert.ok((await sample.innerText()).includes(`const key = '${key}'`))
      await page.getByLabel('File', { exact: true }).setInputFiles({
        name: 'flight.igc',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(makeFlight(1)),
      })
      const send = page.getByRole('button', { name: 'Send', exact: true })
      await send.click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      assert.equal(await page.locator('.outcome').isVisible(), false)
      await send.click()
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.locator('.result', { hasText: /^201 / }).waitFor()

      await page.goto(`${server.url}/docs/reference/listWebhooks`)
      await send.click()
      await page.locator('.result', { hasText: /^403 / }).waitFor()
      assert.match(await page.getByLabel('Body of the answer').innerText(), /webhooks:manage/)
      await page.getByText('Make another key').click()
      assert.equal(await page.getByLabel('webhooks:manage').isChecked(), true)
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.locator('.shown-key').waitFor()
      await send.click()
      await page.locator('.result', { hasText: /^200 / }).waitFor()

      requireClean()
      await page.goto(`${server.url}/app/logbook`)
      await page.locator('.who button').click()
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.waitForURL(/\/sign-in/)
      await page.goto(`${server.url}/docs/reference/listFlights`)
      assert.match(await sample.innerText(), /process\.env\.CLOUDSTREET_KEY!/)
      assert.equal(await page.evaluate(() => sessionStorage.length), 0)
      await close()
    },
  )

  await suite.test('a key is forgotten at once, and by a page that somebody else opens', async () => {
    const { page, context, close } = await dashboard.open('/docs/reference/getProfile')
    const make = async () => {
      await page.getByText('Create a one-day test key').click()
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.locator('.shown-key').waitFor()
      await page.goto(`${server.url}/docs/reference/getProfile`)
    }
    const sample = page.getByLabel('Request in curl')
    await make()
    assert.match(await sample.innerText(), /cst_key_/)
    await page.getByRole('button', { name: 'Forget it now' }).click()
    assert.match(await sample.innerText(), /\$CLOUDSTREET_KEY/)
    assert.equal(await page.getByLabel('Key or access token').inputValue(), '')

    await make()
    await context.clearCookies()
    await page.reload()
    assert.match(await sample.innerText(), /\$CLOUDSTREET_KEY/)
    assert.equal(await page.evaluate(() => sessionStorage.getItem('cloudstreet-docs-key')), null)
    await close()
  })

  await suite.test('a browser that forbids storage tries operations all the same, and signs in', async () => {
    const stranger = await browser.newContext()
    await stranger.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Storage is forbidden.', 'SecurityError')
          },
        })
    })
    const { page, requireClean } = await watchPage(stranger, server.url, '/docs/reference/getServiceOverview')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.result', { hasText: /^200 / }).waitFor()
    await page.goto(`${server.url}/sign-in`)
    await page.getByRole('button', { name: /passkey/ }).waitFor()
    requireClean()
    await stranger.close()
  })

  await suite.test('every guide shows where one is, and code can be copied', async () => {
    const { page, context, close } = await dashboard.open('/docs/guide/webhooks')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Answer' }).click()
    assert.match(page.url(), /#answer$/)
    const top = await page.locator('#answer').evaluate((heading) => heading.getBoundingClientRect().top)
    assert.ok(top > 40 && top < 300, `the heading is seen at ${top}`)
    const [first] = await page.locator('.code-box').all()
    await first!.hover()
    await first!.getByRole('button', { name: 'Copy' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, `${(await first!.locator('pre').innerText()).trimEnd()}\n`)
    await close()
  })

  await suite.test('the button to copy hides no code, and an answer has none', async () => {
    const phone = await browser.newContext(looks[0])
    for (const path of ['/docs/guide/quick-start', '/docs/reference/uploadFlight']) {
      const { page } = await watchPage(phone, server.url, path)
      const { hidden, copied, answers } = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('.code-box')].filter((box) => box.clientHeight > 0)
        const firstLine = (box: Element) => {
          const range = document.createRange()
          range.selectNodeContents(box.querySelector('code')!)
          return range.getBoundingClientRect().top
        }
        const lowest = (box: Element) => box.querySelector('.copy')!.getBoundingClientRect().bottom
        return {
          hidden: boxes.filter((box) => firstLine(box) < lowest(box)).length,
          copied: boxes.length,
          answers: document.querySelectorAll('.code-box :is(.language-json, .language-text)').length,
        }
      })
      assert.deepEqual({ path, hidden, answers }, { path, hidden: 0, answers: 0 })
      assert.ok(copied > 0)
      await page.close()
    }
    await phone.close()
  })
})
