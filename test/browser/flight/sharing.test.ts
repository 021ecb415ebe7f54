// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow, takeLooks } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'

const launch = { latitude: 46.6596, longitude: 8.0536, launchAltitude: 2150 }

test('a pilot shares a flight, and a stranger sees it', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user, browser } = dashboard
  const { bytes } = simulateFlight({
    seed: 8,
    date: '2026-05-17',
    shape: 'line',
    taskKm: 25,
    rateSeconds: 5,
    ...launch,
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'one.igc', options: {} })
  let link = ''

  await suite.test('by a link, which the dialog shows and replaces', async () => {
    const { page, requireClean, close } = await dashboard.open(`/app/flights/${id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share this flight' })
    assert.ok(await dialog.getByLabel('Private').isChecked())
    await dialog.getByLabel('Unlisted').check()
    const shown = dialog.locator('.secret code')
    await shown.waitFor()
    const first = await shown.innerText()
    assert.match(first, /\/f\/[0-9A-Za-z]{22}$/)
    await dialog.getByRole('button', { name: 'Replace link' }).click()
    await page.waitForFunction((old) => document.querySelector('.secret code')?.textContent !== old, first)
    link = new URL(await shown.innerText()).pathname
    assert.deepEqual(await findViolations(page), [])
    assert.equal((await server.fetch(new URL(first).pathname)).status, 404)
    requireClean()
    await close()
  })

  await suite.test(
    'with its picture, the sheet of the system, code for a site, and a word on files',
    async () => {
      const { page, requireClean, close } = await dashboard.open(`/app/flights/${id}`, {
        permissions: ['clipboard-read', 'clipboard-write'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
      })
      await page.evaluate(() => {
        const share = (shared: ShareData) => {
          document.title = JSON.stringify(shared)
          return Promise.resolve()
        }
        Object.defineProperty(navigator, 'share', { value: share, configurable: true })
      })
      await page.getByRole('button', { name: 'Share' }).click()
      const dialog = page.getByRole('dialog', { name: 'Share this flight' })
      await dialog.getByRole('button', { name: 'Share' }).click()
      await page.waitForFunction(() => document.title.startsWith('{'))
      assert.equal((JSON.parse(await page.title()) as ShareData).url, server.url + link)
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>('.share-picture')?.naturalWidth === 1200,
      )
      await dialog.getByText('Put it on your website').click()
      await dialog.getByRole('button', { name: 'Copy embed code' }).click()
      await dialog.getByText('Copied').waitFor()
      const code = await page.evaluate(() => navigator.clipboard.readText())
      assert.ok(code.startsWith(`<iframe src="${server.url}${link}/embed"`), code)
      assert.deepEqual(await findViolations(page), [])
      const small = await dialog.locator('button, a.button, summary, label').evaluateAll((targets) =>
        targets.flatMap((target) => {
          const { height } = target.getBoundingClientRect()
          return height >= 44 ? [] : [`${target.textContent} ${height}`]
        }),
      )
      assert.deepEqual(small, [])
      const files = dialog.getByLabel('Others may download')
      const openShared = async () => {
        const context = await browser.newContext()
        const visit = await watchPage(context, server.url, link)
        await visit.page.getByRole('button', { name: 'Share' }).waitFor()
        const count = await visit.page.getByRole('button', { name: 'Download the track' }).count()
        await context.close()
        return count
      }
      const choose = async (isOffered: boolean) => {
        const [answer] = await Promise.all([
          page.waitForResponse('**/app/api/sharing'),
          files.setChecked(isOffered),
        ])
        assert.equal(answer.status(), 200)
        return openShared()
      }
      assert.deepEqual([await choose(false), await choose(true)], [0, 1])
      requireClean()
      await close()
    },
  )

  const looks = [
    { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  ] as const
  for (const look of takeLooks(looks)) {
    const name = `${look.colorScheme}-${look.viewport.width}`
    await suite.test(`without an account, ${name}: map, barogram, score and proof`, async () => {
      const context = await browser.newContext(look)
      const { page, requireClean } = await watchPage(context, server.url, link)
      await page.getByRole('region', { name: 'Flight map' }).waitFor()
      await page.waitForFunction(() => !document.querySelector('.skeleton'))
      await page.getByRole('row', { name: /^Leg 1/ }).waitFor()
      await page.getByText('Proven best').click()
      await page.getByText('Proven: no other choice').waitFor()
      await page.getByRole('heading', { name: 'Analysis' }).waitFor()
      assert.deepEqual(await findViolations(page), [])
      await page.getByRole('tab', { name: 'Phases' }).click()
      await page.locator('.phases .phase').first().click()
      await page.getByRole('tab', { name: 'Wind' }).click()
      await page.getByRole('tabpanel', { name: 'Wind' }).locator('table, p').first().waitFor()
      assert.deepEqual(await findViolations(page), [])
      for (let width = 320; width <= 1440; width += process.env.SWEEPS ? 20 : 140) {
        await page.setViewportSize({ width, height: 800 })
        assert.equal(
          await page.getByRole('link', { name: 'Cloudstreet', exact: true }).count(),
          1,
          `${width} px`,
        )
        const overflow = await measureOverflow(page)
        assert.ok(overflow <= 0, `${overflow} px too wide at ${width} px`)
      }
      requireClean()
      await context.close()
    })
  }

  await suite.test(
    'and hands it on, by the sheet of the system or by a copy, and keeps the track as a file',
    async () => {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
      await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
      const { page, requireClean } = await watchPage(context, server.url, link)
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), server.url + link)
      await page.evaluate(() => {
        const share = (shared: ShareData) => {
          document.title = JSON.stringify(shared)
          return Promise.resolve()
        }
        Object.defineProperty(navigator, 'share', { value: share })
      })
      await page.getByRole('button', { name: 'Share' }).click()
      await page.waitForFunction(() => document.title.startsWith('{'))
      assert.equal((JSON.parse(await page.title()) as ShareData).url, server.url + link)
      await page.getByRole('button', { name: 'Download the track' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'GPX' }).click(),
      ])
      assert.equal(download.suggestedFilename(), '2026-05-17.gpx')
      requireClean()
      await context.close()
    },
  )

  await suite.test('with title, legs and a picture of the track before any script has run', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(server.url + link)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('row', { name: /^Leg 1/ }).waitFor()
    for (const place of ['.map-frame', '.barogram']) {
      const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
      assert.equal(await page.locator(`${place} img`).evaluate(isDrawn), true, place)
    }
    await context.close()
  })

  await suite.test('with what it needs asked for at once, and once', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(server.url + link)
    await page.waitForFunction(() => document.querySelector('.barogram canvas'))
    const reference = link.slice('/f/'.length)
    for (const path of [`/api/v1/shared/${reference}`, `/api/v1/shared/${reference}/track`])
      assert.equal(asked.filter((other) => other === path).length, 1, path)
    const head = await (await context.request.get(server.url + link)).text()
    assert.match(head, /rel="modulepreload"[^>]* href="[^"]*flight-map/)
    await context.close()
  })

  await suite.test('less what a zone hides, from the moment that the pilot hides the landing', async () => {
    const { page, close } = await dashboard.open(`/app/flights/${id}`)
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Hide where I landed' }).click()
    await page.getByText('Your privacy zones hide part of this flight').waitFor()
    await close()
    const context = await browser.newContext()
    const visit = await watchPage(context, server.url, link)
    await visit.page.getByText('Part of the track is hidden').waitFor()
    await visit.page.getByRole('link', { name: 'Try a flight' }).click()
    await visit.page.waitForURL('**/try')
    const settings = await dashboard.open('/app/settings/sharing')
    await settings.page.getByRole('heading', { name: 'Privacy zones' }).waitFor()
    assert.deepEqual(await findViolations(settings.page), [])
    await settings.page.getByLabel('My profile is public').check()
    await settings.page.getByLabel('Address').fill('ada')
    await settings.page.getByRole('button', { name: 'Save address' }).click()
    await settings.page.getByRole('link', { name: '/p/ada' }).waitFor()
    settings.requireClean()
    await settings.close()
    const profile = await watchPage(context, server.url, '/p/ada')
    await profile.page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(await findViolations(profile.page), [])
    await context.close()
  })

  await suite.test('inside a frame of another site', async () => {
    const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
    const { page, requireClean } = await watchPage(context, server.url, `${link}/embed`)
    await page.getByRole('region', { name: 'Flight map' }).waitFor()
    await page.waitForFunction(() => !document.querySelector('.skeleton'))
    assert.deepEqual(await findViolations(page), [])
    requireClean()
    await context.close()
  })
})
