// "Try it": a form of an operation's parameters. A script shows it and sends what it says; without one it stays hidden.
import type { Parameter } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import { type Entry, findCredential } from './operations.ts'
import { listRequests, type SampleBody } from './requests.ts'

export function showTryIt(entry: Entry): unknown {
  const { method, path, operation } = entry
  const [request] = listRequests(entry)
  const credential = findCredential(entry)
  return html`<section class="try" data-try hidden data-method=${method} data-path=${path}>
    <h2 id="try">Try it</h2>
    <form>
      ${credential !== 'none' && showCredential(credential)} ${showParameters(operation.parameters ?? [])}
      ${request?.body && showBody(request.body)}
      <button>Send</button>
    </form>
    <dialog aria-labelledby="ask">
      <p id="ask">
        This may change something in ${credential === 'client' ? 'the application' : 'your own account'}. Send
        it?
      </p>
      <form method="dialog">
        <button value="send">Send it</button> <button class="secondary" value="">Cancel</button>
      </form>
    </dialog>
    <div class="outcome" aria-live="polite" hidden>
      <p class="result"></p>
      <dl></dl>
      <pre class="code" tabindex="0" aria-label="Body of the answer"><code></code></pre>
    </div>
  </section>`
}

function showCredential(credential: 'key' | 'token' | 'client'): unknown {
  if (credential === 'client')
    return html`<label for="try-client">Client id</label>
      <input id="try-client" data-client="id" autocomplete="off" spellcheck="false" />
      <label for="try-secret">Client secret</label>
      <input id="try-secret" data-client="secret" type="password" autocomplete="off" />`
  return html`<label for="try-credential"
      >${credential === 'key' ? 'Key or access token' : 'Access token'}</label
    >
    <input
      id="try-credential"
      data-credential=${credential}
      type="password"
      autocomplete="off"
      placeholder=${credential === 'key' ? 'cst_key_…' : 'cst_at_…'}
    />`
}

/** What one can do without is folded where there is more than a little. */
function showParameters(parameters: Parameter[]): unknown {
  const optional = parameters.filter(({ required }) => !required)
  if (optional.length <= 2) return parameters.map(showParameter)
  return html`${parameters.filter(({ required }) => required).map(showParameter)}
    <details>
      <summary>${optional.length} optional parameters</summary>
      ${optional.map(showParameter)}
    </details>`
}

function showParameter({ name, in: place, required, schema }: Parameter): unknown {
  const id = `try-${place}-${name}`
  const attributes = { id, name, 'data-place': place, required }
  const choices = schema.enum ?? (schema.type === 'boolean' ? ['true', 'false'] : undefined)
  return html`<label for=${id}>${name} <span class="hint">${place}</span></label> ${
      choices
        ? html`<select ...${attributes}>
            <option value=""></option>
            ${choices.map((choice) => html`<option>${choice}</option>`)}
          </select>`
        : html`<input
            ...${attributes}
            autocomplete="off"
            spellcheck="false"
            placeholder=${schema.default === undefined ? '' : (schema.default as string | number)}
          />`
    }`
}

function showBody(body: SampleBody): unknown {
  if (body.kind === 'file')
    return html`<label for="try-body">File</label>
      <input id="try-body" type="file" data-body="file" data-type=${body.type} required />`
  if (body.kind === 'json')
    return html`<label for="try-body">Body</label>
      <textarea id="try-body" data-body="json" rows="6" spellcheck="false">
${JSON.stringify(body.value, null, 2)}</textarea>`
  const lines = Object.entries(body.fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : ''}`,
  )
  return html`<label for="try-body">Form, a field on each line</label>
    <textarea id="try-body" data-body="form" rows=${Math.max(3, lines.length + 1)} spellcheck="false">
${lines.join('\n')}</textarea>`
}
