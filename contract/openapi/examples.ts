// An example of every body, put together from the examples of its values: it cannot lag behind its schema.
import type { Example, Schema } from './document.ts'

/** undefined when a value has no example: what is optional is then left out. */
export function makeExample(schema: Schema): unknown {
  if (schema.examples) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return makeExample(schema.anyOf[0]!)
  if (schema.items) return [makeExample(schema.items)]
  if (schema.properties) {
    const values = Object.entries(schema.properties).map(([name, part]) => [name, makeExample(part)])
    return Object.fromEntries(values.filter(([, value]) => value !== undefined))
  }
  return undefined
}

/** Several examples of one body are named after their first member: the grant, the code of an error. */
export function listExamples(schema: Schema): Record<string, Example> {
  const values = schema.examples ?? [makeExample(schema)]
  if (values.length === 1) return { example: { value: values[0] } }
  return Object.fromEntries(values.map((value) => [nameExample(value as object), { value }]))
}

function nameExample(value: object): string {
  return String(Object.values(value)[0]).replace(/^.*:/, '')
}
