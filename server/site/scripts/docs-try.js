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
    const response = await fetch(...(await toRequest(part)))
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

async function toRequest(part) {
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
  const { body, type } = await readBody(part.querySelector('[data-body]'))
  if (type) headers.set('content-type', type)
  const address = query.size > 0 ? `${path}?${query}` : path
  // The session must not lend its rights: the credential alone counts, as for any other client.
  return [address, { method: part.dataset.method, headers, body, credentials: 'omit', cache: 'no-store' }]
}

function authorize(part) {
  const bearer = part.querySelector('[data-credential]')?.value.trim()
  if (bearer) return `Bearer ${bearer}`
  const basic = part.querySelector('[data-basic]')
  const [name, secret] = [...(basic?.querySelectorAll('input') ?? [])].map(({ value }) => value.trim())
  if (!name || !secret) return undefined
  // OAuth has both form-encoded first (RFC 6749 2.3.1), others do not.
  const write = basic.dataset.basic === 'client' ? encodeURIComponent : (text) => text
  return `Basic ${btoa(`${write(name)}:${write(secret)}`)}`
}

async function readBody(input) {
  if (!input) return {}
  const { body: kind, type } = input.dataset
  if (kind === 'file') return { body: input.files[0], type }
  if (kind === 'json') return { body: input.value, type: 'application/json' }
  const inputs = input.querySelectorAll('[data-field]')
  if (inputs.length > 0) return writeFields(kind, inputs)
  const fields = input.value.split('\n').filter((line) => line.includes('='))
  const pairs = fields.map((line) => [
    line.slice(0, line.indexOf('=')).trim(),
    line.slice(line.indexOf('=') + 1).trim(),
  ])
  return { body: new URLSearchParams(pairs.filter(([, value]) => value !== '')) }
}

/** A file is sent as it is where the body can hold one, else as the text that an IGC file is. */
async function writeFields(kind, inputs) {
  const pairs = await Promise.all(
    [...inputs].map(async ({ dataset, value, files }) => {
      if (!files) return [dataset.field, value.trim()]
      return [dataset.field, kind === 'multipart' ? files[0] : await readLatin1(files[0])]
    }),
  )
  if (kind === 'json-fields')
    return { body: JSON.stringify(Object.fromEntries(pairs)), type: 'application/json' }
  const body = kind === 'form' ? new URLSearchParams() : new FormData()
  for (const [name, value] of pairs) body.append(name, value)
  return { body }
}

async function readLatin1(file) {
  return new TextDecoder('latin1').decode(await file.arrayBuffer())
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
