// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { readAirspaceFile } from '#server/flights/scorer/airspace.ts'
import { keepAirspaces } from '#server/flights/airspace/files.ts'
import { simulateFlight } from '#igc/simulate.ts'
import { findViolations, measureOverflow, takeLooks } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const openAir = `AC D
AN Tower
AL 1000m AMSL
AH FL 195
V X=46:42:00 N 008:05:00 E
DC 2
AC R
AN Village
AL GND
AH 300m AGL
DP 46:10:00 N 007:20:00 E
DP 46:10:00 N 008:50:00 E
DP 47:30:00 N 008:05:00 E
`

const looks = [
  { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
  { colorScheme: 'light', viewport: { width: 1440, height: 900 } },
] as const

test('a pilot sees what is inside a flight', async (context) => {
  const { server, user, open } = await openDashboard(context)
  const read = readAirspaceFile(new TextEncoder().encode(openAir))
  const names = { ownerId: null, region: 'CH', validFrom: '2026-04-16' }
  await keepAirspaces(server.services, names, read)
  const { bytes } = simulateFlight({
    seed: 5,
    taskKm: 24,
    latitude: 46.68,
    longitude: 8.08,
    date: '2026-05-17',
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'a.igc', options: {} })

  for (const look of takeLooks(looks)) {
    const name = `${look.colorScheme}, ${look.viewport.width} px`
    const { page, requireClean, close } = await open(`/app/flights/${id}`, look)
    const show = (tab: string) => page.getByRole('tab', { name: tab, exact: true }).click()
    await show('Phases')
    const phases = page.getByRole('region', { name: 'Phases' })
    await phases
      .getByRole('button', { name: /Thermal/ })
      .first()
      .waitFor()
    const airspace = page.getByRole('region', { name: 'Airspace' })
    await airspace
      .getByRole('button', { name: /Inside Tower \(D\)/ })
      .first()
      .waitFor()
    assert.match(await airspace.innerText(), /Undecidable[^]*Village[^]*height of the ground is not known/)
    assert.match(await airspace.innerText(), /CH of 2026-04-16/)

    await show('File')
    const files = page.getByRole('tabpanel', { name: 'File' })
    assert.match(await files.innerText(), /Signature\s*None/)
    await files.getByText('Airspace files of your own').click()
    const file = {
      name: 'club.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(openAir.replaceAll('Tower', 'Club')),
    }
    await files.getByLabel(/Add an OpenAir file/).setInputFiles(file)
    await files.getByRole('button', { name: 'Remove club.txt' }).waitFor()
    await show('Phases')
    await airspace
      .getByRole('button', { name: /Inside Club \(D\)/ })
      .first()
      .waitFor()
    await show('File')
    await files.getByRole('button', { name: 'Remove club.txt' }).click()
    await show('Phases')
    await airspace
      .getByRole('button', { name: /Inside Club \(D\)/ })
      .first()
      .waitFor({ state: 'detached' })

    const status = page.locator('.view [role=status]').filter({ hasText: 'Whole flight' })
    await phases
      .getByRole('button', { name: /Thermal/ })
      .first()
      .click()
    await status.waitFor()
    assert.match(await status.innerText(), /Mean climb\s*\+\d/)
    await phases.getByRole('button', { name: /Glide/ }).first().click()
    await page.waitForFunction(() =>
      /Glide\s*\d+[.,]\d : 1/.test(document.querySelector('.view')?.textContent ?? ''),
    )
    await page.getByRole('button', { name: 'Whole flight' }).click()
    await status.waitFor({ state: 'detached' })

    const chart = page.locator('.barogram .u-over')
    await chart.scrollIntoViewIfNeeded()
    const box = (await chart.boundingBox())!
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    await status.waitFor()
    await show('Wind')
    await page.getByRole('region', { name: 'Wind' }).waitFor()
    await show('Flight')
    await page.getByText('Scores in other leagues').click()
    await page
      .getByRole('cell', { name: /XContest/ })
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Show XContest first' }).click()
    await page.reload()
    await page.getByText('Scores in other leagues').click()
    await page.getByRole('button', { name: 'All leagues' }).waitFor()
    await page.getByRole('cell', { name: /^XContest/ }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Show .* first$/ }).count(), 1, 'those chosen')
    assert.deepEqual(await findViolations(page), [], name)
    const width = await measureOverflow(page)
    assert.ok(width <= 0, `${name} is ${width} pixels too wide`)
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
    requireClean()
    await close()
  }
})
