// JSON values as YAML 1.2. Texts are quoted as in JSON, which YAML reads the same way: nothing in them can be taken for
// syntax, a number or a date.

/** Names that need no quotes, but for the words that YAML 1.1 takes for something else. */
const PLAIN_NAME = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z_$][\w$-]*$/i

export function writeYaml(value: unknown): string {
  return `${writeLines(value).join('\n')}\n`
}

function writeLines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) return value.flatMap((item) => hang('- ', writeLines(item)))
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined)
    if (members.length > 0) return members.flatMap(([name, member]) => writeMember(name, member))
  }
  return [quote(value)]
}

function writeMember(name: string, value: unknown): string[] {
  const key = PLAIN_NAME.test(name) ? name : quote(name)
  const lines = writeLines(value)
  const isBlock = typeof value === 'object' && value !== null && Object.keys(value).length > 0
  return isBlock ? [`${key}:`, ...lines.map(indent)] : [`${key}: ${lines[0]}`]
}

const hang = (mark: string, [first = '', ...others]: string[]) => [mark + first, ...others.map(indent)]
const indent = (line: string) => `  ${line}`
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** JSON leaves control characters above 0x7e as they are; YAML does not allow them. */
function quote(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[\x7f-\x9f\u2028\u2029\ufeff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
