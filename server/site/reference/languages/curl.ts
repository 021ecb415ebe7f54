import { type SampleBody, type SampleRequest, type Value, variables } from '../requests.ts'
import { toAddress } from './address.ts'

export function writeCurl(baseUrl: string, request: SampleRequest): string {
  const { method, credential, headers, body, answer } = request
  // curl sends POST by itself when there is a body.
  const isSaid = method === 'GET' || (method === 'POST' && body)
  const first = `curl ${isSaid ? '' : `-X ${method} `}${quote(toAddress(baseUrl, request))}`
  return [
    first,
    ...authorizations[credential],
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...send(body),
    // A refusal is not written over a file that is there.
    ...(answer === 'file' ? [`-f -o ${request.answerFile}`] : []),
  ].join(' \\\n  ')
}

const authorizations: Record<SampleRequest['credential'], string[]> = {
  key: [`-H "Authorization: Bearer $${variables.key}"`],
  token: [`-H "Authorization: Bearer $${variables.token}"`],
  device: [`-H "Authorization: Bearer $${variables.device}"`],
  client: [`-u "$${variables.clientId}:$${variables.clientSecret}"`],
  login: [`-u "$${variables.login}:$${variables.password}"`],
  none: [],
}

function send(body: SampleBody | undefined): string[] {
  if (!body) return []
  if (body.kind === 'file') return [`-H "Content-Type: ${body.type}"`, `--data-binary @${body.name}`]
  if (body.kind === 'json')
    return ['-H "Content-Type: application/json"', `-d ${quote(writeJson(body.value))}`]
  const fields = Object.entries(body.fields)
  if (body.kind === 'multipart') return fields.map(([name, value]) => sendPart(name, value))
  // A shell has no safe way to put a variable or a file into JSON: they go as a form.
  return fields.map(([name, value]) => sendField(name, value))
}

function sendField(name: string, value: Value): string {
  if (typeof value !== 'string')
    return `--data-urlencode ${'file' in value ? `${name}@${value.file}` : `"${name}=$${value.variable}"`}`
  const isPlain = /^[\w.~-]+$/.test(value)
  return isPlain ? `-d ${name}=${value}` : `--data-urlencode ${quote(`${name}=${value}`)}`
}

function sendPart(name: string, value: Value): string {
  if (typeof value === 'string') return `--form-string ${quote(`${name}=${value}`)}`
  return 'file' in value ? `-F ${name}=@${value.file}` : `--form-string "${name}=$${value.variable}"`
}

/** On one line if it fits. */
function writeJson(value: unknown): string {
  const short = JSON.stringify(value)
  return short.length <= 60 ? short : JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}

/** Double quotes where nothing in them means something to a shell, single ones else. */
function quote(text: string): string {
  return /["$`\\!{]/.test(text) || /[\s]/.test(text)
    ? `'${text.replaceAll("'", String.raw`'\''`)}'`
    : `"${text}"`
}
