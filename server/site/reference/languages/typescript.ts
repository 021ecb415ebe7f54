import { type Fields, type SampleBody, type SampleRequest, type Value, variables } from '../requests.ts'
import { toAddress } from './address.ts'
import { literal, text } from './javascript.ts'
import { findSdkCall } from './sdk.ts'

/** With the SDK where it has the call, else with fetch. */
export function writeTypescript(baseUrl: string, request: SampleRequest): string {
  return writeWithSdk(baseUrl, request) ?? writeWithFetch(baseUrl, request)
}

function writeWithSdk(baseUrl: string, request: SampleRequest): string | undefined {
  const call = findSdkCall(request)
  if (!call) return undefined
  const names = ['apiKey', 'createClient', call.function].toSorted()
  const isKey = request.credential === 'key'
  const [name, variable] = isKey ? ['key', variables.key] : ['token', variables.token]
  return [
    `// How to install it: ${baseUrl}/docs/guide/sdk`,
    ...(call.writesFile ? ["import { writeFile } from 'node:fs/promises'"] : []),
    `import { ${names.join(', ')} } from '@cloudstreet/sdk'`,
    '',
    `const ${name} = ${environment(variable)}`,
    `const client = createClient({ baseUrl: ${text(baseUrl)}, credential: apiKey(${name}) })`,
    '',
    call.line,
  ].join('\n')
}

function writeWithFetch(baseUrl: string, request: SampleRequest): string {
  const { method, body } = request
  const { before, header } = authorize(request.credential)
  const headers = [
    ...(header ? [`authorization: ${header}`] : []),
    ...Object.entries(request.headers).map(([name, value]) => `${text(name.toLowerCase())}: ${text(value)}`),
    ...describe(body),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${text(method)},\n`]),
    ...(headers.length > 0 ? [`  headers: ${writeHeaders(headers)},\n`] : []),
    ...(body ? [`  body: ${writeBody(body).replaceAll('\n', '\n  ')},\n`] : []),
  ]
  const rest = options.length > 0 ? `, {\n${options.join('')}}` : ''
  const lines = [
    ...before,
    ...(body?.kind === 'multipart' ? fillForm(body.fields) : []),
    `const response = await fetch(${text(toAddress(baseUrl, request))}${rest})`,
    `console.log(${results[request.answer]})`,
  ]
  return [...listImports(lines.join('\n')), ...lines].join('\n')
}

/** On one line if they fit. */
function writeHeaders(headers: string[]): string {
  const short = `{ ${headers.join(', ')} }`
  return short.length <= 80 ? short : `{\n${headers.map((one) => `    ${one},\n`).join('')}  }`
}

const results: Record<SampleRequest['answer'], string> = {
  nothing: 'response.status',
  text: 'response.status, await response.text()',
  json: 'response.status, await response.json()',
  file: 'response.status, (await response.arrayBuffer()).byteLength',
}

function listImports(code: string): string[] {
  const lines = [
    ...(code.includes('openAsBlob(') ? ["import { openAsBlob } from 'node:fs'"] : []),
    ...(code.includes('readFile(') ? ["import { readFile } from 'node:fs/promises'"] : []),
  ]
  return lines.length > 0 ? [...lines, ''] : []
}

/** fetch itself names the type of a form. */
function describe(body: SampleBody | undefined): string[] {
  if (!body || body.kind === 'form' || body.kind === 'multipart') return []
  return [`'content-type': ${text(body.kind === 'file' ? body.type : 'application/json')}`]
}

function authorize(credential: SampleRequest['credential']): { before: string[]; header?: string } {
  const bearer = (name: string, variable: string) => ({
    before: [`const ${name} = ${environment(variable)}`],
    header: `\`Bearer \${${name}}\``,
  })
  const basic = (name: string, id: string, secret: string) => ({
    before: [`const ${name} = \`\${process.env.${id}}:\${process.env.${secret}}\``],
    header: `\`Basic \${btoa(${name})}\``,
  })
  if (credential === 'key') return bearer('key', variables.key)
  if (credential === 'token') return bearer('token', variables.token)
  if (credential === 'device') return bearer('token', variables.device)
  if (credential === 'client') return basic('client', variables.clientId, variables.clientSecret)
  return credential === 'login' ? basic('login', variables.login, variables.password) : { before: [] }
}

function writeBody(body: SampleBody): string {
  if (body.kind === 'file') return `await readFile(${text(body.name)})`
  if (body.kind === 'json') return `JSON.stringify(${literal(body.value)})`
  if (body.kind === 'multipart') return 'form'
  const fields = Object.entries(body.fields).map(([name, value]) => `  ${name}: ${writeValue(value)},\n`)
  const open = body.kind === 'form' ? 'new URLSearchParams' : 'JSON.stringify'
  return `${open}({\n${fields.join('')}})`
}

function fillForm(fields: Fields): string[] {
  const lines = Object.entries(fields).map(([name, value]) =>
    typeof value === 'object' && 'file' in value
      ? `form.append(${text(name)}, await openAsBlob(${text(value.file)}), ${text(value.file)})`
      : `form.append(${text(name)}, ${writeValue(value)})`,
  )
  return ['const form = new FormData()', ...lines]
}

const environment = (name: string) => `process.env.${name}!`

function writeValue(value: Value): string {
  if (typeof value === 'string') return text(value)
  // The bytes of an IGC file are characters, one each.
  return 'file' in value ? `await readFile(${text(value.file)}, 'latin1')` : environment(value.variable)
}
