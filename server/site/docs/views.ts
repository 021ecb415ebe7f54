// The overview, the list of operations, a guide, and what a search has found.
import { html } from '#server/platform/http/html.ts'
import type { Entry } from '../reference/operations.ts'
import { toAnchor } from '../reference/operation-view.ts'
import { type Contents, REFERENCE_PATH, toEventPath, toOperationPath } from './frame.ts'
import { type Guide, QUICK_START } from './guides.ts'
import type { Found } from './search.ts'

export function showOverview({ guides, reference }: Contents, baseUrl: string): unknown {
  const quickStart = guides.find(({ name }) => name === QUICK_START)
  return html`<h1>Cloudstreet API</h1>
    <p class="lead">${reference.about.split('. ')[0]}.</p>
    <ul class="tiles">
      ${
        quickStart &&
        html`<li>
          <a href=${`/docs/guide/${QUICK_START}`}><strong>${quickStart.title}</strong></a>
          <span>From nothing to a verified webhook, in five minutes.</span>
        </li>`
      }
      <li>
        <a href="/docs/guide/upload"><strong>Upload a flight</strong></a>
        <span>One request; the answer has the score.</span>
      </li>
      <li>
        <a href="/docs/guide/oauth"><strong>Act for pilots</strong></a>
        <span>OAuth 2.0 with the pilot’s consent: web, app, device.</span>
      </li>
      <li>
        <a href="/docs/guide/webhooks"><strong>Get notified</strong></a>
        <span>Signed webhooks, numbered without gaps.</span>
      </li>
    </ul>
    <dl class="facts">
      <dt>Address</dt>
      <dd><code>${baseUrl}</code></dd>
      <dt>Version</dt>
      <dd>${reference.version}, in every path as <code>/api/v1</code></dd>
      <dt>For programs</dt>
      <dd>
        <a href="/api/v1/openapi.json" download="cloudstreet-openapi.json">openapi.json</a> (OpenAPI 3.1),
        also as <a href="/api/v1/openapi.yaml" download="cloudstreet-openapi.yaml">openapi.yaml</a>, to
        generate a client from;${' '}<a href="/api/v1/postman.json" download="cloudstreet-postman.json"
          >a collection</a
        >${' '}for Postman and Bruno; <a href="/llms.txt">llms.txt</a> for language models
      </dd>
    </dl>
    <p>${reference.about.split('. ').slice(1).join('. ')}</p>
    <p><a href=${REFERENCE_PATH}>Every operation and event</a></p>`
}

export function showReference({ reference }: Contents): unknown {
  return html`<h1>Reference</h1>
    ${reference.groups.map(
      ({ name, description, entries }) =>
        html`<h2 id=${toAnchor(name)}>${name}</h2>
          <p>${description}</p>
          <ul class="endpoints">
            ${entries.map(listOperation)} ${reference.events.filter(({ tag }) => tag === name).map(listEvent)}
          </ul>`,
    )}`
}

function listOperation({ id, method, path, operation }: Entry): unknown {
  return html`<li>
    <a href=${toOperationPath(id)}
      ><span class=${`method ${method.toLowerCase()}`}>${method}</span>
      <span><strong>${operation.summary}</strong> <code>${path}</code></span></a
    >
  </li>`
}

function listEvent({ id, operation }: Entry): unknown {
  return html`<li>
    <a href=${toEventPath(id)}
      ><span class="method event">EVENT</span>
      <span><strong>${operation.summary}</strong> <code>${id}</code></span></a
    >
  </li>`
}

export function showGuide({ title, headings, content }: Guide): unknown {
  return html`<div class="guide">
    <h1>${title}</h1>
    ${
      headings.length > 0 &&
      html`<nav class="on-this-page" aria-label="On this page">
        <h2>On this page</h2>
        <ul>
          ${headings.map(({ id, text }) => html`<li><a href=${`#${id}`}>${text}</a></li>`)}
        </ul>
      </nav>`
    }
    <article dangerouslySetInnerHTML=${{ __html: content }}></article>
  </div>`
}

export function showFound(query: string, found: Found[]): unknown {
  if (query === '')
    return html`<h1>Search</h1>
      <p>Search for words, a path, a field name or an error code.</p>`
  return html`<h1>Search</h1>
    <p>
      ${found.length === 0 ? 'Nothing was found for' : `${found.length} found for`} <strong>${query}</strong>.
      ${found.length === 0 && html` Try fewer or shorter words.`}
    </p>
    <ol class="found">
      ${found.map(
        ({ href, kind, title, excerpt }) =>
          html`<li>
            <a href=${href}>${title}</a> <span class="soft">${kind}</span>
            <p>${excerpt.map(({ text, isHit }) => (isHit ? html`<mark>${text}</mark>` : text))}</p>
          </li>`,
      )}
    </ol>`
}
