// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { writeIgc } from '#igc/write.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, inSweeps } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { createUser, signIn } from '#test/support/people.ts'
import { flyParts, type Part } from '#test/support/igc/air.ts'

const launch = { latitude: 46.6596, longitude: 8.0536, launchAltitude: 2150 }

test('the page of a flight', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user } = dashboard
  const { bytes } = simulateFlight({
    seed: 12,
    date: '2026-06-21',
    shape: 'triangle',
    taskKm: 20,
    rateSeconds: 5,
    ...launch,
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'one.igc', options: {} })
  const path = `/app/flights/${id}`

  await suite.test('draws track and barogram, and one cursor moves over both by keyboard', async () => {
    const { page, requireClean, close } = await dashboard.open(path)
    await page.locator('.u-over').waitFor()
    const drawn = await page.locator('.leaflet-track-pane canvas').evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
      return pixels.some((value) => value > 0)
    })
    assert.equal(drawn, true, 'the track is on the canvas')
    await page.getByText('Proven best').waitFor()
    const slider = page.getByRole('slider', { name: 'Position in the flight' })
    const before = await slider.getAttribute('aria-valuetext')
    await slider.focus()
    for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowRight')
    assert.notEqual(await slider.getAttribute('aria-valuetext'), before)
    await page.locator('.map-cursor').waitFor()
    assert.ok(
      (await page.locator('.u-cursor-pt').last().boundingBox())!.x > 0,
      'the barogram shows the same moment',
    )
    const bubble = page.locator('.bubble:visible')
    assert.equal(await bubble.count(), 1, 'one bubble, on the map')
    assert.match(await bubble.innerText(), /Time\s*\d+:\d\d:\d\d\s*Altitude\s*[\d,]+\sm\s*Climb/)
    await page.locator('.u-over').hover()
    assert.equal(await bubble.count(), 1)
    assert.equal(await page.locator('.barogram .bubble').isVisible(), true, 'where the pointer is')
    await page.getByRole('radio', { name: 'Altitude' }).check()
    assert.match(await page.locator('.ramp').innerText(), /\d+\sm/)
    await page.getByRole('radio', { name: 'Speed' }).check()
    assert.match(await page.locator('.ramp').innerText(), /0\skm\/h[^]*\d+\skm\/h/)
    requireClean()
    await close()
  })

  await suite.test('can be read before its script runs: score, legs, and a picture of both', async () => {
    const phone = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }
    const { page, requireClean, close } = await dashboard.open(path, phone)
    const points = await page.locator('.score-strip').innerText()
    assert.match(points, /\d points[^]*km[^]*Closed FAI Triangle/)
    assert.equal(await page.locator('.leg').count(), 3)
    const pictures = page.locator('img.first-picture')
    assert.equal(await pictures.count(), 2)
    const drawn = await pictures.evaluateAll((all) =>
      all.map((image) => (image as HTMLImageElement).naturalWidth > 0),
    )
    assert.deepEqual(drawn, [true, true])
    requireClean()
    await close()
    const scripted = await dashboard.open(path)
    await scripted.page.locator('.u-over').waitFor()
    assert.equal(await scripted.page.locator('#first').count(), 0, 'the application takes its place')
    assert.equal(await scripted.page.locator('.score-strip').innerText(), points)
    await scripted.close()
  })

  await suite.test('is written for its pilot alone', async () => {
    const stranger = await dashboard.browser.newContext({ javaScriptEnabled: false })
    const page = await stranger.newPage()
    await page.goto(server.url + path)
    assert.equal(await page.locator('#first').count(), 0)
    assert.equal((await page.request.get(`${server.url}/app/api/flights/${id}/first.svg`)).status(), 401)
    await stranger.close()
    const { cookie } = await signIn(server, await createUser(server, 'Someone Else'))
    for (const [wanted, status] of [
      [path, 200],
      [`/app/api/flights/${id}/first.svg`, 404],
    ] as const) {
      const answer = await server.fetch(wanted, { headers: { cookie } })
      assert.equal(answer.status, status)
      assert.doesNotMatch(await answer.text(), /id="first"|<path/)
    }
  })

  await suite.test(
    'on a desk the map fills the window, and one bar replays, follows and chooses',
    async () => {
      const desk = { viewport: { width: 1440, height: 900 } }
      const { page, requireClean, close } = await dashboard.open(path, desk)
      await page.locator('.u-over').waitFor()
      await page.getByRole('heading', { name: 'Photos' }).waitFor()
      const box = async (selector: string) => (await page.locator(selector).boundingBox())!
      const [bar, view, map, chart] = [
        await box('.topbar'),
        await box('.view'),
        await box('.map'),
        await box('.barogram'),
      ]
      assert.equal(Math.round(view.y), Math.round(bar.y + bar.height), 'it begins below the header')
      assert.equal(Math.round(chart.y + chart.height), 900, 'the barogram is at the bottom of the window')
      assert.ok(map.width > 900 && map.height > 500, `the map is ${map.width} x ${map.height}`)
      const heights = await page.evaluate(() => [
        document.documentElement.scrollHeight,
        document.querySelector('.flight-panel')!.scrollHeight -
          document.querySelector('.flight-panel')!.clientHeight,
      ])
      assert.equal(heights[0], 900, 'the page itself does not scroll')
      assert.ok(heights[1]! > 0, 'the panel does')

      const isAsked = page.waitForRequest('**/app/api/map*')
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/app/api/map*', async (route) => {
        await isReleased
        await route.continue()
      })
      // Far out the labels would lie upon each other.
      const scale = page.locator('.leaflet-control-scale-line')
      for (let step = 0; step < 5; step++) {
        const before = await scale.innerText()
        await page.getByRole('button', { name: 'Zoom out' }).click()
        // A click before the animation has begun would be lost, and on a busy machine that takes a while.
        await scale.and(page.locator(`:not(:text-is("${before}"))`)).waitFor()
        await page.waitForFunction(() => !document.querySelector('.leaflet-zoom-anim'))
      }
      await isAsked
      await page.locator('.map-loading').waitFor()
      release()
      await page.locator('.map-loading').waitFor({ state: 'hidden' })
      // They are placed again after the map has moved: no length of a leg lies on another label then, and turnpoints fan out.
      await page.waitForFunction(() => {
        const spans = [...document.querySelectorAll<HTMLElement>('.map-label span')].filter(
          (span) => !span.hidden,
        )
        const boxes = spans.map((span) => ({
          mustBeFree: span.parentElement!.matches('.leg, .turnpoint'),
          box: span.getBoundingClientRect(),
        }))
        return !boxes.some(({ mustBeFree, box }, index) =>
          boxes.some(
            ({ box: other }, at) =>
              mustBeFree &&
              at !== index &&
              box.left < other.right &&
              box.right > other.left &&
              box.top < other.bottom &&
              box.bottom > other.top,
          ),
        )
      })
      await page.locator('.map-label.turnpoint.aside').first().waitFor({ state: 'attached' })
      await page.getByRole('button', { name: 'Fit to flight' }).click()

      const corner = () => page.locator('.leaflet-map-pane').evaluate((pane) => pane.style.transform)
      await page.getByRole('button', { name: 'Follow' }).click()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await page.waitForFunction(() => !document.querySelector('.leaflet-zoom-anim'))
      const before = await corner()
      await page.getByLabel('Replay speed').selectOption('1000')
      await page.getByRole('button', { name: 'Replay flight' }).click()
      await page.waitForFunction(
        (old) => document.querySelector<HTMLElement>('.leaflet-map-pane')!.style.transform !== old,
        before,
      )
      await page
        .getByRole('button', { name: 'Pause replay' })
        .or(page.getByRole('button', { name: 'Replay flight' }))
        .click()

      // A single layer needs no menu.
      assert.equal(await page.getByRole('button', { name: 'Layers' }).count(), 0)
      const shape = page.getByRole('button', { name: 'Scored shape' })
      assert.equal(await shape.getAttribute('aria-pressed'), 'true')
      await shape.press('Enter')
      assert.equal(await shape.getAttribute('aria-pressed'), 'false')
      assert.equal(await page.locator('.map-label.turnpoint').count(), 0)
      assert.deepEqual(await findViolations(page), [])
      await page.getByRole('button', { name: 'Full screen' }).click()
      await page.waitForFunction(() => document.fullscreenElement?.className === 'view')
      await page.getByRole('button', { name: 'Full screen' }).click()
      await page.waitForFunction(() => !document.fullscreenElement)
      requireClean()
      await close()
    },
  )

  await suite.test('take-off and landing keep their labels apart, however far out the map is', async () => {
    const parts: Part[] = [
      { kind: 'circles', turns: 6, climb: 3 },
      { kind: 'glide', seconds: 400, heading: 60 },
    ]
    const bytes = writeIgc({ track: flyParts(parts).track })
    const upload = { bytes, fileName: 'glide.igc', options: {} }
    const glide = await uploadFlight(server.services, user.id, upload)
    const { page, requireClean, close } = await dashboard.open(`/app/flights/${glide.id}`)
    await page.locator('.u-over').waitFor()
    assert.equal(await page.locator('.map-label.end.above').count(), 0, 'there is room for both below')
    // A click during the animation of the last one is not heard.
    await page.waitForFunction(() => {
      if (document.querySelector('.map-label.end.above')) return true
      document.querySelector<HTMLElement>('.leaflet-control-zoom-out')!.click()
      return false
    })
    const [one, other] = await page
      .locator('.map-label.end span')
      .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect().toJSON() as DOMRect))
    assert.ok(one!.bottom < other!.top || other!.bottom < one!.top, 'one is above the other')
    requireClean()
    await close()
  })

  await suite.test('a selected stretch is marked, and Play plays it alone', async () => {
    const { page, requireClean, close } = await dashboard.open(path)
    await page.locator('.u-over').waitFor()
    const chart = (await page.locator('.u-over').boundingBox())!
    await page.mouse.move(chart.x + chart.width * 0.6, chart.y + 40)
    await page.mouse.down()
    await page.mouse.move(chart.x + chart.width * 0.63, chart.y + 40, { steps: 4 })
    await page.mouse.up()
    const stretch = page.locator('.view [role=status]').filter({ hasText: 'Whole flight' })
    await stretch.waitFor()
    assert.equal(await page.locator('.map-label.stretch').count(), 2)
    const [from, to] = (await stretch.innerText()).match(/\d+:\d\d/g)!
    const slider = page.getByRole('slider', { name: 'Position in the flight' })
    const clock = async () => /\d+:\d\d/.exec((await slider.getAttribute('aria-valuetext'))!)![0]
    await page.getByLabel('Replay speed').selectOption('1000')
    await page.getByRole('button', { name: 'Replay flight' }).click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('.map-bar [type=range]')!.value !== '0',
    )
    assert.ok((await clock()) >= from!, 'it begins with the stretch')
    await page.getByRole('button', { name: 'Replay flight' }).waitFor()
    assert.equal(await clock(), to, 'and ends with it')
    requireClean()
    await close()
  })

  await suite.test('all but map and score is in tabs, which the keyboard reaches', async () => {
    const { page, requireClean, close } = await dashboard.open(path)
    const tab = (name: string) => page.getByRole('tab', { name, exact: true })
    await tab('Flight').focus()
    await page.keyboard.press('ArrowRight')
    assert.equal(await tab('Phases').getAttribute('aria-selected'), 'true')
    await page.getByRole('tabpanel', { name: 'Phases' }).getByRole('button').first().waitFor()
    assert.equal(await page.getByText('Airspace', { exact: true }).count(), 0, 'there are no data')
    await page.keyboard.press('End')
    const file = page.getByRole('tabpanel', { name: 'File' })
    assert.match(await file.innerText(), /Recorder\s*Cloudstreet simulator[^]*GPS fixes\s*\d[^]*one\.igc/)
    assert.deepEqual(await findViolations(page), [])
    await page.keyboard.press('ArrowRight')
    requireClean()
    await close()
  })

  await suite.test('its legs stand below the score, and pointing at one shows it everywhere', async () => {
    const { page, requireClean, close } = await dashboard.open(path)
    await page.locator('.u-over').waitFor()
    const legs = page.getByRole('table', { name: 'Scored shape' }).locator('.leg')
    assert.equal(await legs.count(), 3)
    assert.match(await legs.first().innerText(), /^Leg 1\s+[\d.]+\skm\s+\d+\skm\/h\s+\d+%$/)
    const shares = (await legs.allInnerTexts()).map((row) => Number(/(\d+)%/.exec(row)![1]))
    assert.ok(Math.abs(shares[0]! + shares[1]! + shares[2]! - 100) <= 1, shares.join(' '))
    const isMarked = () => page.locator('.leaflet-task-pane path[stroke-width="6"]').count()
    const chart = page.locator('.barogram canvas')
    const before = await chart.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
    await legs.nth(1).hover()
    assert.equal(await isMarked(), 1, 'on the map')
    await page.waitForFunction(
      (old) => document.querySelector<HTMLCanvasElement>('.barogram canvas')!.toDataURL() !== old,
      before,
    )
    await page.locator('.barogram').hover()
    assert.equal(await isMarked(), 0, 'as long as the pointer is there')
    await legs.nth(2).click()
    await page.locator('.barogram').hover()
    assert.equal(await isMarked(), 1, 'a click keeps it')
    await page.getByRole('button', { name: 'Leg 3', pressed: true }).press('Enter')
    await page.locator('.barogram').hover()
    await page.getByRole('slider', { name: 'Position in the flight' }).focus()
    assert.equal(await isMarked(), 0)
    requireClean()
    await close()
  })

  await suite.test(
    'on a phone the score comes first, one finger scrolls past the map, and facts are last',
    async () => {
      const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
      const { page, requireClean, close } = await dashboard.open(path, phone)
      await page.locator('.u-over').waitFor()
      const parts = ['.score-strip', '.legs', '.map', '.barogram', '[role=tablist]', '.figures', '.photos']
      await page.locator('.photos').waitFor()
      const tops = await Promise.all(
        parts.map(async (part) => (await page.locator(part).first().boundingBox())!.y),
      )
      assert.deepEqual(
        tops,
        tops.toSorted((one, other) => one - other),
      )
      const touch = await page.locator('.map').evaluate((map) => getComputedStyle(map).touchAction)
      assert.equal(touch, 'pan-x pan-y')
      requireClean()
      await close()
    },
  )

  await suite.test('dates, numbers and countries are written without Intl, slow to load', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/logbook')
    await page.addInitScript(() => {
      const made: string[] = []
      const watched = (name: string, Format: new (...values: never[]) => object) =>
        new Proxy(Format, {
          construct: (target, values) => (made.push(name), new target(...(values as never[]))),
          apply: (target, _this, values) => (made.push(name), new target(...(values as never[]))),
        })
      for (const name of ['DateTimeFormat', 'DisplayNames', 'NumberFormat', 'PluralRules', 'Collator'])
        Object.assign(Intl, { [name]: watched(name, Intl[name as 'NumberFormat']) })
      Object.assign(window, { made })
    })
    for (const [shown, country] of [
      [path, '.flight-head'],
      ['/app/logbook', '.country'],
    ] as const) {
      await page.goto(server.url + shown)
      await page.locator(country).getByText('Switzerland').first().waitFor()
      if (shown === path) await page.locator('.u-over').waitFor()
      assert.deepEqual(await page.evaluate('made'), [], shown)
    }
    requireClean()
    await close()
  })

  await suite.test('36,000 fixes are drawn and interactive', inSweeps, async (context) => {
    const { bytes, track } = simulateFlight({
      seed: 9,
      date: '2026-06-20',
      taskKm: 215,
      rateSeconds: 1,
      ...launch,
    })
    assert.ok(track.length > 30_000, `${track.length} fixes`)
    const { id } = await uploadFlight(dashboard.server.services, dashboard.user.id, {
      bytes,
      fileName: 'long.igc',
      options: {},
    })
    const { page, requireClean, close } = await dashboard.open(`/app/flights/${id}`)
    await page.locator('.u-over').waitFor({ timeout: 60_000 })
    const ms = await page.evaluate(() => {
      const data = performance.getEntriesByType('resource').find((entry) => entry.name.endsWith('/steps'))
      const ready = performance.getEntriesByName('flight-interactive')[0]
      const end = (data as PerformanceResourceTiming | undefined)?.responseEnd ?? Number.NaN
      return (ready?.startTime ?? Number.NaN) - end
    })
    const shown = Number(await page.getByRole('slider').getAttribute('max')) + 1
    context.diagnostic(`${shown} fixes interactive ${Math.round(ms)} ms after the data`)
    assert.ok(shown > 30_000)
    assert.ok(Number.isFinite(ms), 'the page marks the moment')
    requireClean()
    await close()
  })
})
