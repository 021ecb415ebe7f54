// "Try it": sends what the form says to this service and shows what it answers. What changes something asks first.

const MAX_SHOWN = 100_000
const worthSeeing = [
  'content-type',
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-oauth-scopes',
  'retry-after',
  'location',
  'etag',
  'link',
  'www-authenticate',
]

/** `findKey` gives the reader's own, if there is one. */
export function addTryIt(part, findKey) {
  part.hidden = false
  const credential = part.querySelector('[data-credential=key]')
  if (credential) credential.value = findKey() ?? ''
  part.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    void tryIt(part)
  })
}

async function tryIt(part) {
  const button = part.querySelector('form button')
  if (part.dataset.method !== 'GET' && !(await ask(part.querySelector('dialog')))) return
  button.disabled = true
  try {
    const started = performance.now()
    const response = await fetch(...toRequest(part))
    const text = await response.text()
    show(part, response, text, Math.round(performance.now() - started))
  } catch (error) {
    showOutcome(part, `Nothing was sent, or no answer came: ${error.message}`, [], '')
  } finally {
    button.disabled = false
  }
}

/** Whether they want it. */
function ask(dialog) {
  dialog.returnValue = ''
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'send'), { once: true })
  })
}

function toRequest(part) {
  const headers = new Headers()
  const query = new URLSearchParams()
  let path = part.dataset.path
  for (const { name, value, dataset } of part.querySelectorAll('[data-place]')) {
    if (dataset.place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '' && dataset.place === 'query') query.set(name, value)
    else if (value !== '') headers.set(name, value)
  }
  const authorization = authorize(part)
  if (authorization) headers.set('authorization', authorization)
  const { body, type } = readBody(part.querySelector('[data-body]'))
  if (type) headers.set('content-type', type)
  const address = query.size > 0 ? `${path}?${query}` : path
  // The session must not lend its rights: the credential alone counts, as for any other client.
  return [address, { method: part.dataset.method, headers, body, credentials: 'omit', cache: 'no-store' }]
}

function authorize(part) {
  const bearer = part.querySelector('[data-credential]')?.value.trim()
  if (bearer) return `Bearer ${bearer}`
  const id = part.querySelector('[data-client=id]')?.value.trim()
  const secret = part.querySelector('[data-client=secret]')?.value.trim()
  return id && secret ? `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}` : undefined
}

function readBody(input) {
  if (!input) return {}
  if (input.dataset.body === 'file') return { body: input.files[0], type: input.dataset.type }
  if (input.dataset.body === 'json') return { body: input.value, type: 'application/json' }
  const fields = input.value.split('\n').filter((line) => line.includes('='))
  const pairs = fields.map((line) => [
    line.slice(0, line.indexOf('=')).trim(),
    line.slice(line.indexOf('=') + 1).trim(),
  ])
  return { body: new URLSearchParams(pairs.filter(([, value]) => value !== '')) }
}

function show(part, response, text, milliseconds) {
  const headers = worthSeeing.flatMap((name) =>
    response.headers.has(name) ? [[name, response.headers.get(name)]] : [],
  )
  const shown = (response.headers.get('content-type') ?? '').includes('json') ? indent(text) : text
  const cut = shown.length > MAX_SHOWN ? `${shown.slice(0, MAX_SHOWN)}\n…` : shown
  showOutcome(part, `${response.status} ${response.statusText}, ${milliseconds} ms`, headers, cut)
}

function indent(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function showOutcome(part, sentence, headers, body) {
  const outcome = part.querySelector('.outcome')
  outcome.hidden = false
  outcome.querySelector('.result').textContent = sentence
  outcome.querySelector('.result').className = `result ${/^[23]/.test(sentence) ? 'good' : 'error'}`
  outcome.querySelector('dl').replaceChildren(
    ...headers.flatMap(([name, value]) => {
      const [term, words] = [document.createElement('dt'), document.createElement('dd')]
      term.textContent = name
      words.textContent = value
      return [term, words]
    }),
  )
  const code = outcome.querySelector('pre')
  code.hidden = body === ''
  code.firstElementChild.textContent = body
}
