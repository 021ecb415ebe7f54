// The description in OpenAPI 3.0, for generators that do not read 3.1: what differs between the two, as we use it.
import type { Description } from '#contract/openapi/document.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** Everything below these is data. */
const dataKeys = new Set(['example', 'examples', 'default', 'enum', 'value'])

export function toOpenApi30(description: Description): Json {
  const { webhooks: _, info, ...rest } = description as unknown as Json & { info: Json }
  const { summary: _summary, ...kept } = info
  return { ...(lower(rest) as Json), openapi: '3.0.3', info: { ...kept, license: { name: 'MIT' } } }
}

function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower)
  if (!isObject(value)) return value
  const schema = mergeNull(value)
  const entries = Object.entries(schema).map(([key, member]): [string, unknown] => {
    if (key === 'const') return ['enum', [member]]
    // A property may be called `examples` or `const`, too.
    if (key === 'properties')
      return [
        key,
        Object.fromEntries(Object.entries(member as Json).map(([name, one]) => [name, lower(one)])),
      ]
    return [key, dataKeys.has(key) ? member : lower(member)]
  })
  // Those of a schema; those of a parameter or a body are an object in both.
  return Object.fromEntries(entries.filter(([key, member]) => key !== 'examples' || !Array.isArray(member)))
}

/** `null` is a type in 3.1, and a property next to the type in 3.0. */
function mergeNull(schema: Json): Json {
  const { type, anyOf, ...rest } = schema
  if (Array.isArray(type)) {
    const [first, ...others] = type.filter((name) => name !== 'null') as string[]
    const nullable = type.includes('null') ? { nullable: true } : {}
    if (others.length > 0)
      return { ...rest, ...nullable, anyOf: [first, ...others].map((name) => ({ type: name })) }
    return { ...rest, ...nullable, type: first }
  }
  if (type === 'null') return { ...rest, nullable: true }
  // Arrays have no name by which the alternatives could be called.
  if (Array.isArray(anyOf) && anyOf.every((one: Json) => one.type === 'array')) return rest
  if (!Array.isArray(anyOf) || !anyOf.some((one: Json) => one.type === 'null')) return schema
  const others = anyOf.filter((one: Json) => one.type !== 'null') as Json[]
  if (others.length > 1) return { ...rest, nullable: true, anyOf: others }
  const [only = {}] = others
  return '$ref' in only
    ? { ...rest, nullable: true, allOf: [only] }
    : mergeNull({ ...rest, ...only, nullable: true })
}
