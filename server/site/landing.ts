// The page at /: what this is, for pilots and for developers, and a score for a dropped file.
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerTexts } from '#language/server.ts'
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import { textsOf } from '#server/platform/requests/preferences.ts'
import { version } from '#server/platform/settings/release.ts'

const UPLOAD_EXAMPLE = `curl -H "Authorization: Bearer $KEY" \\
  --data-binary @flight.igc \\
  -H "Content-Type: application/octet-stream" \\
  $CLOUDSTREET_URL/api/v1/flights/upload`

/** Endpoints do not belong in search results. */
const ROBOTS = 'User-agent: *\nDisallow: /app/api/\nDisallow: /oauth/\n'

/** As the guide for instruments has them. */
const uploaders = ['Flyskyhy', 'Gaggle', 'Leaf vario', 'xcup']
const recorders = ['XCTrack', 'XCSoar', 'LK8000', 'SeeYou', 'Skytraxx', 'Flymaster', 'Syride']

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
        return sendPage(reply, {
          title: texts.title,
          description: texts.description,
          meta: { ...describeForPreviews(config, texts), 'scoring-rules': JSON.stringify(rules) },
          width: 'full',
          styles: ['landing.css'],
          script: 'landing.js',
          body: html`${hero(texts, door)} ${audiences(texts)} ${more(texts)}`,
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

const hero = (texts: Texts, door: string | undefined) =>
  html`<section class="hero">
    <div class="hero-words">
      <h1>${texts.headline}<br />${texts.headlineEnd}</h1>
      <p class="lead">${texts.lead}</p>
      ${dropZone(texts, door)}
      <p class="actions">
        <a class="button" href="/sign-up">${texts.start}</a>
        <a class="button quiet" href="/sign-in">${texts.signIn}</a>
      </p>
    </div>
    <div class="hero-stage" id="stage">
      <a class="hero-picture" href="/try?sample"
        ><picture>
          <source
            media="(prefers-color-scheme: dark)"
            srcset="/assets/pictures/flight-dark.webp"
            type="image/webp"
          />
          <img
            src="/assets/pictures/flight-light.webp"
            width="1200"
            height="780"
            fetchpriority="high"
            alt=${texts.picture}
          />
        </picture>
        <span class="play">${texts.play}</span></a
      >
    </div>
  </section>`

const audiences = (texts: Texts) =>
  html`<div class="audiences">
    <section>
      <h2>${texts.forPilots}</h2>
      <ul class="ticks">
        <li><strong>${texts.anyRecorder}</strong> ${texts.anyRecorderText}</li>
        <li><strong>${texts.exact}</strong> ${texts.exactText}</li>
        <li><strong>${texts.yourData}</strong> ${texts.yourDataText}</li>
      </ul>
    </section>
    <section>
      <h2>${texts.forDevelopers}</h2>
      <p>${texts.developersText}</p>
      <pre tabindex="0" aria-label=${texts.uploadByCurl}><code>${UPLOAD_EXAMPLE}</code></pre>
      <p class="links">
        <a href="/docs">${texts.documentation}</a> <a href="/app/developers">${texts.createKey}</a>
        <a href="/api/v1/openapi.json">${texts.openapi}</a>
      </p>
    </section>
  </div>`

const more = (texts: Texts) =>
  html`<div class="audiences">
    <section>
      <h2>${texts.worksWith}</h2>
      <p>${texts.uploaders}</p>
      <ul class="works-with">
        ${uploaders.map((name) => html`<li>${name}</li>`)}
      </ul>
      <p>${texts.recorders}</p>
      <ul class="works-with">
        ${recorders.map((name) => html`<li>${name}</li>`)}
      </ul>
      <p><a href="/docs/guide/instruments">${texts.setUp}</a></p>
    </section>
    <section>
      <h2>${texts.runIt}</h2>
      <p>${texts.runItText}</p>
      <pre tabindex="0" aria-label=${texts.startService}><code>npm start</code></pre>
      <p><a href="/docs/operate/install">${texts.asService}</a></p>
    </section>
  </div>`

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
