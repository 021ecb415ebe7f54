import type { SampleBody, SampleRequest, Value } from '../requests.ts'
import { CLIENT_ID_VARIABLE, CLIENT_SECRET_VARIABLE, KEY_VARIABLE, TOKEN_VARIABLE } from '../requests.ts'
import { toAddress } from './address.ts'

/** With the standard library alone. */
export function writePython(baseUrl: string, request: SampleRequest): string {
  const { method, body, answer } = request
  const { before, header } = authorize(request.credential)
  const headers = [...(header ? [`"Authorization": ${header}`] : []), ...describe(body)]
  const data = writeData(body)
  const address = text(toAddress(baseUrl, request))
  const options = [
    ...(method === 'GET' ? [] : [`    method=${text(method)},`]),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(data === undefined ? [] : [`    data=${indent(data)},`]),
  ]
  const lines = [
    ...before,
    ...(options.length > 0
      ? ['request = urllib.request.Request(', `    ${address},`, ...options, ')']
      : [`request = urllib.request.Request(${address})`]),
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    ...finish(answer),
    // Or the reader sees the status alone, and not what is wrong.
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ]
  return `${listImports(lines.join('\n')).join('\n')}\n\n${lines.join('\n')}`
}

const modules = ['base64', 'json', 'os', 'urllib.error', 'urllib.parse', 'urllib.request']

function listImports(code: string): string[] {
  return modules.filter((name) => code.includes(`${name}.`)).map((name) => `import ${name}`)
}

function authorize(credential: SampleRequest['credential']): { before: string[]; header?: string } {
  if (credential === 'key')
    return { before: [`key = ${environment(KEY_VARIABLE)}`], header: 'f"Bearer {key}"' }
  if (credential === 'token')
    return { before: [`token = ${environment(TOKEN_VARIABLE)}`], header: 'f"Bearer {token}"' }
  if (credential === 'none') return { before: [] }
  const client = `${environment(CLIENT_ID_VARIABLE)} + ":" + ${environment(CLIENT_SECRET_VARIABLE)}`
  return {
    before: [`client = ${client}`, 'basic = base64.b64encode(client.encode()).decode()'],
    header: 'f"Basic {basic}"',
  }
}

function describe(body: SampleBody | undefined): string[] {
  if (!body || body.kind === 'form') return []
  return [`"Content-Type": ${text(body.kind === 'json' ? 'application/json' : body.type)}`]
}

function writeData(body: SampleBody | undefined): string | undefined {
  if (!body) return undefined
  if (body.kind === 'file') return `open(${text(body.name)}, "rb").read()`
  if (body.kind === 'json') return `json.dumps(${literal(body.value)}).encode()`
  const fields = Object.entries(body.fields).map(
    ([name, value]) => `    ${text(name)}: ${writeValue(value)},\n`,
  )
  return `urllib.parse.urlencode({\n${fields.join('')}}).encode()`
}

function finish(answer: SampleRequest['answer']): string[] {
  if (answer === 'nothing') return ['        print(response.status)']
  if (answer === 'json') return ['        print(response.status, json.load(response))']
  return ['        with open("flight.igc", "wb") as file:', '            file.write(response.read())']
}

const environment = (name: string) => `os.environ["${name}"]`
const text = (value: string) => JSON.stringify(value)
const writeValue = (value: Value) => (typeof value === 'string' ? text(value) : environment(value.variable))
const indent = (code: string) => code.replaceAll('\n', '\n    ')

/** A value of JSON as Python writes it. */
export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${text(name)}: ${literal(member)}`)
  const short = `{${members.join(', ')}}`
  return short.length <= 50 ? short : `{\n${members.map((one) => `    ${indent(one)},\n`).join('')}}`
}
