// The page of an event: what is posted to a webhook.
import type { Parameter } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import { markJson } from './code.ts'
import { showField, showFields } from './fields.ts'
import { toAnchor } from './operation-view.ts'
import type { Entry } from './operations.ts'

export function showEvent({ id, tag, operation }: Entry): unknown {
  const { parameters = [], requestBody, responses } = operation
  const [media] = Object.values(requestBody?.content ?? {})
  return html`<p class="crumb"><a href=${`/docs/reference#${toAnchor(tag)}`}>${tag}</a></p>
    <h1>${operation.summary}</h1>
    <p class="endpoint"><span class="method event">EVENT</span> <code>${id}</code></p>
    <div class="two-sides">
      <p class="intro">
        ${operation.description} <a href="/docs/guide/webhooks">The guide to webhooks</a> says how to verify
        the signature, and what is tried again and when.
      </p>
      <div class="words">
        <h2 id="body">Body</h2>
        ${media && showFields(media.schema, 'answer')}
        <h2 id="headers">Headers</h2>
        <ul class="fields">
          ${parameters.map(({ name, schema, required = false, description }) =>
            showField({ name, schema, isRequired: required, description }, 'answer'),
          )}
        </ul>
        <h2 id="answers">Expected response</h2>
        <ul>
          ${Object.entries(responses).map(
            ([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`,
          )}
        </ul>
      </div>
      <div class="code-side">
        <h2>The request</h2>
        ${Object.values(media?.examples ?? {}).map(({ value }) => showRequest(id, parameters, value))}
      </div>
    </div>`
}

/** As it arrives, but for the line breaks in its body. */
function showRequest(id: string, parameters: Parameter[], body: unknown): unknown {
  const headers = parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => html`<span class="member">${name}</span>: ${schema.examples?.[0]}${'\n'}`)
  const first = html`<span class="keyword">POST</span> /your/webhook${'\n'}<span class="member"
      >Content-Type</span
    >: application/json${'\n'}`
  return html`<pre class="code" tabindex="0" aria-label=${`Request of ${id}`}><code
    >${first}${headers}${'\n'}${markJson(body)}</code
  ></pre>`
}
