import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findViolations, measureOverflow } from '../browser.ts'

const MIN_TARGET_PX = 44

/** For everyone to use, as wide as the screen at most, and with targets for fingers in its part. */
export async function requireGood(page: Page, part = 'main'): Promise<void> {
  assert.deepEqual(await findViolations(page), [])
  assert.ok((await measureOverflow(page)) <= 0)
  for (const target of await page.locator(`${part} :is(button, select, input, summary)`).all()) {
    const box = await target.boundingBox()
    const isBig = !box || box.height >= MIN_TARGET_PX || (await target.getAttribute('type')) === 'checkbox'
    assert.ok(isBig, `${await target.innerText()} is ${box?.height} px high`)
  }
}
