// run: all
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'

const QUESTION = 'What is this take-off called?'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const desk = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const

const makeFile = (seed: number, latitude: number) => {
  const date = `2026-05-${10 + seed}`
  const { bytes } = simulateFlight({ seed, date, taskKm: 12, rateSeconds: 4, latitude, longitude: 8.05 })
  return { name: `flight-${seed}.igc`, mimeType: 'text/plain', buffer: Buffer.from(bytes) }
}

test('the name of a take-off', async (suite) => {
  const dashboard = await openDashboard(suite)
  const row = (page: Page, seed: number) =>
    page.locator('.files > li').filter({ hasText: `flight-${seed}.igc` })
  const upload = async (page: Page, latitude: number, ...seeds: number[]) => {
    await page.setInputFiles(
      'input[type=file]',
      seeds.map((seed) => makeFile(seed, latitude)),
    )
    for (const seed of seeds)
      await row(page, seed)
        .getByText(/ points/)
        .waitFor()
    await page.waitForLoadState('networkidle')
  }

  await suite.test(
    'is asked for once, of files from one place, and given to all of them and later ones',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/upload', desk)
      await upload(page, 46.66, 1, 2)
      const question = page.getByLabel(QUESTION)
      await question.waitFor()
      assert.equal(await question.count(), 1)
      assert.deepEqual(await findViolations(page), [])
      assert.equal(await page.getByRole('button', { name: 'Save name' }).isDisabled(), true)
      await question.fill('Alp Grüm')
      await page.getByRole('button', { name: 'Save name' }).click()
      await page.getByRole('status').getByText('2 flights changed.').waitFor()
      for (const seed of [1, 2])
        await row(page, seed)
          .getByText(/^Alp Grüm · /)
          .waitFor()
      assert.equal(await question.count(), 0)
      await upload(page, 46.66, 3)
      await row(page, 3)
        .getByText(/^Alp Grüm · /)
        .waitFor()
      assert.equal(await question.count(), 0)
      requireClean()
      await close()
    },
  )

  await suite.test(
    'is not asked for again after “Not now”; the question fits a phone and its fingers',
    async () => {
      const { page, requireClean, close } = await dashboard.open('/app/upload', phone)
      await upload(page, 45.2, 4)
      const question = page.getByLabel(QUESTION)
      await question.waitFor()
      assert.ok((await measureOverflow(page)) <= 0)
      assert.deepEqual(await findViolations(page), [])
      const notNow = page.getByRole('button', { name: 'Not now' })
      for (const target of [question, notNow, page.getByRole('button', { name: 'Save name' })]) {
        const { width, height } = (await target.boundingBox())!
        assert.ok(width >= 43.5 && height >= 43.5, `${width} x ${height}`)
      }
      await notNow.tap()
      await question.waitFor({ state: 'detached' })
      await upload(page, 45.2, 5)
      assert.equal(await question.count(), 0)
      await page.reload()
      await upload(page, 45.2, 6)
      assert.equal(await question.count(), 0)
      requireClean()
      await close()
    },
  )
})
