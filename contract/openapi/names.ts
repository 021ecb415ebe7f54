// Names for schemas that the routes describe in place: one with a title becomes a component of that name, and a
// generated client has one type for it.
import type { Named, Schema } from './document.ts'

/** Adds a component, once. Two of one name that differ are a mistake in the contract. */
export function addNamed<Part>(components: Named<Part>, name: string, part: Part): void {
  const known = components[name]
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(part))
    throw new Error(`Two parts of the contract have the name ${name}.`)
  components[name] = part
}

/** The schema with a reference for every part that has a title, itself included. */
export function nameSchema(schema: Schema, components: Named<Schema>): Schema {
  const name = (part: Schema) => nameSchema(part, components)
  const named: Schema = { ...schema }
  if (schema.items) named.items = name(schema.items)
  if (schema.anyOf) named.anyOf = schema.anyOf.map(name)
  if (typeof schema.additionalProperties === 'object')
    named.additionalProperties = name(schema.additionalProperties)
  if (schema.properties)
    named.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, part]) => [key, name(part)]),
    )
  if (schema.title === undefined) return named
  addNamed(components, schema.title, named)
  return { $ref: `#/components/schemas/${schema.title}` }
}
