import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { call, type ResponseInfo } from '../../sdk/client.ts'
import { writeWhole } from '../../sdk/node/write-whole.ts'
import { openAccount } from '../account/account.ts'
import { type Command, exitCodes, type Invocation, UsageError } from '../command.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

interface ApiRequest {
  path: string
  query: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  type?: string
}

export const api: Command = {
  about: 'Sends a request to the API as you, and prints the answer.',
  words: 'PATH',
  options: {
    method: {
      type: 'string',
      value: 'METHOD',
      about: 'GET by default, POST with a body',
      completes: methods,
      short: 'X',
    },
    field: {
      type: 'string',
      value: 'NAME=VALUE',
      about: 'of the query, or else of a JSON body; true, null and numbers are those',
      isRepeated: true,
      short: 'f',
    },
    input: { type: 'string', value: 'FILE', about: 'the body; - is standard input', completes: 'files' },
    type: { type: 'string', value: 'TYPE', about: 'Content-Type of --input; application/json by default' },
    output: { type: 'string', value: 'FILE', about: 'writes the answer there', completes: 'files' },
    paginate: { type: 'boolean', about: 'with GET: all pages, one line each' },
  },
  examples: [
    'cloudstreet api profile',
    'cloudstreet api flights -f season=2026 --paginate | jq .data[].scoring',
    'cloudstreet api flights/68f0a1b2c3d4e5f6a7b8c9d0 -X PATCH -f is_tandem=true',
    'cloudstreet api flights/68f0a1b2c3d4e5f6a7b8c9d0/igc --output flight.igc',
  ],
  async run(given, terminal) {
    const request = await readRequest(given)
    const method = readMethod(given, request.body !== undefined)
    const output = given.text('output')
    const { client } = await openAccount(terminal.say)
    const fields = readFields(given)
    if (method === 'GET') Object.assign(request.query, toTexts(fields))
    else if (Object.keys(fields).length > 0) request.body = encode(JSON.stringify(fields))
    for (let next: ApiRequest | undefined = request; next;) {
      const { path, ...sent }: ApiRequest = next
      let info: ResponseInfo | undefined
      const bytes = await call(client, method, path, {
        ...sent,
        read: async (response) => new Uint8Array(await response.arrayBuffer()),
        onResponse: (response) => (info = response),
        signal: terminal.signal,
      })
      if (output === undefined) terminal.print(...toLines(bytes, info))
      else await writeWhole(output, bytes)
      next = given.isSet('paginate') && method === 'GET' ? findNext(info) : undefined
    }
    return exitCodes.done
  },
}

async function readRequest(given: Invocation): Promise<ApiRequest> {
  const [word, another] = given.words
  if (word === undefined || another !== undefined) throw new UsageError('Which path? One, such as flights.')
  const request = parsePath(word)
  const input = given.text('input')
  if (input === undefined) return request
  if (given.texts('field').length > 0) throw new UsageError('--field and --input are two bodies: give one.')
  const body = input === '-' ? encode(await readAll(process.stdin)) : new Uint8Array(await readFile(input))
  return { ...request, body, type: given.text('type') ?? 'application/json' }
}

/** Under /api/v1, with or without it; an address of another service is none. */
function parsePath(word: string): ApiRequest {
  const base = 'http://here'
  const path = word.replace(/^\/?(?:api\/v1(?:\/|$))?/, '')
  const url = URL.canParse(path, `${base}/api/v1/`) ? new URL(path, `${base}/api/v1/`) : undefined
  const isInside = url?.origin === base && url.pathname.startsWith('/api/v1/')
  if (!isInside) throw new UsageError(`The path must be one of the API, such as flights, not "${word}".`)
  return { path: url.pathname.slice('/api/v1/'.length), query: Object.fromEntries(url.searchParams) }
}

function readMethod(given: Invocation, hasBody: boolean): Method {
  const word = given.text('method') ?? (hasBody ? 'POST' : 'GET')
  const method = methods.find((known) => known === word.toUpperCase())
  if (!method) throw new UsageError(`--method must be one of ${methods.join(', ')}, not "${word}".`)
  return method
}

function readFields(given: Invocation): Record<string, unknown> {
  return Object.fromEntries(
    given.texts('field').map((field) => {
      const at = field.indexOf('=')
      if (at < 1) throw new UsageError(`--field must be NAME=VALUE, not "${field}".`)
      return [field.slice(0, at), toValue(field.slice(at + 1))]
    }),
  )
}

const toValue = (text: string): unknown =>
  /^(?:true|false|null|-?(?:0|[1-9]\d{0,14})(?:\.\d+)?)$/.test(text) ? JSON.parse(text) : text

const toTexts = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** Bytes that are no text would only confuse a terminal. */
function toLines(bytes: Uint8Array, info: ResponseInfo | undefined): string[] {
  const type = info?.headers.get('content-type') ?? ''
  if (bytes.length === 0) return []
  if (!/^text\/|json|xml|yaml|igc|csv/.test(type))
    throw new Error(`The answer is ${type}, ${bytes.length} bytes: --output FILE writes it.`)
  return new TextDecoder().decode(bytes).trimEnd().split(/\r?\n/)
}

/** RFC 8288. */
function findNext(info: ResponseInfo | undefined): ApiRequest | undefined {
  const next = /<([^>]+)>;\s*rel="?next"?/.exec(info?.headers.get('link') ?? '')?.[1]
  return next === undefined ? undefined : parsePath(new URL(next).pathname + new URL(next).search)
}
