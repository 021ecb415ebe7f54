// `npm run screenshots`: every page of a demo that it starts itself, light and dark, phone and desktop.
// They are written to test/results/screenshots. `-- --only flight` takes some of them; `-- --pictures` renews the
// drawings of the landing page and the README's flight, `-- --readme` the README's small pictures; `-- --data FOLDER` keeps
// the demo for the next run.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp, { type Sharp } from 'sharp'
import { simulateFlight } from '#igc/simulate.ts'
import { createApp } from '#server/app.ts'
import { openDemo } from '#server/demo/demo.ts'
import { readConfig } from '#server/platform/config.ts'
import { buildServices } from '#server/services.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { findFreePort } from '#test/support/postgres.ts'
import { drawLandingPictures } from './landing-pictures.ts'
import { drawReadme, flags, writeGround } from './readme-pictures.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    data: { type: 'string' },
    pictures: { type: 'boolean' },
    readme: { type: 'boolean' },
  },
})

const screens = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1440, height: 900 },
  picture: { width: 1360, height: 884 },
}
type Screen = keyof typeof screens
type Scheme = 'light' | 'dark'

interface Shot {
  name: string
  path: string
  /** Taken without signing in. */
  isPublic?: boolean
  /** Runs on the page before the screenshot. */
  prepare?: (page: Page) => Promise<unknown>
}

async function main(): Promise<void> {
  const dataDir = values.data ?? mkdtempSync(join(tmpdir(), 'cloudstreet-screenshots-'))
  const port = await findFreePort()
  if (values.readme) writeGround(dataDir)
  const services = await buildServices(
    readConfig({
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      RATE_LIMIT_SIGN_IN: '0',
      ...(values.readme && { TERRAIN_DIR: dataDir }),
    }),
  )
  const app = await createApp(services)
  const browser = await launchBrowser(flags)
  try {
    await app.listen({ port, host: '127.0.0.1' })
    if (values.readme) return await drawReadme(services, browser)
    const signIn = await openDemo(services, createApp, console.log)
    const visitor = { browser, url: services.config.baseUrl, signIn }
    await (values.pictures ? renewPictures(visitor) : shootAll(visitor))
  } finally {
    await browser.close()
    await app.close()
    await services.close()
    if (!values.data) rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Visitor {
  browser: Browser
  url: string
  signIn: { email: string; password: string }
}

async function shootAll(visitor: Visitor): Promise<void> {
  const folder = join(root, 'test/results/screenshots')
  mkdirSync(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    for (const screen of ['desktop', 'phone'] as const) {
      const context = await openContext(visitor, scheme, screen)
      const signedOut = await visitor.browser.newContext({ colorScheme: scheme, viewport: screens[screen] })
      const shots = (await listShots(context, visitor)).filter(({ name }) => isWanted(name))
      for (const shot of shots) {
        const page = await openPage(shot.isPublic ? signedOut : context, visitor, shot)
        await page.screenshot({ path: join(folder, `${shot.name}-${screen}-${scheme}.png`), fullPage: true })
        await page.close()
      }
      await context.close()
      await signedOut.close()
      console.log(`${shots.length} pages, ${screen}, ${scheme}`)
    }
  }
  console.log(`The screenshots are in ${folder}`)
}

function isWanted(name: string): boolean {
  return values.only === undefined || values.only.split(',').some((part) => name.includes(part))
}

async function openContext(visitor: Visitor, scheme: Scheme, screen: Screen): Promise<BrowserContext> {
  const context = await visitor.browser.newContext({
    colorScheme: scheme,
    viewport: screens[screen],
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(`${visitor.url}/sign-in`)
  await page.fill('input[name="email"]', visitor.signIn.email)
  await page.fill('input[name="password"]', visitor.signIn.password)
  await Promise.all([page.waitForURL((url) => url.pathname !== '/sign-in'), page.click('main button')])
  await page.close()
  return context
}

async function openPage(context: BrowserContext, visitor: Visitor, shot: Shot): Promise<Page> {
  const page = await context.newPage()
  await page.goto(visitor.url + shot.path, { waitUntil: 'networkidle' })
  await shot.prepare?.(page)
  await page.waitForTimeout(400)
  return page
}

async function listShots(context: BrowserContext, { url }: Visitor): Promise<Shot[]> {
  const fetchJson = async <Answer>(path: string) =>
    (await (await context.request.get(url + path)).json()) as Answer
  const { bestFlightId } = await fetchJson<{ bestFlightId: string }>('/app/api/logbook/statistics')
  const applications = await fetchJson<{ items?: { id: string }[] }>('/app/api/applications')
  const application = applications.items?.[0]?.id ?? ''
  return [
    { name: 'landing', path: '/', isPublic: true },
    { name: 'privacy', path: '/privacy', isPublic: true },
    { name: 'try', path: '/try', isPublic: true, prepare: chooseSample },
    { name: 'docs', path: '/docs', isPublic: true },
    { name: 'docs-guide', path: '/docs/guide/webhooks', isPublic: true },
    { name: 'docs-operation', path: '/docs/reference/uploadFlight', prepare: openKeyForm },
    { name: 'docs-event', path: '/docs/reference/events/flight.uploaded', isPublic: true },
    { name: 'docs-search', path: '/docs/search?q=signature', isPublic: true },
    { name: 'sign-in', path: '/sign-in', isPublic: true },
    { name: 'sign-up', path: '/sign-up', isPublic: true },
    { name: 'forgot-password', path: '/forgot-password', isPublic: true },
    { name: 'device', path: '/oauth/device' },
    { name: 'logbook', path: '/app/logbook' },
    { name: 'upload', path: '/app/upload', prepare: uploadSomeFiles },
    { name: 'flight', path: `/app/flights/${bestFlightId}`, prepare: pointAtTheMiddle },
    { name: 'flight-missing', path: '/app/flights/000000000000000000000000' },
    { name: 'developers-keys', path: '/app/developers/keys' },
    {
      name: 'developers-create-key',
      path: '/app/developers/keys',
      prepare: (page) => page.click('text=Create key'),
    },
    { name: 'developers-applications', path: '/app/developers/applications' },
    { name: 'developers-application', path: `/app/developers/applications/${application}` },
    { name: 'developers-webhooks', path: '/app/developers/webhooks' },
    { name: 'developers-usage', path: '/app/developers/usage' },
    { name: 'consent', path: consentPath(application) },
    { name: 'account-profile', path: '/app/settings' },
    { name: 'account-sessions', path: '/app/settings/security' },
    { name: 'account-connections', path: '/app/settings/security#apps' },
    { name: 'account-data', path: '/app/settings/data' },
    { name: 'lost', path: '/app/nowhere' },
  ]
}

function consentPath(application: string): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: application,
    redirect_uri: 'https://thermal-diary.example/callback',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    prompt: 'consent',
  })
  return `/oauth/authorize?${query.toString()}`
}

function openKeyForm(page: Page): Promise<void> {
  return page.click('text=Create a one-day test key')
}

const makeSample = () => simulateFlight({ seed: 7, taskKm: 45, rateSeconds: 3, date: '2026-05-17' }).bytes

async function chooseSample(page: Page): Promise<void> {
  const file = { name: '2026-05-17.igc', mimeType: 'text/plain', buffer: Buffer.from(makeSample()) }
  await page.setInputFiles('input[type=file]', file)
  await page.waitForSelector('.u-over')
}

async function uploadSomeFiles(page: Page): Promise<void> {
  const broken = 'AXXX001\r\nHFDTE010526\r\nB9961004640123N00803456EA0210002150\r\n'
  await page.setInputFiles('input[type=file]', [
    {
      name: 'holiday.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 3]),
    },
    { name: 'broken.igc', mimeType: 'text/plain', buffer: Buffer.from(broken.repeat(12)) },
    { name: 'good.igc', mimeType: 'text/plain', buffer: Buffer.from(makeSample()) },
  ])
  await page.waitForSelector('.stored-words')
}

async function pointAtTheMiddle(page: Page): Promise<void> {
  await page.waitForSelector('.u-over')
  await page.getByText('Loading map').waitFor({ state: 'hidden' })
  await page.locator('input[type=range]').evaluate((slider: HTMLInputElement) => {
    slider.value = String(Math.round(Number(slider.max) * 0.55))
    slider.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.waitForTimeout(600)
}

/** A flight in both colour schemes, for link previews and the README; and the drawings of the landing page. */
async function renewPictures(visitor: Visitor): Promise<void> {
  await drawLandingPictures()
  for (const scheme of ['light', 'dark'] as const) {
    const context = await openContext(visitor, scheme, 'picture')
    const shot = (await listShots(context, visitor)).find(({ name }) => name === 'flight')!
    const page = await openPage(context, visitor, shot)
    const picture = sharp(await page.screenshot()).resize({ width: 1200, height: 780 })
    await picture
      .webp({ quality: 82, effort: 6 })
      .toFile(join(root, 'docs/pictures', `flight-${scheme}.webp`))
    if (scheme === 'light') await drawPreview(picture)
    await context.close()
  }
}

/** For link previews, in the shape and a format that all of them show. */
async function drawPreview(picture: Sharp): Promise<void> {
  await sharp(await picture.toBuffer())
    .extract({ left: 0, top: 0, width: 1200, height: 630 })
    .jpeg({ quality: 80 })
    .toFile(join(root, 'assets/pictures/preview.jpg'))
}

await main()
