// The page of an event: what is posted to a webhook.
import { html } from '#server/platform/http/html.ts'
import { showFields } from './fields.ts'
import { showParameters, toAnchor } from './operation-view.ts'
import type { Entry } from './operations.ts'
import { showExample } from './sample-view.ts'

export function showEvent({ id, tag, operation }: Entry): unknown {
  const [media] = Object.values(operation.requestBody?.content ?? {})
  return html`<p class="crumb"><a href=${`/docs#${toAnchor(tag)}`}>${tag}</a></p>
    <h1>${operation.summary}</h1>
    <p class="endpoint"><span class="method event">EVENT</span> <code>${id}</code></p>
    <div class="two-sides">
      <p class="intro">${operation.description}</p>
      <div class="words">
        <p>
          <a href="/docs/guide/webhooks">The guide to webhooks</a> says how to verify the signature, and what
          is tried again and when.
        </p>
        ${showParameters(operation.parameters ?? [])}
        <h2 id="body">Body</h2>
        ${media && showFields(media.schema, 'answer')}
        <h2 id="answers">What the receiver answers</h2>
        <ul>
          ${Object.entries(operation.responses).map(
            ([status, { description }]) => html`<li><code>${status}</code> ${description}</li>`,
          )}
        </ul>
      </div>
      <div class="code-side">
        <h2>The request</h2>
        ${Object.values(media?.examples ?? {}).map(({ value }) => showExample(value, `Body of ${id}`))}
      </div>
    </div>`
}
