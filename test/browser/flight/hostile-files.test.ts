// run: sweeps; what is refused here is refused by the same code in every run, without a page
// Files from anywhere are scored in the visitor's own browser: none runs a script, asks a host, hangs the page or is sent.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { simulateFlight } from '#igc/simulate.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'

const MARKUP = '<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'
const flight = (change: (text: string) => string = (text) => text, pilot = 'Mara', glider = 'Wing') => {
  const { bytes } = simulateFlight({ seed: 1, taskKm: 6, rateSeconds: 5, date: '2026-05-17', pilot, glider })
  return Buffer.from(change(Buffer.from(bytes).toString('latin1')), 'latin1')
}
const scored = /Proven best/
const refused = /cannot be scored/
const either = /Proven best|Not scored|cannot be scored/

const files: [name: string, file: string, bytes: Buffer, wanted: RegExp][] = [
  ['markup for a pilot and a glider', 'a.igc', flight((text) => text, MARKUP, MARKUP), scored],
  ['markup for a name of the file', `${MARKUP.replaceAll('/', '')}.igc`, flight(), scored],
  [
    'markup for a name of what is no flight',
    `${MARKUP.replaceAll('/', '')}.txt`,
    Buffer.from('hello'),
    refused,
  ],
  ['markup in every remark', 'a.igc', flight((text) => text + `LXSX${MARKUP}\r\n`.repeat(2000)), either],
  ['a line of 4 MB', 'a.igc', Buffer.from(`A${'X'.repeat(4_000_000)}`), refused],
  ['4 MB of zero bytes', 'a.igc', Buffer.alloc(4_000_000), refused],
  ['a bomb of gzip', 'a.igc.gz', gzipSync(Buffer.alloc(200_000_000, 'B')), refused],
  [
    'every fix at one place and time',
    'a.igc',
    flight((text) => text.replaceAll(/^B\d{6}.{17}/gm, 'B1200004640000N00805000E')),
    either,
  ],
  [
    'coordinates beyond the Earth',
    'a.igc',
    flight((text) => text.replaceAll(/^(B\d{6}).{17}/gm, '$19999999N99999999E')),
    either,
  ],
  [
    'a date that is none',
    'a.igc',
    flight((text) => text.replaceAll(/^HFDTE.*$/gm, 'HFDTEDATE:999999,99')),
    either,
  ],
  [
    'an address for a date',
    'a.igc',
    flight((text) => text.replaceAll(/^HFDTE.*$/gm, 'HFDTEhttp://evil.example/')),
    either,
  ],
]

void test('a visitor who tries hostile files', async (suite) => {
  const { server, browser } = await openDashboard(suite, { SCORING_DEADLINE_MS: '60000' })
  const visitor = await browser.newContext()
  const { page, requireClean } = await watchPage(visitor, server.url, '/try')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
  })
  page.on('dialog', (dialog) => {
    sent.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  for (const [name, file, bytes, wanted] of files)
    await suite.test(`${name} ends in a score or a sentence`, async () => {
      await page.goto(`${server.url}/try`)
      const buffer = Buffer.from(bytes)
      await page.setInputFiles('input[type=file]', {
        name: file,
        mimeType: 'application/octet-stream',
        buffer,
      })
      await page.getByText(wanted).first().waitFor({ timeout: 60_000 })
      assert.equal(await page.evaluate(() => (window as unknown as { stolen?: number }).stolen), undefined)
      assert.equal(await page.locator('img[src=x]').count(), 0)
      assert.deepEqual(sent, [])
    })
  await suite.test('nothing was asked of another host, and nothing was complained about', requireClean)
  await suite.test('the next file is scored as if nothing had happened', async () => {
    await page.goto(`${server.url}/try`)
    await page.setInputFiles('input[type=file]', { name: 'b.igc', mimeType: 'text/plain', buffer: flight() })
    await page.getByText('Proven best').waitFor()
  })
  await visitor.close()
})
