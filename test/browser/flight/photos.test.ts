// run: sweeps; clicks through what has tests over HTTP in every run; the pages themselves are opened in every run
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { simulateFlight } from '#igc/simulate.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { makeFolder } from '#test/support/installation/folder.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard, watchPage } from '#test/support/dashboard.ts'
import { takePhoto } from '#test/support/photos/photos.ts'

const looks = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
} as const

test('a pilot adds photos to a flight, and a stranger sees them', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user, browser } = dashboard
  const folder = makeFolder(suite)
  const files: string[] = []
  for (const seed of [1, 2, 3]) {
    files.push(join(folder, `photo ${seed}.jpg`))
    writeFileSync(files.at(-1)!, await takePhoto(seed, { width: 1600, height: 1200 }))
  }
  writeFileSync(join(folder, 'broken.jpg'), 'no photo')

  for (const [name, look] of Object.entries(looks))
    await suite.test(`on a ${name}`, async () => {
      const { bytes } = simulateFlight({ seed: name.length, shape: 'line', taskKm: 15, rateSeconds: 5 })
      const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'a.igc', options: {} })
      const { page, requireClean, close } = await dashboard.open(`/app/flights/${id}`, look)
      const card = page.getByRole('region', { name: 'Photos' })
      const picker = card.locator('input[type=file]')
      await picker.setInputFiles([...files.slice(0, 2), join(folder, 'broken.jpg')])
      const tiles = card.locator('.photo-grid button')
      await tiles.nth(1).waitFor()
      await card.getByText('This file cannot be read as a photo').waitFor()
      await card.getByRole('button', { name: 'Dismiss broken.jpg' }).click()
      const sizes = await tiles.evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().width))
      assert.deepEqual(sizes, [96, 96])
      assert.equal(await measureOverflow(page), 0)

      await tiles.first().click()
      const dialog = page.getByRole('dialog')
      const large = dialog.locator('img')
      await large.evaluate((image: HTMLImageElement) => image.decode())
      const first = await large.getAttribute('src')
      await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        (old) => document.querySelector('dialog img')?.getAttribute('src') !== old,
        first,
      )
      await page.keyboard.press('ArrowLeft')
      await page.waitForFunction(
        (old) => document.querySelector('dialog img')?.getAttribute('src') === old,
        first,
      )
      const { x, y, width, height } = (await large.boundingBox())!
      for (const [from, to] of [
        [0.8, 0.3],
        [0.3, 0.8],
      ] as const) {
        const before = await large.getAttribute('src')
        await page.mouse.move(x + from * width, y + height / 2)
        await page.mouse.down()
        await page.mouse.move(x + to * width, y + height / 2)
        await page.mouse.up()
        await page.waitForFunction(
          (old) => document.querySelector('dialog img')?.getAttribute('src') !== old,
          before,
        )
      }
      assert.equal(await large.getAttribute('src'), first, 'a swipe there and back')
      await dialog.getByLabel('Caption').fill('Over the glacier')
      await dialog.getByRole('button', { name: 'Save caption' }).click()
      await page.getByRole('dialog', { name: 'Over the glacier' }).waitFor()
      assert.deepEqual(await findViolations(page), [])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(
        await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        'Over the glacier',
        'the focus is where it was',
      )
      assert.deepEqual(await findViolations(page), [])
      await card.scrollIntoViewIfNeeded()

      await tiles.nth(1).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('button', { name: 'Delete photo' }).click()
      await tiles.nth(1).waitFor({ state: 'detached' })
      assert.equal(await tiles.count(), 1)
      requireClean()
      await close()

      await server.services.db.sql`update flights set visibility = 'public' where id = ${id}`
      const context = await browser.newContext(look)
      const visit = await watchPage(context, server.url, `/f/${id}`)
      const shared = visit.page.getByRole('region', { name: 'Photos' })
      await shared.getByRole('button', { name: 'Over the glacier' }).click()
      const seen = visit.page.getByRole('dialog', { name: 'Over the glacier' }).locator('img')
      await seen.evaluate((image: HTMLImageElement) => image.decode())
      assert.deepEqual(await findViolations(visit.page), [])
      visit.requireClean()
      await context.close()
    })

  await suite.test('by dropping and pasting them', async () => {
    const { bytes } = simulateFlight({ seed: 9, shape: 'line', taskKm: 15, rateSeconds: 5 })
    const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'b.igc', options: {} })
    const { page, requireClean, close } = await dashboard.open(`/app/flights/${id}`, looks.desk)
    const card = page.getByRole('region', { name: 'Photos' })
    await card.waitFor()
    for (const [index, kind] of (['drop', 'paste'] as const).entries()) {
      const content = (await takePhoto(20 + index)).toString('base64')
      await card.evaluate(
        (element, { kind, content }) => {
          const data = new DataTransfer()
          const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
          data.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
          const event =
            kind === 'drop'
              ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
              : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          element.dispatchEvent(event)
        },
        { kind, content },
      )
      await card.locator('.photo-grid button').nth(index).waitFor()
    }
    assert.match(page.url(), /\/app\/flights\//, 'they are no flights to upload')
    requireClean()
    await close()
  })
})
