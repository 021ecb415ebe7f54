// The page at /: what this is, for pilots and for developers, and a score for a dropped file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'
import { version } from '#server/platform/settings/release.ts'

const UPLOAD_EXAMPLE = `curl -H "Authorization: Bearer $KEY" \\
  --data-binary @flight.igc \\
  -H "Content-Type: application/octet-stream" \\
  $BASE_URL/api/v1/flights/upload`

/** Endpoints do not belong in search results. */
const ROBOTS = 'User-agent: *\nDisallow: /app/api/\nDisallow: /oauth/\n'

const TITLE = 'Your flights, scored exactly'
const DESCRIPTION =
  'Cloudstreet is a logbook for paragliders: drop an IGC file, see the flight on a map with its exact score and the proof, and share it with the applications you choose.'

/** As the guide for instruments has them. */
const uploaders = ['Flyskyhy', 'Gaggle', 'Leaf vario', 'xcup']
const recorders = ['XCTrack', 'XCSoar', 'LK8000', 'SeeYou', 'Skytraxx', 'Flymaster', 'Syride']

type SiteConfig = Pick<Config, 'baseUrl' | 'sourceUrl'>

export function addLandingPages(app: App, config: SiteConfig): void {
  const licence = readFileSync(join(import.meta.dirname, '../../LICENSE'), 'utf8')
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain').send(ROBOTS),
  )
  app.get('/licence', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(licence),
  )
  const meta = describeForPreviews(config)
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: TITLE,
      description: DESCRIPTION,
      meta,
      width: 'full',
      styles: ['landing.css'],
      script: 'landing.js',
      body: html`${hero} ${audiences} ${more}`,
      footer: footer(config),
    }),
  )
}

function describeForPreviews({ baseUrl }: SiteConfig): Record<string, string> {
  return {
    'og:type': 'website',
    'og:site_name': 'Cloudstreet',
    'og:title': TITLE,
    'og:description': DESCRIPTION,
    'og:url': `${baseUrl}/`,
    'og:image': `${baseUrl}/assets/pictures/preview.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A flight in Cloudstreet: the track on a map with its scored triangle.',
    'twitter:card': 'summary_large_image',
  }
}

const door = html`<form class="door" id="door">
  <label class="door-drop">
    <strong>Drop an IGC file here, or choose one</strong>
    <span>Scored in your browser, without an account. The file stays on your device.</span>
    <input type="file" accept=".igc,.IGC,.gz,application/octet-stream,text/plain" />
  </label>
  <noscript>This needs JavaScript; uploading to your logbook by a program does not.</noscript>
  <p role="status"></p>
</form>`

const hero = html`<section class="hero">
  <div class="hero-words">
    <h1>Drop a flight.<br />Know what it was worth.</h1>
    <p class="lead">
      Cloudstreet reads your IGC file, finds the best score the rules allow, proves that there is no better
      one, and keeps the flight in a logbook that belongs to you.
    </p>
    ${door}
    <p class="actions">
      <a class="button" href="/sign-up">Start your logbook</a>
      <a class="button quiet" href="/sign-in">Sign in</a>
    </p>
  </div>
  <picture class="hero-picture">
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
      alt="A flight in Cloudstreet: the track on a map with its scored triangle, the figures beside it, the barogram below."
    />
  </picture>
</section>`

const audiences = html`<div class="audiences">
  <section>
    <h2>For pilots</h2>
    <ul class="ticks">
      <li>
        <strong>Files from any recorder.</strong> If one is broken, you learn which line and why before it is
        uploaded.
      </li>
      <li>
        <strong>An exact score.</strong> Turnpoints, legs and closing distance, with the proof beside them.
      </li>
      <li>
        <strong>Your data, your decision.</strong> See what each connected app has read, and when; disconnect
        it with one click; download everything you have.
      </li>
    </ul>
  </section>
  <section>
    <h2>For developers</h2>
    <p>
      A REST API with OAuth 2.0 (authorization code with PKCE, device code, client credentials), personal API
      keys and signed webhooks. One command uploads a flight:
    </p>
    <pre tabindex="0" aria-label="Upload a flight with curl"><code>${UPLOAD_EXAMPLE}</code></pre>
    <p class="links">
      <a href="/docs">API documentation</a> <a href="/app/developers">Create an API key</a>
      <a href="/api/v1/openapi.json">OpenAPI description</a>
    </p>
  </section>
</div>`

const more = html`<div class="audiences">
  <section>
    <h2>Works with</h2>
    <p>These upload by themselves:</p>
    <ul class="works-with">
      ${uploaders.map((name) => html`<li>${name}</li>`)}
    </ul>
    <p>From these, and everything else that writes IGC files, drop the file:</p>
    <ul class="works-with">
      ${recorders.map((name) => html`<li>${name}</li>`)}
    </ul>
    <p><a href="/docs/guide/instruments">Set up an instrument</a></p>
  </section>
  <section>
    <h2>Run it yourself</h2>
    <p>
      On Linux with Node 20 or newer, one command in the source folder starts everything, on its own database:
    </p>
    <pre tabindex="0" aria-label="Start the service"><code>npm start</code></pre>
    <p><a href="/docs/operate/install">As a service or a container</a></p>
  </section>
</div>`

function footer({ sourceUrl }: SiteConfig): unknown {
  return html`<footer class="site-footer">
    <nav aria-label="About">
      ${sourceUrl !== undefined && html`<a href=${sourceUrl}>Source</a>`}
      <a href="/licence">MIT licence</a>
      <a href="/docs/changelog">Version ${version}</a>
      <a href="/privacy">Privacy</a>
    </nav>
  </footer>`
}
