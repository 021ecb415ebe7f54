// Values of JSON as a person writes them in JavaScript.

export const text = (value: string): string =>
  `'${JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

export function literal(value: unknown): string {
  if (typeof value === 'string') return text(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `${name}: ${literal(member)}`)
  if (members.length === 0) return '{}'
  const short = `{ ${members.join(', ')} }`
  return short.length <= 60
    ? short
    : `{\n${members.map((one) => `  ${one.replaceAll('\n', '\n  ')},\n`).join('')}}`
}
