// The lower part of the start page: what a pilot finds here, then developers, then operators.
import type { Formats } from '#language/formats.ts'
import type { ServerTexts } from '#language/server.ts'
import { html } from '#server/platform/http/html.ts'

type Texts = ServerTexts['landing']

const UPLOAD = `curl -H "Authorization: Bearer $KEY" \\
  -T flight.igc $CLOUDSTREET_URL/api/v1/flights/upload`

const ANSWER = `{"data":{"id":"6aff62179cc498b294d429e7","isNew":true,
  "scoring":{"distance":38.11,"score":60.98,
    "type":"Closed FAI Triangle"},
  "recording":"complete", …}}`

/** As the guides for instruments and for destinations have them. */
const senders = [
  'Flyskyhy',
  'Gaggle',
  'Leaf vario',
  'xcup',
  'XCTrack',
  'XCSoar',
  'SeeYou',
  'Skytraxx',
  'Flymaster',
]
const receivers = ['DHV-XC', 'XCCup', 'Leonardo', 'Nextcloud', 'WebDAV', 'S3']

const places = [
  { pilot: 'Nina Brunner', flights: 3, points: 241.9 },
  { pilot: 'Luca Rossi', flights: 3, points: 226.4 },
  { pilot: 'Anna Weber', flights: 3, points: 198.7 },
  { pilot: 'Jules Favre', flights: 2, points: 151.2 },
]

export const writeStory = (texts: Texts, formats: Formats) =>
  html`<div class="story">
    ${replay(texts)} ${ranking(texts, formats)} ${zone(texts)} ${once(texts)} ${developers(texts)}
    ${host(texts)}
  </div>`

const replay = ({ replay: texts, showOne }: Texts) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p><a href="/try?sample">${showOne}</a></p>
    </div>
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset="/assets/pictures/relief-dark.webp" />
      <img
        src="/assets/pictures/relief-light.webp"
        width="600"
        height="375"
        loading="lazy"
        decoding="async"
        alt=${texts.picture}
      />
    </picture>
  </section>`

const ranking = ({ ranking: texts }: Texts, formats: Formats) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p><a href="/app/clubs">${texts.link}</a></p>
    </div>
    <table>
      <caption>
        ${texts.example}
      </caption>
      <thead>
        <tr>
          <th scope="col">#</th>
          <th scope="col">${texts.pilot}</th>
          <th scope="col">${texts.flights}</th>
          <th scope="col">${texts.points}</th>
        </tr>
      </thead>
      <tbody>
        ${places.map(
          ({ pilot, flights, points }, index) =>
            html`<tr>
              <td>${index + 1}</td>
              <td>${pilot}</td>
              <td>${flights}</td>
              <td>${formats.number(points, 1)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`

const zone = ({ zone: texts }: Texts) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p><a href="/privacy">${texts.link}</a></p>
    </div>
    <img
      src="/assets/pictures/zone.svg"
      width="640"
      height="400"
      loading="lazy"
      decoding="async"
      alt=${texts.picture}
    />
  </section>`

const once = ({ once: texts }: Texts) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p><a href="/docs/guide/instruments">${texts.setUp}</a></p>
    </div>
    <div class="once">
      <h3>${texts.from}</h3>
      <ul>
        ${[...senders, texts.others].map((name) => html`<li>${name}</li>`)}
      </ul>
      <h3>${texts.to}</h3>
      <ul>
        ${[...receivers, texts.email].map((name) => html`<li>${name}</li>`)}
      </ul>
    </div>
  </section>`

const developers = ({ developers: texts }: Texts) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p class="links">
        <a href="/docs">${texts.documentation}</a> <a href="/app/developers">${texts.createKey}</a>
        <a href="/api/v1/openapi.json">${texts.openapi}</a>
      </p>
    </div>
    <div>
      <pre tabindex="0" aria-label=${texts.request}><code>${UPLOAD}</code></pre>
      <pre tabindex="0" aria-label=${texts.answer}><code>${ANSWER}</code></pre>
    </div>
  </section>`

const host = ({ host: texts }: Texts) =>
  html`<section>
    <div>
      <h2>${texts.title}</h2>
      <p>${texts.text}</p>
      <p><a href="/docs/operate/install">${texts.asService}</a></p>
    </div>
    <pre tabindex="0" aria-label=${texts.startService}><code>npm start -- --demo</code></pre>
  </section>`
