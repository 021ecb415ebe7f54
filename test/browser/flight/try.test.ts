// run: sweeps; scores in a page, by the same code as the server does in every run
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import type { Score } from '#scoring/score.ts'
import { findViolations } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { readReal, realFiles } from '#test/support/igc/real-files.ts'

const DIST = join(import.meta.dirname, '../../../web/dist/assets')
/** The flights of other people, where they are next to the checkout. */
const real = process.env.SWEEPS ? realFiles : []

const flown = (seed: number, shape: 'triangle' | 'line' | 'out-and-return') =>
  simulateFlight({ seed, shape, taskKm: 10 + 9 * seed, rateSeconds: 4, date: '2026-05-17' }).bytes

void test('a visitor without an account', async (suite) => {
  const { server, browser } = await openDashboard(suite, { SCORING_DEADLINE_MS: '60000' })
  await suite.test('drops a file, sees its score at once, and keeps it after signing up', async () => {
    const stranger = await browser.newContext({ viewport: { width: 360, height: 740 } })
    const { page, requireClean } = await watchPage(stranger, server.url, '/')
    const sent = watchSent(page)
    const bytes = await countFirstLoad(page)
    assert.ok(bytes > 10_000 && bytes < 100_000, `the first page takes ${bytes} bytes`)

    await page.setInputFiles('input[type=file]', asFile('evening.igc', flown(3, 'triangle')))
    await page.locator('.tried-track path').waitFor()
    await page.getByText('Proven best').waitFor()
    assert.equal(new URL(page.url()).pathname, '/', 'the page stays')
    assert.deepEqual(await findViolations(page), [])
    await page.getByRole('link', { name: 'Replay flight' }).click()
    await page.waitForURL('**/try')
    await page.getByText('Proven best').waitFor()
    await page.locator('.u-over').waitFor()
    assert.match(await page.getByText(/has not left it/).innerText(), /evening\.igc/)
    assert.deepEqual(await findViolations(page), [])
    const points = await page.locator('.score-strip').innerText()
    await page.reload()
    await page.getByText('Proven best').waitFor()
    assert.equal(await page.locator('.score-strip').innerText(), points, 'a reload loses nothing')
    assert.deepEqual(sent, [], 'nothing was sent')

    await page.getByRole('link', { name: 'Keep it', exact: true }).click()
    await page.getByText(/^Sunday, 17 May 2026 · [\d.]+\skm goes into/).waitFor()
    await page.getByLabel('Email').fill('visitor@example.org')
    await page.getByLabel('Password').fill('a long enough passphrase 81')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/app/flights/*')
    await page.locator('.score-strip').waitFor()
    assert.equal(await page.evaluate(() => sessionStorage.getItem('kept-file')), null)
    assert.equal(await page.locator('.score-strip').innerText(), points)
    requireClean()
    await stranger.close()
  })

  await suite.test('plays the flight of the picture, one click from the start page', async () => {
    const stranger = await browser.newContext()
    const { page, requireClean } = await watchPage(stranger, server.url, '/')
    await page.getByRole('link', { name: /Play this flight/ }).click()
    await page.getByRole('button', { name: 'Pause replay' }).waitFor()
    const position = page.getByRole('slider', { name: 'Position' })
    const before = Number(await position.inputValue())
    await page.waitForFunction(
      (at) => Number(document.querySelector<HTMLInputElement>('.map-bar input')!.value) > at + 20,
      before,
    )
    assert.match(await page.locator('.score-strip').innerText(), /114\.64/, 'that of the picture')
    await page.getByRole('tab', { name: 'Phases' }).click()
    await page.getByRole('button', { name: /^Show all \d+ phases/ }).waitFor()
    await page.getByRole('tab', { name: 'Wind' }).click()
    await page.getByRole('tabpanel', { name: 'Wind' }).getByText('km/h').first().waitFor()
    requireClean()
    await stranger.close()
  })

  await suite.test('without a file at hand is told what happens to one, and shown a flight', async () => {
    const stranger = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true })
    const { page, requireClean } = await watchPage(stranger, server.url, '/try')
    await page.getByText('Nothing is sent.').waitFor()
    assert.deepEqual(await findViolations(page), [])
    await page.getByRole('link', { name: 'Show me one' }).tap()
    await page.getByRole('heading', { name: 'A sample flight' }).waitFor()
    requireClean()
    await stranger.close()
  })

  await suite.test('gets a row for each flight of a file, and opens any of them', async () => {
    const stranger = await browser.newContext()
    const { page, requireClean } = await watchPage(stranger, server.url, '/')
    const both = Buffer.concat([flown(1, 'line'), flown(3, 'triangle')])
    await page.setInputFiles('input[type=file]', asFile('two.igc', both))
    await page.getByRole('heading', { name: '2 flights in two.igc' }).waitFor()
    const rows = page.locator('.tried-rows li')
    await rows.nth(1).getByText('points').waitFor()
    assert.equal(await rows.count(), 2)
    assert.deepEqual(await findViolations(page), [])
    const [points] = /[\d.]+ points/.exec(await rows.nth(1).innerText())!
    await rows.nth(1).getByRole('link').click()
    await page.waitForURL('**/try?flight=2')
    await page.locator('.score-strip').waitFor()
    assert.match(await page.locator('.score-strip').innerText(), new RegExp(points.split(' ')[0]!))
    await rows.nth(0).getByRole('link').click()
    await page.locator('.u-over').waitFor()
    assert.deepEqual(await findViolations(page), [])
    requireClean()
    await stranger.close()
  })

  await suite.test('is told what is wrong with a file, and may drop the next one', async () => {
    const stranger = await browser.newContext()
    const { page } = await watchPage(stranger, server.url, '/try')
    const choose = (name: string, bytes: Uint8Array) =>
      page.setInputFiles('input[type=file]', asFile(name, bytes))
    await choose('holiday.jpg', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]))
    await page.getByRole('heading', { name: 'holiday.jpg cannot be scored' }).waitFor()
    await choose('all.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]))
    await page.getByText('This is a ZIP archive.').waitFor()
    await choose('half.igc.gz', gzipSync(flown(1, 'line')).subarray(0, 900))
    await page.getByText('This gzip file cannot be unpacked.').waitFor()
    await choose('whole.igc.gz', gzipSync(flown(1, 'line')))
    await page.getByText('Proven best').waitFor()
    await stranger.close()
  })

  await suite.test('gets the score that the server gives, digit for digit', async (context) => {
    const files: [string, Uint8Array][] = [
      ['triangle', flown(2, 'triangle')],
      ['line', flown(4, 'line')],
      ['out and return', flown(5, 'out-and-return')],
      ['on the ground', flown(1, 'line').slice(0, 2500)],
      ['no file of ours', new TextEncoder().encode('hello')],
      ...real.map((name): [string, Uint8Array] => [name, readReal(name)]),
    ]
    const { page } = await watchPage(await browser.newContext(), server.url, '/try')
    const worker = readdirSync(DIST).find((name) => /^score-worker-.*\.js$/.test(name))
    let tied = 0
    for (const [name, bytes] of files) {
      const here = await page.evaluate(scoreInPage, {
        worker: `/app/assets/${worker}`,
        base64: toBase64(bytes),
      })
      const there = await server.services.scorer.analyse('someone', new Uint8Array(bytes))
      if (!there.isFlight) {
        assert.ok(here.refusal, `${name} is refused by both`)
        assert.equal(here.refusal.message, there.diagnoses[0]?.message, name)
        continue
      }
      assert.ok(here.flight, name)
      const plain = <Value>(value: Value) => JSON.parse(JSON.stringify(value)) as Value
      assert.deepEqual(here.flight.summary, plain(there.flight.summary), name)
      const { score } = here.flight
      assert.deepEqual(figuresOf(score), figuresOf(plain(there.flight.score)), name)
      if (!isDeepStrictEqual(courseOf(score), courseOf(plain(there.flight.score)))) {
        // Of courses that are equally long to a millimetre, engines whose sines differ in the last bit may name others.
        assert.ok(Math.abs(lengthOf(score) - lengthOf(there.flight.score)) < 0.002, `${name}: another course`)
        tied++
      }
    }
    context.diagnostic(`${files.length} files, ${tied} of them with another course of the same length`)
  })
})

/** Every figure of a score. */
const figuresOf = ({
  type,
  score,
  distanceKm,
  multiplier,
  upperBound,
  proven,
  rules,
  solverVersion,
}: Score) => ({
  type,
  score,
  distanceKm,
  multiplier,
  upperBound,
  proven,
  rules,
  solverVersion,
})

const courseOf = ({ start, turnpoints, finish, legsKm, closingKm }: Score) => ({
  points: [start, ...turnpoints, finish],
  legsKm,
  closingKm,
})

const lengthOf = ({ legsKm }: Score) => legsKm.reduce((sum, km) => sum + km, 0)

interface Answer {
  flight?: { summary: object; score: Score }
  refusal?: { message: string }
}

/** With the very file that the page loads. */
function scoreInPage({ worker, base64 }: { worker: string; base64: string }): Promise<Answer> {
  const rules = JSON.parse(
    document.querySelector<HTMLMetaElement>('meta[name="scoring-rules"]')!.content,
  ) as object
  const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))
  const thread = new Worker(worker, { type: 'module' })
  return new Promise<Answer>((resolve, reject) => {
    thread.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      if ('track' in data) return
      // Without the columns, which are long.
      resolve(
        JSON.parse(
          JSON.stringify(data, (key, value: unknown) => (key === 'columns' ? undefined : value)),
        ) as Answer,
      )
    })
    thread.addEventListener('error', ({ message }) => reject(new Error(message)))
    thread.postMessage({ bytes, rules }, [bytes.buffer])
  }).finally(() => thread.terminate())
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const asFile = (name: string, bytes: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(bytes),
})

/** Requests with a body. */
function watchSent(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

/** Bytes that the open page has taken, as they came over the network. */
function countFirstLoad(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
      0,
    ),
  )
}
