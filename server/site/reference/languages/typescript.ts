import type { SampleBody, SampleRequest, Value } from '../requests.ts'
import { CLIENT_ID_VARIABLE, CLIENT_SECRET_VARIABLE, KEY_VARIABLE, TOKEN_VARIABLE } from '../requests.ts'
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
  const names = ['apiKey', 'createClient', ...call.imports].toSorted()
  const isKey = request.credential === 'key'
  const [name, variable] = isKey ? ['key', KEY_VARIABLE] : ['token', TOKEN_VARIABLE]
  return [
    `// How to install it: ${baseUrl}/docs/guide/sdk`,
    ...(call.writesFile ? ["import { writeFile } from 'node:fs/promises'"] : []),
    `import { ${names.join(', ')} } from '@cloudstreet/sdk'`,
    ...(call.opensFile ? ["import { openFile } from '@cloudstreet/sdk/node'"] : []),
    '',
    `const ${name} = ${environment(variable)}`,
    `const client = createClient({ baseUrl: ${text(baseUrl)}, credential: apiKey(${name}) })`,
    '',
    ...call.lines,
  ].join('\n')
}

function writeWithFetch(baseUrl: string, request: SampleRequest): string {
  const { method, body, answer } = request
  const { before, header } = authorize(request.credential)
  const headers = [
    ...(header ? [`authorization: ${header}`] : []),
    ...(body && body.kind !== 'form' ? [`'content-type': ${text(typeOf(body))}`] : []),
  ]
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${text(method)},\n`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },\n`] : []),
    ...(body ? [`  body: ${writeBody(body).replaceAll('\n', '\n  ')},\n`] : []),
  ]
  const rest = options.length > 0 ? `, {\n${options.join('')}}` : ''
  const file = body?.kind === 'file' ? ["import { readFile } from 'node:fs/promises'", ''] : []
  const result = answer === 'nothing' ? 'response.status' : 'response.status, await response.json()'
  return [
    ...file,
    ...before,
    `const response = await fetch(${text(toAddress(baseUrl, request))}${rest})`,
    `console.log(${result})`,
  ].join('\n')
}

const typeOf = (body: Exclude<SampleBody, { kind: 'form' }>) =>
  body.kind === 'json' ? 'application/json' : body.type

function authorize(credential: SampleRequest['credential']): { before: string[]; header?: string } {
  if (credential === 'key')
    return { before: [`const key = ${environment(KEY_VARIABLE)}`], header: '`Bearer ${key}`' }
  if (credential === 'token')
    return { before: [`const token = ${environment(TOKEN_VARIABLE)}`], header: '`Bearer ${token}`' }
  if (credential === 'none') return { before: [] }
  const client = `\`\${process.env.${CLIENT_ID_VARIABLE}}:\${process.env.${CLIENT_SECRET_VARIABLE}}\``
  return { before: [`const client = ${client}`], header: '`Basic ${btoa(client)}`' }
}

function writeBody(body: SampleBody): string {
  if (body.kind === 'file') return `await readFile(${text(body.name)})`
  if (body.kind === 'json') return `JSON.stringify(${literal(body.value)})`
  const fields = Object.entries(body.fields).map(([name, value]) => `  ${name}: ${writeValue(value)},\n`)
  return `new URLSearchParams({\n${fields.join('')}})`
}

const environment = (name: string) => `process.env.${name}!`
const writeValue = (value: Value) => (typeof value === 'string' ? text(value) : environment(value.variable))
