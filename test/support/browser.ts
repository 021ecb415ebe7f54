// A real Chromium for tests: one for all that `npm test` runs, a fresh profile for each test, nothing fetched in the
// background.
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { AxeResults } from 'axe-core'
import { type Browser, type BrowserServer, chromium, type LaunchOptions, type Page } from 'playwright-core'
import { findChromium } from './browsing/chromium.ts'

/** The browser that `npm test` has started; with flags, or where a file runs without it, a new one. */
export async function launchBrowser(flags: string[] = []): Promise<Browser> {
  const address = process.env.TEST_BROWSER
  return address && flags.length === 0 ? chromium.connect(address) : chromium.launch(toOptions(flags))
}

/** For several processes: what each of them opens goes when it disconnects. */
export async function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ ...toOptions(), host: '127.0.0.1' })
}

function toOptions(flags: string[] = []): LaunchOptions {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('Chromium is not installed; name it in CHROMIUM_PATH.')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
  }
}

/** Closed after the test or suite. */
export async function startBrowser(
  context: Pick<TestContext, 'after'>,
  flags: string[] = [],
): Promise<Browser> {
  const browser = await launchBrowser(flags)
  context.after(() => browser.close())
  return browser
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The violations that axe finds on a page. No page has frames, so it runs in the page itself. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(waitForTransitions)
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}

/** A colour on its way to another has the contrast of neither. Endless animations are not waited for. */
async function waitForTransitions(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
}

const RELAYOUT_MS = 30_000

/** Pixels by which a page is wider than its screen. Maps and charts are redrawn some frames after it has changed. */
export async function measureOverflow(page: Page): Promise<number> {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const giveUpAt = performance.now() + RELAYOUT_MS
  let overflow = await measure()
  while (overflow > 0 && performance.now() < giveUpAt) overflow = await measure()
  return overflow
}

/** For a test that only the sweeps run. */
export const inSweeps = { skip: process.env.SWEEPS ? false : 'only with --sweeps' }

/** A page is shown and checked in the first look; with `--sweeps` in every one. */
export function takeLooks<Look>(looks: readonly Look[]): readonly Look[] {
  return process.env.SWEEPS ? looks : looks.slice(0, 1)
}
