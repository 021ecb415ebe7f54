// run: sweeps; clicks through what has tests over HTTP in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RateLimitedBody } from '#contract/errors.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeZip } from '#test/support/archives/zip.ts'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const launch = { latitude: 46.6596, longitude: 8.0536, launchAltitude: 2150 }

function makeFile(seed: number, date: string, name: string) {
  const { bytes } = simulateFlight({ seed, date, shape: 'triangle', taskKm: 18, rateSeconds: 5, ...launch })
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
}

test('a pilot in the browser', async (suite) => {
  const dashboard = await openDashboard(suite, { STORAGE_QUOTA_BYTES: '2147483648' })

  await suite.test(
    'a newcomer drops files on the empty logbook: a bad one is explained by its line, a good one becomes a flight',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/logbook')
      await page.getByRole('heading', { name: 'Welcome to your logbook' }).waitFor()
      const good = makeFile(1, '2026-05-17', 'first.igc')
      const text = good.buffer.toString('latin1')
      const damaged = Buffer.from(text.replaceAll(/\nB\d{6}/g, '\nB996199'), 'latin1')
      await page.setInputFiles('input[type=file]', [
        good,
        { ...good, name: 'damaged.igc', buffer: damaged },
        {
          name: 'view.jpg',
          mimeType: 'image/jpeg',
          buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]),
        },
      ])
      const rows = page.locator('.files > li')
      await rows.filter({ hasText: 'first.igc' }).getByText('New flight').waitFor()
      // Site, date, distance and points.
      await rows
        .filter({ hasText: 'first.igc' })
        .getByText(/\p{L}.* · .*2026 · \d+\.\d+\skm · \d+\.\d+ points/u)
        .waitFor()
      await rows.filter({ hasText: 'view.jpg' }).getByText('This is a JPEG picture').waitFor()
      await rows.filter({ hasText: 'damaged.igc' }).getByText('Rejected').waitFor()
      assert.match(await rows.filter({ hasText: 'damaged.igc' }).innerText(), /time/)

      await page.setInputFiles('input[type=file]', [{ ...good, name: 'again.igc' }])
      await rows.filter({ hasText: 'again.igc' }).getByText('Already uploaded').waitFor()
      await rows.filter({ hasText: 'again.igc' }).getByRole('link', { name: 'Open' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.match(page.url(), /\/app\/flights\/[a-f0-9]{24}$/)
      requireClean()
      await close()
    },
  )

  await suite.test(
    'leaving during an upload asks first; another page of the dashboard is no leaving',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/upload')
      let release = () => {}
      const isReleased = new Promise<void>((resolve) => (release = resolve))
      await page.route('**/app/api/flights/upload', async (route) => {
        await isReleased
        await route.continue()
      })
      await page.setInputFiles('input[type=file]', [makeFile(11, '2026-05-18', 'slow.igc')])
      await page.getByText(/Uploading|Scoring/).waitFor()
      await page.getByRole('link', { name: 'Logbook' }).first().click()
      await page.waitForURL(/logbook$/)
      const asked = page.waitForEvent('dialog')
      const reload = page.reload({ timeout: 3000 }).catch(() => 'stayed')
      const question = await asked
      assert.equal(question.type(), 'beforeunload')
      await question.dismiss()
      assert.equal(await reload, 'stayed')
      release()
      await page.getByRole('link', { name: 'Upload', exact: true }).first().click()
      await page.locator('.files > li').getByText('New flight').waitFor()
      // Nothing is lost now, so nothing is asked.
      await page.reload()
      await page.getByRole('heading', { name: 'Upload flights' }).waitFor()
      assert.equal(await page.locator('.files > li').count(), 0)
      await page.getByRole('link', { name: 'Logbook' }).first().click()
      await page.locator('.flight-row', { hasText: '18 May' }).first().click()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete flight' }).click()
      await page.waitForURL(/logbook/)
      requireClean()
      await close()
    },
  )

  await suite.test('a sample flight needs no file and ends on its page', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/upload')
    await page.getByRole('button', { name: 'Try a sample flight' }).click()
    await page.waitForURL(/\/app\/flights\/[a-f0-9]{24}$/)
    requireClean()
    await close()
  })

  await suite.test('what the pilot says about a flight is one form, and it stays', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/logbook')
    await page.locator('.flight-row').last().click()
    const edit = page.getByRole('button', { name: 'Edit flight' })
    await edit.waitFor()
    const place = await page.getByRole('heading', { level: 1 }).innerText()
    const dialog = page.getByRole('dialog', { name: 'Edit flight' })
    await edit.click()
    await dialog.getByLabel('Title').fill('Never mind')
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('heading', { level: 1 }).innerText(), place)
    await edit.click()
    await dialog.getByLabel('Title').fill('First <hundred>')
    await dialog.getByLabel('Notes').fill('Left too early.\nWait next time.')
    await dialog.getByLabel('Launch').selectOption('Towed')
    await dialog.getByLabel('Tandem flight').check()
    assert.deepEqual(await findViolations(page), [])
    const saved = page.waitForRequest((request) => request.method() === 'PATCH')
    await dialog.getByRole('button', { name: 'Save' }).click()
    assert.deepEqual(Object.keys((await saved).postDataJSON() as object).toSorted(), [
      'is_tandem',
      'launch_type',
      'notes',
      'title',
    ])
    await dialog.waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'First <hundred>', exact: true }).waitFor()
    assert.ok(
      (await page.locator('.flight-head p').first().innerText()).startsWith(place),
      'the take-off is still named',
    )
    assert.match(await page.locator('.notes').innerText(), /Left too early\.\nWait next time\./)
    await edit.click()
    assert.equal(await dialog.getByLabel('Launch').inputValue(), 'Towed')
    assert.equal(await dialog.getByLabel('Tandem flight').isChecked(), true)
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('link', { name: 'Download IGC file' }).click()
    assert.match((await download).suggestedFilename(), /\.igc$/)
    await page.getByRole('link', { name: 'Logbook' }).first().click()
    await page.locator('.flight-row', { hasText: 'First <hundred>' }).filter({ hasText: place }).click()
    await edit.click()
    await dialog.getByLabel('Title').fill('')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { level: 1, name: place, exact: true }).waitFor()
    requireClean()
    await close()
  })

  await suite.test('filters narrow the list and stay in the address', async () => {
    for (const [seed, date] of [
      [2, '2025-06-01'],
      [3, '2025-07-01'],
    ] as const) {
      await uploadFlight(dashboard.server.services, dashboard.user.id, {
        bytes: new Uint8Array(makeFile(seed, date, '').buffer),
        fileName: `${date}.igc`,
        options: {},
      })
    }
    const { page, requireClean, close } = await dashboard.open('/app/logbook')
    await page.getByRole('heading', { name: '4 flights' }).waitFor()
    await page.getByText(/^Your files take \d+ kB of 2\.0 GB\.$/).waitFor()
    await page.getByLabel('Season', { exact: true }).selectOption('2025')
    await page.getByRole('heading', { name: '2 flights' }).waitFor()
    assert.match(page.url(), /season=2025/)
    assert.equal(await page.locator('.totals dd').first().innerText(), '2')
    await page.getByRole('img', { name: 'Flying days: 2 in the year to 30 Sep 2025' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: '2 flights' }).waitFor()
    const total = page.locator('.totals dd').first()
    await page.getByLabel('Season', { exact: true }).selectOption('')
    await page.getByRole('heading', { name: '4 flights' }).waitFor()
    await page.getByLabel('Flight type').selectOption({ index: 1 })
    const chosen = page.getByRole('heading', { name: /^[1-4] flights?$/ })
    await total.filter({ hasText: /^[1-4]$/ }).waitFor()
    await page.waitForFunction(
      () =>
        document.querySelector('#flights')?.textContent?.split(' ')[0] ===
        document.querySelector('.totals dd')?.textContent,
    )
    await chosen.waitFor()
    await page.getByLabel('Flight type').selectOption('')
    await page.getByRole('searchbox', { name: 'Search flights' }).fill('no such WORDS')
    await page.getByText('No flights match these filters').waitFor()
    assert.match(page.url(), /q=no\+such\+WORDS/)
    await page.getByRole('button', { name: 'Show all flights' }).click()
    await page.getByRole('heading', { name: '4 flights' }).waitFor()
    assert.equal(await page.getByRole('searchbox', { name: 'Search flights' }).inputValue(), '')
    await page.getByLabel('Sort by').selectOption('score')
    await page.waitForFunction(() => {
      const points = [...document.querySelectorAll('.flight-row .points')].map((one) =>
        parseFloat(one.textContent ?? ''),
      )
      return points.length === 4 && points.every((one, at) => at === 0 || one <= points[at - 1]!)
    })
    await page.setViewportSize({ width: 360, height: 740 })
    const [first, bar] = [page.locator('.flight-row').first(), page.locator('.sections')]
    const [row, below] = [await first.boundingBox(), await bar.boundingBox()]
    assert.ok(row!.y + row!.height <= below!.y, 'a flight is on the first screen of a phone')
    requireClean()
    await close()
  })

  await suite.test(
    'deleting asks once, then the flight is gone; its old address says so and leads on',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/logbook')
      await page.locator('.flight-row').last().click()
      const address = page.waitForURL(/\/app\/flights\//)
      await address
      const path = new URL(page.url()).pathname
      const more = page.getByRole('button', { name: 'More actions' })
      await more.click()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Keep flight' }).click()
      assert.equal(await more.getAttribute('aria-expanded'), 'false')
      await more.press('Enter')
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete flight' }).click()
      await page.getByRole('heading', { name: '3 flights' }).waitFor()
      await page.goto(dashboard.server.url + path)
      await page.getByRole('heading', { name: 'Flight not found' }).waitFor()
      await page.getByRole('link', { name: 'Open the logbook' }).click()
      await page.getByRole('heading', { name: '3 flights' }).waitFor()
      requireClean()
      await close()
    },
  )

  await suite.test(
    'an archive is imported file by file; leaving and reloading lose nothing, and the result stays until it is dismissed',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/upload')
      const flights = Array.from({ length: 25 }, (_, index) =>
        makeFile(500 + index, '2024-06-01', `${index}.igc`),
      )
      const buffer = await makeZip([
        ...flights.map((file) => [`2024/${file.name}`, file.buffer] as const),
        ['bad.igc', 'no flight'],
        ['photo.jpg', 'x'],
      ])
      await page.setInputFiles('input[type=file]', [{ name: 'all.zip', mimeType: 'application/zip', buffer }])
      const card = page.getByRole('region', { name: 'all.zip' })
      await card.waitFor()
      assert.equal(await card.locator('.files > li', { hasText: '2024/' }).count(), 25)
      await page.reload()
      await card
        .getByRole('status')
        .getByText(/in progress|25 new/)
        .waitFor()
      await page.getByRole('link', { name: 'Logbook' }).first().click()
      await page.waitForURL(/logbook$/)
      await page.getByRole('link', { name: 'Upload', exact: true }).first().click()

      await card.getByText('25 new, 1 rejected, 1 skipped').waitFor({ timeout: 60_000 })
      await card.locator('.files > li', { hasText: 'bad.igc' }).getByText('Rejected').waitFor()
      await card.getByText('1 file skipped').click()
      await card.getByText('This is not an IGC file.').waitFor()
      assert.equal(await card.getByRole('link', { name: 'Open' }).count(), 25)
      await page.reload()
      await card.getByRole('button', { name: 'Dismiss' }).click()
      await card.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('heading', { name: 'Upload flights' }).waitFor()
      assert.equal(await card.count(), 0)
      requireClean()
      await close()
    },
  )

  await suite.test(
    'a file without a date asks for it in its row, and is uploaded with the one chosen',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/upload')
      const dated = makeFile(12, '2026-05-19', 'dated.igc')
      const text = dated.buffer.toString('latin1')
      const withDateLine = (line: string) => Buffer.from(text.replace(/^HFDTE.*\r?\n/m, line), 'latin1')
      await page.setInputFiles('input[type=file]', [
        { ...dated, name: 'dateless.igc', buffer: withDateLine('') },
        { ...dated, name: 'misdated.igc', buffer: withDateLine('HFDTE320126\r\n') },
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no flight at all') },
      ])
      const rows = page.locator('.files > li')
      await rows.filter({ hasText: 'notes.txt' }).getByText('Rejected').waitFor()
      assert.equal(await rows.filter({ hasText: 'notes.txt' }).getByLabel('Date of the flight').count(), 0)

      const row = rows.filter({ hasText: 'dateless.igc' })
      await row.getByText('does not give the date of the flight').waitFor()
      assert.doesNotMatch(await row.innerText(), /flight_date=/, 'the row is no place for parameters')
      assert.deepEqual(await findViolations(page), [])
      const send = row.getByRole('button', { name: 'Upload with this date' })
      await send.click()
      assert.equal(await row.getByText('Rejected').count(), 1, 'a date has to be chosen first')
      await row.getByLabel('Date of the flight').fill('2026-05-19')
      await send.click()
      await row.getByText('New flight').waitFor()
      await row.getByText(/19 May 2026/).waitFor()

      // The same fixes at another date are another flight.
      const other = rows.filter({ hasText: 'misdated.igc' })
      await other.getByText('Line 2: this is no valid date').waitFor()
      await other.getByLabel('Date of the flight').fill('2026-05-20')
      await other.getByLabel('Date of the flight').press('Enter')
      await other.getByText('New flight').waitFor()
      await other.getByText(/20 May 2026/).waitFor()
      requireClean()
      await close()
    },
  )

  await suite.test('an upload over the limit says when it continues, and does', async () => {
    const { page, requireClean, close } = await dashboard.open('/app/upload')
    const json: RateLimitedBody = {
      success: false,
      error: 'rate_limit_exceeded',
      retryAfter: 3,
      error_description: 'Too many requests; try again in 3 seconds.',
    }
    await page.route('**/app/api/flights/upload', (route) => route.fulfill({ status: 429, json }), {
      times: 1,
    })
    await page.setInputFiles('input[type=file]', [makeFile(13, '2026-05-21', 'busy.igc')])
    await page.getByText('Too many uploads: continues in 3 s.').waitFor()
    await page.getByText('New flight').waitFor()
    requireClean()
    await close()
  })
})
