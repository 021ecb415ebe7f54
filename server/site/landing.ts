// The page at /: what this is, for pilots and for developers.
import { html, sendPage } from '#server/platform/http/html.ts'
import type { App } from '#server/platform/http/http.ts'

const UPLOAD_EXAMPLE = `curl -H "Authorization: Bearer $KEY" \\
  --data-binary @flight.igc \\
  -H "Content-Type: application/octet-stream" \\
  $BASE_URL/api/v1/flights/upload`

/** Endpoints do not belong in search results. */
const ROBOTS = 'User-agent: *\nDisallow: /app/api/\nDisallow: /oauth/\n'

export function addLandingPages(app: App): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain').send(ROBOTS),
  )
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    sendPage(reply, {
      title: 'Your flights, scored exactly',
      description:
        'Cloudstreet is a logbook for paragliders: drop an IGC file, see the flight on a map with its exact score and the proof, and share it with the applications you choose.',
      width: 'full',
      styles: ['landing.css'],
      body: html`${hero} ${audiences}`,
    }),
  )
}

const hero = html`<section class="hero">
  <div class="hero-words">
    <h1>Drop a flight.<br />Know what it was worth.</h1>
    <p class="lead">
      Cloudstreet reads your IGC file, finds the best score the rules allow, proves that there is no better
      one, and keeps the flight in a logbook that belongs to you.
    </p>
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
