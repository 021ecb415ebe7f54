// run: sweeps; reads every page in each language; the types require each text in all, and pages are asked for over HTTP
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { simulateFlight } from '#igc/simulate.ts'
import type { FormatWords } from '#language/formats.ts'
import { type Language, languageNames, languages, unitSystems } from '#language/preferences.ts'
import { sameAsEnglish } from '#test/support/language/same-as-english.ts'
import { scales } from '#language/units.ts'
import { uploadFlight } from '#server/flights/upload/upload.ts'
import { findViolations, measureOverflow } from '#test/support/browser.ts'
import { openDashboard } from '#test/support/dashboard.ts'
import { send } from '#test/support/account.ts'
import { signIn } from '#test/support/people.ts'

/** Each has as many texts as English, by its type; with `--sweeps` all are seen on the pages. */
const translated = process.env.SWEEPS ? languages.filter((language) => language !== 'en') : (['de'] as const)

/** The words of a page: its texts, and the labels of elements without one. */
async function readTexts(page: Page): Promise<Set<string>> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton'))
  // Cards that come with a request of their own.
  await page.waitForLoadState('networkidle')
  const found = await page.evaluate(() => {
    const isSeen = (element: Element | null) =>
      element !== null && !element.closest('script, style, noscript')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const said: string[] = []
    while (walker.nextNode()) {
      if (isSeen(walker.currentNode.parentElement)) said.push(walker.currentNode.textContent ?? '')
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
        said.push(element.getAttribute(name) ?? '')
    }
    return [...said, document.title]
  })
  return new Set(
    found.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text)),
  )
}

/** Names, addresses, and what is the same everywhere. */
const names = [
  'Cloudstreet',
  'Mara Keller',
  'MK',
  'M',
  // As the file says, and whom the map credits.
  'Cloudstreet simulator',
  'XContest',
  'Natural Earth, GeoNames, © OpenStreetMap contributors',
  ...Object.values(languageNames),
  ...unitSystems.flatMap((units) => Object.values(scales[units]).map(({ unit }) => unit)),
  'h',
]
const isNeverTranslated = (text: string) =>
  names.includes(text) ||
  /@|\.igc|http|127\.0\.0\.1|^[\d\s.,+±−–:×·/()]*(km|m|h|min|m\/s|km\/h|B|kB|x)?[\d\s.,+±−–:×·/()]*$/.test(
    text,
  )

/** Texts that are the same in the catalogue itself. */
async function listSame(language: Exclude<Language, 'en'>): Promise<Set<string>> {
  const web = (await import(`#language/${language}/web.ts`)) as Record<string, unknown>
  // Rooms that are loaded on demand are no part of it.
  const pick = (path: string) =>
    path
      .split('.')
      .slice(1)
      .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], web)
  const { monthLabels } = web.formats as FormatWords
  const listed = sameAsEnglish[language].filter((path) => path.startsWith('web.'))
  const texts = listed.map(pick).filter((text) => typeof text === 'string')
  return new Set([...texts, ...texts.map((text) => `${text} · Cloudstreet`), ...monthLabels])
}

test('the pages of a pilot', async (suite) => {
  const dashboard = await openDashboard(suite)
  const { server, user } = dashboard
  const { bytes } = simulateFlight({
    seed: 5,
    date: '2026-05-17',
    shape: 'triangle',
    isNatural: true,
    taskKm: 45,
    rateSeconds: 5,
    latitude: 46.66,
    longitude: 8.05,
  })
  const { id } = await uploadFlight(server.services, user.id, { bytes, fileName: 'one.igc', options: {} })
  const person = { headers: await signIn(server, user) }
  await send(server, person, 'PATCH', `/flights/${id}`, { visibility: 'public' })
  const choose = (choices: Record<string, string | null>) =>
    send(server, person, 'PATCH', '/account', choices)
  const own = [
    '/app/logbook',
    `/app/flights/${id}`,
    '/app/upload',
    '/app/settings',
    '/app/settings/security',
    '/app/upload/automatic',
    '/app/upload/automatic/add/flyskyhy',
    '/app/upload/automatic/add/leaf',
    '/app/settings/sharing',
    '/app/settings/data',
    '/app/nowhere',
  ]
  const forVisitors = [`/f/${id}`, '/try']

  const readAll = async (language: Language, options: BrowserContextOptions = {}) => {
    await choose({ language })
    const { page, close, requireClean } = await dashboard.open('/app/logbook', {
      locale: language,
      ...options,
    })
    const said = new Map<string, Set<string>>()
    for (const path of [...own, ...forVisitors]) {
      await page.goto(server.url + path)
      said.set(path.replace(id, ':id'), await readTexts(page))
      assert.equal(await page.locator('html').getAttribute('lang'), language, path)
    }
    requireClean()
    await close()
    return said
  }
  const english = await readAll('en')

  for (const language of translated) {
    await suite.test(`are in ${languageNames[language]}, without a word of English left over`, async () => {
      const same = await listSame(language)
      const left: string[] = []
      for (const [path, texts] of await readAll(language)) {
        assert.ok(texts.size > 5, `${path} says something`)
        for (const text of texts) {
          const isEnglish = english.get(path)?.has(text)
          if (isEnglish && !same.has(text) && !isNeverTranslated(text)) left.push(`${path}: ${text}`)
        }
      }
      assert.deepEqual(left, [])
    })
  }

  await suite.test('are left for those of developers, which are in English as a whole', async () => {
    const developers = ['keys', 'applications', 'webhooks', 'usage'].map((name) => `/app/developers/${name}`)
    const readThem = async (language: Language) => {
      await choose({ language })
      const { page, close, requireClean } = await dashboard.open('/app/logbook', { locale: language })
      const said = new Map<string, Set<string>>()
      for (const path of developers) {
        await page.goto(server.url + path)
        said.set(path, await readTexts(page))
        assert.equal(await page.locator('html').getAttribute('lang'), 'en', path)
      }
      await page.locator('a[href="/app/logbook"]').first().click()
      await page.locator(`html[lang=${language}]`).waitFor()
      await page.locator('h1').first().waitFor()
      assert.equal(await page.locator('nav a[href="/app/upload"]').innerText(), uploads[language])
      requireClean()
      await close()
      return said
    }
    const uploads: Partial<Record<Language, string>> = { en: 'Upload', de: 'Hochladen' }
    assert.deepEqual(await readThem('de'), await readThem('en'))
  })

  await suite.test(
    'are accessible in German, and none is wider than the screen, from 320 to 1440 px',
    async () => {
      await choose({ language: 'de' })
      const { page, close } = await dashboard.open('/app/logbook', { locale: 'de' })
      const faults: string[] = []
      for (const path of [...own, ...forVisitors]) {
        await page.setViewportSize({ width: 1440, height: 900 })
        await page.goto(server.url + path)
        await readTexts(page)
        for (const violation of await findViolations(page)) faults.push(`${path}: ${violation}`)
        for (let width = 320; width <= 1440; width += process.env.SWEEPS ? 20 : 280) {
          await page.setViewportSize({ width, height: 900 })
          const overflow = await measureOverflow(page)
          if (overflow > 0) faults.push(`${path} is ${overflow} px too wide on ${width}`)
        }
      }
      assert.deepEqual(faults, [])
      await close()
    },
  )

  await suite.test(
    'are imperial and of 12 hours where the pilot wants it; points stay the same',
    async () => {
      await choose({ language: 'en' })
      const { page, close, requireClean } = await dashboard.open('/app/settings')
      const textOf = async (path: string) => {
        await page.goto(server.url + path)
        await readTexts(page)
        const said = [await page.locator('main').innerText()]
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click()
          said.push(await page.getByRole('tabpanel').innerText())
        }
        return said.join('\n').replaceAll('\u{A0}', ' ')
      }
      const pointsIn = (text: string) => /([\d.]+)\s*(?:points|pts)/.exec(text)?.[1]
      const [metricList, metricFlight] = [await textOf('/app/logbook'), await textOf(`/app/flights/${id}`)]
      await page.goto(`${server.url}/app/settings`)
      await Promise.all([page.waitForEvent('load'), page.getByLabel('Units').selectOption('imperial')])
      await Promise.all([page.waitForEvent('load'), page.getByLabel('Time of day').selectOption('12h')])
      const [list, flight] = [await textOf('/app/logbook'), await textOf(`/app/flights/${id}`)]
      assert.match(metricList, /\d\s+km\b/)
      assert.doesNotMatch(list, /\d\s+km\b/)
      assert.match(list, /\d\s+mi\b/)
      assert.match(metricFlight, /Take-off\s+\d\d:\d\d at [\d,]+ m\b/)
      assert.match(flight, /Take-off\s+\d{1,2}:\d\d [ap]m at [\d,]+ ft\b/)
      assert.match(flight, /Local time \(UTC\+2\)/)
      assert.match(flight, /Maximum climb\s+\+\d+ fpm/)
      assert.match(flight, /\d mph/)
      assert.doesNotMatch(flight, /\d\s+(km|km\/h|m\/s|m)\b/)
      assert.equal(pointsIn(list), pointsIn(metricList))
      assert.equal(pointsIn(flight), pointsIn(metricFlight))
      requireClean()
      await choose({ units: null, clock: null })
      await close()
    },
  )

  await suite.test('have a menu of languages below for visitors, which leads back to the page', async () => {
    await choose({ language: null })
    const { page, close } = await dashboard.open('/app/upload')
    await page.getByRole('heading', { name: 'Upload flights' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Deutsch' }).count(), 0)
    await page.goto(`${server.url}/try`)
    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.locator('html[lang=de]').waitFor()
    assert.equal(new URL(page.url()).pathname, '/try')
    await page.goto(`${server.url}/app/settings`)
    assert.equal(await page.getByRole('combobox', { name: 'Sprache' }).inputValue(), 'de')
    await close()
  })
})
