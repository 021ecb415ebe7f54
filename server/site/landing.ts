// The page at /: a score for a dropped file, a flight to look at, and below what else there is.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Preferences } from '#language/preferences.ts'
import { formatsFor, type ServerTexts, textsIn } from '#language/server.ts'
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { preferencesOf, textsOf } from '#server/platform/requests/preferences.ts'
import { version } from '#server/platform/settings/release.ts'
import { writeStory } from './landing-story.ts'

/** Endpoints do not belong in search results. */
const ROBOTS = 'User-agent: *\nDisallow: /app/api/\nDisallow: /oauth/\n'

const DATA_CREDITS = `
Data

Names of towns: GeoNames (https://www.geonames.org), CC BY 4.0.
Coastlines, rivers and borders of the map: Natural Earth, public domain.
Lakes, seas and countries, and names of take-offs that were fetched from there:
© OpenStreetMap contributors, ODbL 1.0 (https://www.openstreetmap.org/copyright).
`

type SiteConfig = Pick<Config, 'baseUrl' | 'sourceUrl'>

/** `door` is the address of the script that scores a file. */
export function declareLandingPages(config: SiteConfig, rules: unknown, door?: string): Operation[] {
  const licence = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8') + DATA_CREDITS
  return [
    operation({
      route: 'GET /robots.txt',
      doors: { public: 'none' },
      respond: async (_request, reply) => reply.type('text/plain').send(ROBOTS),
    }),
    operation({
      route: 'GET /licence',
      doors: { public: 'none' },
      respond: async (_request, reply) => reply.type('text/plain; charset=utf-8').send(licence),
    }),
    operation({
      route: 'GET /',
      doors: { public: 'none' },
      respond: async (request, reply) => {
        const { landing: texts } = textsOf(request)
        const reader = preferencesOf(request)
        return sendPage(reply, {
          title: texts.title,
          description: texts.description,
          meta: { ...describeForPreviews(config, texts), 'scoring-rules': JSON.stringify(rules) },
          width: 'full',
          styles: ['landing.css'],
          script: 'landing.js',
          body: html`${hero(reader, door)} ${writeStory(texts, formatsFor(reader))}`,
          footer: footer(config, texts),
        })
      },
    }),
  ]
}

type Texts = ServerTexts['landing']

function describeForPreviews({ baseUrl }: SiteConfig, texts: Texts): Record<string, string> {
  return {
    'og:type': 'website',
    'og:site_name': 'Cloudstreet',
    'og:title': texts.title,
    'og:description': texts.description,
    'og:url': `${baseUrl}/`,
    'og:image': `${baseUrl}/assets/pictures/preview.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': texts.preview,
    'twitter:card': 'summary_large_image',
  }
}

/** Its script puts the name of the file into these. */
const FILE = '{file}'

const dropZone = (texts: Texts, door: string | undefined) =>
  html`<form
    class="door"
    id="door"
    data-opening=${texts.opening(FILE)}
    data-failed=${texts.notOpened(FILE)}
    data-module=${door}
  >
    <label class="door-drop">
      <strong>${texts.drop}</strong>
      <span>${texts.staysHere}</span>
      <input type="file" accept=".igc,.IGC,.gz,application/octet-stream,text/plain" />
    </label>
    <noscript>${texts.needsScript}</noscript>
    <p role="status"></p>
  </form>`

/** The flight of the picture, as the browser scores it (web/try/pictured-flight.ts). */
const SAMPLE = { points: 114.64, km: 71.7, type: 'Closed FAI Triangle' } as const

function hero(reader: Preferences, door: string | undefined) {
  const { landing: texts } = textsIn(reader.language)
  return html`<section class="hero">
    <div class="hero-words">
      <h1>${texts.headline}<br />${texts.headlineEnd}</h1>
      <p class="lead">${texts.lead}</p>
      ${dropZone(texts, door)}
      <p class="actions">
        <a class="button" href="/try?sample">${texts.showOne}</a>
        <a class="button quiet" href="/sign-up">${texts.start}</a>
      </p>
    </div>
    <div class="hero-stage" id="stage">
      <a class="hero-picture" href="/try?sample">
        ${sampleFigures(reader)}
        <img
          src="/assets/pictures/replay.svg"
          width="640"
          height="492"
          fetchpriority="high"
          alt=${texts.picture}
        />
        <span class="play">${texts.play}</span>
      </a>
    </div>
  </section>`
}

function sampleFigures(reader: Preferences) {
  const { landing: texts, sharedFlight } = textsIn(reader.language)
  const formats = formatsFor(reader)
  return html`<span class="figures">
    <strong>${sharedFlight.points(formats.number(SAMPLE.points, 2))}</strong>
    <span>${formats.figure('distance', SAMPLE.km)} ${formats.unit('distance')}</span>
    <span class="tag">${sharedFlight.types[SAMPLE.type]}</span> <span class="tag good">${texts.proven}</span>
  </span>`
}

function footer({ sourceUrl }: SiteConfig, texts: Texts): unknown {
  return html`<div class="site-footer">
    <nav aria-label=${texts.about}>
      ${sourceUrl !== undefined && html`<a href=${sourceUrl}>${texts.source}</a>`}
      <a href="/licence">${texts.licence}</a>
      <a href="/docs/changelog">${texts.version(version)}</a>
      <a href="/privacy">${texts.privacy}</a>
    </nav>
  </div>`
}
