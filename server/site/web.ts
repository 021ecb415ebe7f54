// Serves the built dashboard under /app: hashed files cached for ever, index.html for every other path.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Flight } from '#contract/flight.ts'
import type { SharedFlight } from '#contract/sharing/shared-flight.ts'
import type { Preferences } from '#language/preferences.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { findSignedIn, reviewFirst, type SessionServices } from '#server/access/session.ts'
import type { Config } from '#server/platform/config.ts'
import { notFound } from '#server/platform/errors.ts'
import { compressAnswer } from '#server/platform/http/compress.ts'
import { escapeMarkup, html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { preferencesOf } from '#server/platform/requests/preferences.ts'
import { createFirstLoads, type FirstLoads } from './first-loads.ts'
import { addFiles } from './assets.ts'
import { findMoved } from './moved.ts'
import { createServiceWorker } from './service-worker.ts'

const BUILT = join(import.meta.dirname, '../../web/dist')

/** Where the map finds hill shading, if there is any: another address after heights have come. */
type FindShading = () => string | undefined

/** Finds the head of a page that everybody may see. */
type DescribePage = (url: string, reader: Preferences) => Promise<PageHead | undefined>

/** Finds a flight of the user who asks. */
type FindFlight = (userId: string, id: string) => Promise<Flight | undefined>

interface PageHead {
  title: string
  description: string
  /** The address of a picture for previews. */
  image?: string
}

export function declareWebPages(
  services: SessionServices,
  findShading: FindShading,
  describePage: DescribePage,
  findFlight: FindFlight,
): Operation[] {
  const { config } = services
  // A page for anybody, which loads what is of one user by itself; a review that is due comes first.
  const open = { doors: { public: 'none' }, before: [reviewFirst(services)] } as const
  const entries = [
    // The service worker sees who comes by, and forgets what it keeps.
    operation({
      route: 'GET /app/signed-out',
      doors: { public: 'none' },
      respond: async (request, reply) =>
        reply.redirect(request.url.replace('/app/signed-out', '/sign-in'), 303),
    }),
    operation({
      route: 'GET /app',
      ...open,
      respond: async (_request, reply) => reply.redirect('/app/logbook', 302),
    }),
  ]
  const index = join(BUILT, 'index.html')
  if (!existsSync(index))
    return [
      ...entries,
      operation({
        route: 'GET /app/*',
        ...open,
        respond: async (_request, reply) => sendPage(reply, notBuilt),
      }),
    ]
  const page = readFileSync(index, 'utf8')
  const loads = readFirstLoads()
  const findLinks = createFirstLoads(loads)
  const writePage = (url: string, preferences: Preferences) =>
    addLinks(
      describeTiles(config, findShading()).reduce(addMeta, nameReader(page, preferences)),
      findLinks(url, preferences.language),
    )
  const writeWorker = createServiceWorker(loads, (preferences) => writePage('/app/logbook', preferences))
  const headers = {
    'content-security-policy': contentSecurityPolicy(config.mapTilesUrl),
    'cache-control': 'no-cache',
    vary: READER,
    'cross-origin-opener-policy': 'same-origin',
    // With no-referrer the form that signs out would say `Origin: null`, and on plain http that is all a browser says.
    'referrer-policy': 'same-origin',
  }
  return [
    ...entries,
    operation({
      route: 'GET /app/service-worker.js',
      ...open,
      respond: async (request, reply) => {
        const { script, headers } = writeWorker(preferencesOf(request))
        return reply.headers(headers).type('text/javascript; charset=utf-8').send(script)
      },
    }),
    operation({
      route: 'GET /app/*',
      ...open,
      respond: async (request, reply) => {
        if (request.url.startsWith('/app/api/')) throw notFound('The dashboard has no such endpoint.')
        const moved = findMoved(request.url)
        if (moved !== undefined) return reply.redirect(moved, 301)
        const preferences = preferencesOf(request)
        const head = await describePage(request.url, preferences)
        const page = writePage(request.url, preferences)
        const written = head ? setHead(page, head) : page
        const userId = findSignedIn(reply)
        const body = isForVisitors.test(request.url) && !userId ? toVisitorPage(written) : written
        const [, flightId] = OF_FLIGHT.exec(request.url) ?? []
        const flight = userId && flightId ? await findFlight(userId, flightId) : undefined
        const first = flight ? await (await loadWriters()).writeOwn(flight, preferences) : ''
        reply.headers(headers).type('text/html; charset=utf-8')
        if (!first) return reply.send(body)
        reply.header('vary', `${READER}, Accept-Encoding`)
        return reply.send(
          await compressAnswer(
            request,
            reply,
            Buffer.from(addFirst(body, first, `/app/api/flights/${flightId}/first.svg`)),
          ),
        )
      },
    }),
  ]
}

/** Clubs and their rankings, and flights that are compared: what is public of them needs no sign-in. */
const isForVisitors = /^\/app\/(?:compare\?|clubs(?:\?|$)|(?:clubs|seasons)\/[0-9a-f]{24}\b)/

/** With the styles of the page before its first paint, not with its script. */
const addFirst = (page: string, first: string, picture: string) =>
  preferPicture(page, picture)
    .replaceAll('rel="preload" as="style" crossorigin href', 'rel="stylesheet" crossorigin href')
    .replace('<div id="app">', (app) => first + app)

/** What is drawn already comes before what a script asks for. */
const preferPicture = (page: string, picture: string) =>
  addLinks(page, `<link rel="preload" as="image" fetchpriority="high" href="${picture}">`).replaceAll(
    'as="fetch" crossorigin href',
    'as="fetch" crossorigin fetchpriority="low" href',
  )

/** The pilot's own flight is there to be read before the first script runs. */
const OF_FLIGHT = /^\/app\/flights\/([0-9a-f]{24})(?:\?|$)/

/** Its script, and the links that come first, read below /visit (`access/operations/visitors.ts`). */
const toVisitorPage = (page: string) =>
  page.replace('<html ', '<html data-visitor ').replaceAll('href="/app/api/', 'href="/visit/')

/** The files that the dashboard is built of. */
export async function addWebFiles(app: App): Promise<void> {
  if (!existsSync(BUILT)) return
  await addFiles(app, {
    root: join(BUILT, 'assets'),
    prefix: '/app/assets/',
    // Every name carries the hash of its content.
    maxAge: '365d',
    immutable: true,
    preCompressed: true,
  })
}

function readFirstLoads(): FirstLoads {
  return JSON.parse(readFileSync(join(BUILT, 'first-loads.json'), 'utf8')) as FirstLoads
}

/** The script that scores a file on the start page; undefined before it is built. */
export const findDoor = () => (existsSync(BUILT) ? readFirstLoads().door : undefined)

/** The page that scores a visitor's file in the browser, by the rules of this installation. */
export function declareTryPage(config: TilesConfig, rules: unknown, findShading: FindShading): Operation {
  const file = join(BUILT, 'try.html')
  const open = { route: 'GET /try', doors: { public: 'none' } } as const
  if (!existsSync(file))
    return operation({ ...open, respond: async (_request, reply) => sendPage(reply, notBuilt) })
  const scoring = { name: 'scoring-rules', content: JSON.stringify(rules) }
  const page = addMeta(readFileSync(file, 'utf8'), scoring)
  const headers = {
    'content-security-policy': contentSecurityPolicy(config.mapTilesUrl),
    'cache-control': 'no-cache',
    vary: READER,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'same-origin',
  }
  const findLinks = createFirstLoads(readFirstLoads())
  return operation({
    ...open,
    respond: async (request, reply) => {
      const preferences = preferencesOf(request)
      const described = describeTiles(config, findShading()).reduce(addMeta, nameReader(page, preferences))
      const body = addLinks(described, findLinks('/try', preferences.language))
      return reply.headers(headers).type('text/html; charset=utf-8').send(body)
    },
  })
}

/** Whose requests get another page: a cache in between must not mix them. */
const READER = 'Accept-Language, Cookie'

/** Tells the scripts for whom they write. */
function nameReader(page: string, { language, units, clock }: Preferences): string {
  return page.replace(
    '<html lang="en">',
    `<html lang="${language}" data-units="${units}" data-clock="${clock}">`,
  )
}

function setHead(page: string, { title, description, image }: PageHead): string {
  const [name, content] = [escapeMarkup(title), escapeMarkup(description)]
  return page
    .replace(/<title>.*?<\/title>/s, () => `<title>${name} · Cloudstreet</title>`)
    .replace(/<meta name="description" [^>]*>/, () => `<meta name="description" content="${content}" />`)
    .replace(
      '</head>',
      () =>
        `<meta property="og:title" content="${name}" /><meta property="og:description" content="${content}" />${image ? `<meta property="og:image" content="${escapeMarkup(image)}" /><meta name="twitter:card" content="summary_large_image" />` : ''}</head>`,
    )
}

function addLinks(page: string, links: string): string {
  return page.replace('</title>', () => `</title>\n    ${links}`)
}

interface SharedHead extends PageHead {
  /** Where the page is: /f/{reference}. */
  path: string
  meta: Record<string, string>
  links: Record<string, string>[]
}

interface SharedContent {
  reference: string
  isEmbedded: boolean
  flight: SharedFlight
}

/** Of the build of the web application: what pages show before their scripts run (web/first.tsx). */
interface Writers {
  writeShared: (
    reference: string,
    isEmbedded: boolean,
    flight: SharedFlight,
    reader: Preferences,
  ) => Promise<string>
  writeOwn: (flight: Flight, reader: Preferences) => Promise<string>
}

/** Loaded with the first page that needs them. */
async function loadWriters(): Promise<Writers> {
  const { href } = pathToFileURL(join(BUILT, 'server/first.js'))
  return (await import(href)) as Writers
}

/** Writes the page of a shared flight: what it says about itself is in its head, for those who run no script. */
export function createSharedPage(config: TilesConfig, findShading: FindShading) {
  const file = join(BUILT, 'shared.html')
  const isBuilt = existsSync(file)
  const page = isBuilt ? readFileSync(file, 'utf8') : '<title></title><body></body>'
  const findLinks = isBuilt ? createFirstLoads(readFirstLoads()) : () => ''
  const policy = contentSecurityPolicy(config.mapTilesUrl)
  return async (
    { path, title, description, meta, links }: SharedHead,
    { reference, isEmbedded, flight }: SharedContent,
    reader: Preferences,
  ) => {
    const content = isBuilt
      ? await (await loadWriters()).writeShared(reference, isEmbedded, flight, reader)
      : ''
    const tags = [
      `<meta name="description" content="${escapeMarkup(description)}" />`,
      ...Object.entries(meta).map(
        ([name, content]) =>
          `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${escapeMarkup(content)}" />`,
      ),
      ...links.map((link) => {
        const attributes = Object.entries(link).map(([name, value]) => `${name}="${escapeMarkup(value)}"`)
        return `<link ${attributes.join(' ')} />`
      }),
      findLinks(path, reader.language),
    ]
    const html = describeTiles(config, findShading())
      .reduce(addMeta, nameReader(page, reader))
      .replace(
        /<title>.*?<\/title>/s,
        () => `<title>${escapeMarkup(title)} · Cloudstreet</title>\n    ${tags.join('\n    ')}`,
      )
      .replace('<div id="app">', (start) => start + content)
    return {
      html: preferPicture(html, `/f/${reference}/first.svg`),
      policy: isEmbedded ? policy.replace("frame-ancestors 'none'", 'frame-ancestors *') : policy,
    }
  }
}

const notBuilt = {
  language: 'en' as const,
  title: 'Not built',
  status: 503,
  body: html`<h1>The dashboard is not built yet</h1>
    <p>Run <code>npm run build:web</code> and start again; <code>npm start</code> does both.</p>`,
}

interface Meta {
  name: string
  content: string
}

type MapConfig = Pick<Config, 'mapTilesUrl' | 'mapFile' | 'mapAttribution'>
type TilesConfig = MapConfig & Pick<Config, 'terrain'>

/** Tells the map, in the page's head, which tiles it may request. */
export function describeTiles(config: TilesConfig, shadingUrl: string | undefined): Meta[] {
  const credit = shadingUrl && config.terrain.credit
  return [...describeBaseMap(config), ...toMeta({ 'map-shading': shadingUrl, 'map-shading-credit': credit })]
}

function describeBaseMap({ mapTilesUrl, mapFile, mapAttribution }: MapConfig): Meta[] {
  const facts = { 'map-tiles': mapTilesUrl, 'map-file': mapFile?.address, 'map-attribution': mapAttribution }
  return toMeta(facts)
}

function toMeta(facts: Record<string, string | undefined>): Meta[] {
  return Object.entries(facts).flatMap(([name, content]) => (content ? [{ name, content }] : []))
}

function addMeta(page: string, { name, content }: Meta): string {
  return page.replace('</head>', () => `<meta name="${name}" content="${escapeMarkup(content)}" /></head>`)
}

/** This service only, and the tile server that the operator configures. */
export function contentSecurityPolicy(mapTilesUrl: string | undefined): string {
  const tiles = mapTilesUrl ? ` ${new URL(mapTilesUrl.replace('{s}', 'a')).origin}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${tiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    // The preview of a ranking as other sites show it.
    "frame-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
