// "Try it": a form of an operation's parameters. A script shows it and sends what it says; without one it stays hidden.
import type { Parameter } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'
import { type Credential, type Entry, findCredential } from './operations.ts'
import { listRequests, type SampleBody, type Value, variables } from './requests.ts'

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

function showCredential(credential: Exclude<Credential, 'none'>): unknown {
  if (credential === 'client') return showBasic('client', 'Client id', 'Client secret')
  if (credential === 'login') return showBasic('login', 'Login', 'Device password')
  const { label, placeholder } = bearers[credential]
  return html`<label for="try-credential">${label}</label>
    <input
      id="try-credential"
      data-credential=${credential}
      type="password"
      autocomplete="off"
      placeholder=${placeholder}
    />`
}

const bearers = {
  key: { label: 'Key or access token', placeholder: 'cst_key_…' },
  token: { label: 'Access token', placeholder: 'cst_at_…' },
  device: { label: 'Token of the device', placeholder: 'llk_…' },
}

function showBasic(kind: 'client' | 'login', name: string, secret: string): unknown {
  return html`<div data-basic=${kind}>
    <label for="try-name">${name}</label>
    <input id="try-name" autocomplete="off" spellcheck="false" />
    <label for="try-secret">${secret}</label>
    <input id="try-secret" type="password" autocomplete="off" />
  </div>`
}

/** Optional parameters are folded where there are more than a few. */
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
  const values = Object.entries(body.fields)
  if (values.some(([, value]) => isFile(value) || isPassword(value)))
    return html`<div data-body=${body.kind}>${values.map(showField)}</div>`
  const lines = values.map(([name, value]) => `${name}=${typeof value === 'string' ? value : ''}`)
  return html`<label for="try-body">Form, a field on each line</label>
    <textarea id="try-body" data-body="form" rows=${Math.max(3, lines.length + 1)} spellcheck="false">
${lines.join('\n')}</textarea>`
}

const isFile = (value: Value) => typeof value === 'object' && 'file' in value
const isPassword = (value: Value) =>
  typeof value === 'object' && 'variable' in value && value.variable === variables.password

function showField([name, value]: [string, Value]): unknown {
  const id = `try-field-${name}`
  const type = isFile(value) ? 'file' : isPassword(value) ? 'password' : 'text'
  return html`<label for=${id}>${name}</label>
    <input
      id=${id}
      type=${type}
      data-field=${name}
      value=${typeof value === 'string' ? value : undefined}
      autocomplete="off"
      spellcheck="false"
      required=${typeof value === 'object'}
    />`
}
