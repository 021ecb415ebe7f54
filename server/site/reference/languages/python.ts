import { type Fields, type SampleBody, type SampleRequest, type Value, variables } from '../requests.ts'
import { toAddress } from './address.ts'

/** With the standard library alone. */
export function writePython(baseUrl: string, request: SampleRequest): string {
  const { method, body } = request
  const { before, header } = authorize(request.credential)
  const headers = [
    ...(header ? [`"Authorization": ${header}`] : []),
    ...Object.entries(request.headers).map(([name, value]) => `${text(name)}: ${text(value)}`),
    ...describe(body),
  ]
  const data = writeData(body)
  const address = text(toAddress(baseUrl, request))
  const options = [
    ...(method === 'GET' ? [] : [`    method=${text(method)},`]),
    ...(headers.length > 0 ? [`    headers=${writeHeaders(headers)},`] : []),
    ...(data === undefined ? [] : [`    data=${indent(data)},`]),
  ]
  const lines = [
    ...before,
    ...(body?.kind === 'multipart' ? writeParts(body.fields) : []),
    ...(options.length > 0
      ? ['request = urllib.request.Request(', `    ${address},`, ...options, ')']
      : [`request = urllib.request.Request(${address})`]),
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    ...finish(request),
    // Or the reader sees the status alone, and not what is wrong.
    'except urllib.error.HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ]
  return `${listImports(lines.join('\n')).join('\n')}\n\n${lines.join('\n')}`
}

const modules = ['base64', 'json', 'os', 'urllib.error', 'urllib.parse', 'urllib.request', 'uuid']

function listImports(code: string): string[] {
  return modules.filter((name) => code.includes(`${name}.`)).map((name) => `import ${name}`)
}

function authorize(credential: SampleRequest['credential']): { before: string[]; header?: string } {
  const bearer = (name: string, variable: string) => ({
    before: [`${name} = ${environment(variable)}`],
    header: `f"Bearer {${name}}"`,
  })
  const basic = (name: string, id: string, secret: string) => ({
    before: [
      `${name} = ${environment(id)} + ":" + ${environment(secret)}`,
      `basic = base64.b64encode(${name}.encode()).decode()`,
    ],
    header: 'f"Basic {basic}"',
  })
  if (credential === 'key') return bearer('key', variables.key)
  if (credential === 'token') return bearer('token', variables.token)
  if (credential === 'device') return bearer('token', variables.device)
  if (credential === 'client') return basic('client', variables.clientId, variables.clientSecret)
  return credential === 'login' ? basic('login', variables.login, variables.password) : { before: [] }
}

function describe(body: SampleBody | undefined): string[] {
  if (!body || body.kind === 'form') return []
  if (body.kind === 'multipart') return ['"Content-Type": f"multipart/form-data; boundary={boundary}"']
  return [`"Content-Type": ${text(body.kind === 'file' ? body.type : 'application/json')}`]
}

/** On one line if they fit. */
function writeHeaders(headers: string[]): string {
  const short = `{${headers.join(', ')}}`
  return short.length <= 75 ? short : `{\n${headers.map((one) => `        ${one},\n`).join('')}    }`
}

function writeData(body: SampleBody | undefined): string | undefined {
  if (!body) return undefined
  if (body.kind === 'file') return readBytes(body.name)
  if (body.kind === 'json') return `json.dumps(${literal(body.value)}).encode()`
  if (body.kind === 'multipart') return 'body'
  const isJson = body.kind === 'json-fields'
  const fields = Object.entries(body.fields).map(
    ([name, value]) => `    ${text(name)}: ${isJson ? writeText(value) : writeValue(value)},\n`,
  )
  return `${isJson ? 'json.dumps' : 'urllib.parse.urlencode'}({\n${fields.join('')}}).encode()`
}

/** The standard library has nothing that writes multipart. */
function writeParts(fields: Fields): string[] {
  const parts = Object.entries(fields).map(([name, value]) =>
    typeof value === 'object' && 'file' in value
      ? `    ('name="${name}"; filename="${value.file}"', ${readBytes(value.file)}),`
      : `    ('name="${name}"', ${writeText(value)}.encode()),`,
  )
  return [
    'boundary = uuid.uuid4().hex',
    'body = b""',
    'for head, content in [',
    ...parts,
    ']:',
    String.raw`    start = f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n"`,
    String.raw`    body += start.encode() + content + b"\r\n"`,
    String.raw`body += f"--{boundary}--\r\n".encode()`,
  ]
}

function finish({ answer, answerFile }: SampleRequest): string[] {
  if (answer === 'nothing') return ['        print(response.status)']
  if (answer === 'json') return ['        print(response.status, json.load(response))']
  if (answer === 'text') return ['        print(response.status, response.read().decode())']
  return [`        with open(${text(answerFile)}, "wb") as file:`, '            file.write(response.read())']
}

const environment = (name: string) => `os.environ["${name}"]`
const text = (value: string) => JSON.stringify(value)
const indent = (code: string) => code.replaceAll('\n', '\n    ')
const readBytes = (file: string) => `open(${text(file)}, "rb").read()`

function writeText(value: Value): string {
  if (typeof value === 'string') return text(value)
  // The bytes of an IGC file are characters, one each.
  return 'file' in value ? `${readBytes(value.file)}.decode("latin-1")` : environment(value.variable)
}

/** A form takes bytes as well. */
const writeValue = (value: Value) =>
  typeof value === 'object' && 'file' in value ? readBytes(value.file) : writeText(value)

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
