import type { SampleBody, SampleRequest, Value } from '../requests.ts'
import { CLIENT_ID_VARIABLE, CLIENT_SECRET_VARIABLE, KEY_VARIABLE, TOKEN_VARIABLE } from '../requests.ts'
import { toAddress } from './address.ts'

export function writeCurl(baseUrl: string, request: SampleRequest): string {
  const { method, credential, body, answer } = request
  // curl sends POST by itself when there is a body.
  const isSaid = method === 'GET' || (method === 'POST' && body)
  const first = `curl ${isSaid ? '' : `-X ${method} `}${quote(toAddress(baseUrl, request))}`
  return [
    first,
    ...authorize(credential),
    ...send(body),
    // A refusal is not written over a file that is there.
    ...(answer === 'file' ? ['-f -o flight.igc'] : []),
  ].join(' \\\n  ')
}

function authorize(credential: SampleRequest['credential']): string[] {
  if (credential === 'key') return [`-H "Authorization: Bearer $${KEY_VARIABLE}"`]
  if (credential === 'token') return [`-H "Authorization: Bearer $${TOKEN_VARIABLE}"`]
  return credential === 'client' ? [`-u "$${CLIENT_ID_VARIABLE}:$${CLIENT_SECRET_VARIABLE}"`] : []
}

function send(body: SampleBody | undefined): string[] {
  if (!body) return []
  if (body.kind === 'file') return [`-H "Content-Type: ${body.type}"`, `--data-binary @${body.name}`]
  if (body.kind === 'json')
    return ['-H "Content-Type: application/json"', `-d ${quote(writeJson(body.value))}`]
  return Object.entries(body.fields).map(([name, value]) => sendField(name, value))
}

function sendField(name: string, value: Value): string {
  if (typeof value !== 'string') return `-d "${name}=$${value.variable}"`
  const isPlain = /^[\w.~-]+$/.test(value)
  return isPlain ? `-d ${name}=${value}` : `--data-urlencode ${quote(`${name}=${value}`)}`
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
