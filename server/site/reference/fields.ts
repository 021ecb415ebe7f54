// A schema as a nested list: what is inside of an object unfolds.
import type { Schema } from '#contract/openapi/document.ts'
import { html } from '#server/platform/http/html.ts'

/** A request shows what must be there, an answer what may be missing. */
export type Side = 'request' | 'answer'

export function showFields(schema: Schema, side: Side, depth = 0): unknown {
  const parts = listObjects(schema)
  if (parts.length > 1)
    return parts.map(
      (part, index) =>
        html`<p class="either">${index === 0 ? 'Either' : 'or'} ${describeType(part)}:</p>
          ${showFields(part, side, depth)}`,
    )
  const [object] = parts
  const fields = Object.entries(object?.properties ?? {})
  if (fields.length === 0) return null
  return html`<ul class="fields">
    ${fields.map(([name, field]) =>
      showField({ name, schema: field, isRequired: object?.required?.includes(name) ?? false }, side, depth),
    )}
  </ul>`
}

export interface Field {
  name: string
  schema: Schema
  isRequired: boolean
  /** The description of a parameter; else the schema says it. */
  description?: string | undefined
}

export function showField({ name, schema, isRequired, description }: Field, side: Side, depth = 0): unknown {
  const words = description ?? findDescription(schema)
  const limits = describeLimits(schema)
  const inner = showFields(schema, side, depth + 1)
  return html`<li>
    <p class="field">
      <code>${name}</code> <span class="type">${describeType(schema)}</span>
      ${side === 'request' && isRequired && html`<span class="required">required</span>`}
      ${side === 'answer' && !isRequired && html`<span class="type">may be missing</span>`}
    </p>
    ${words && html`<p>${words}</p>`} ${limits && html`<p class="soft">${limits}</p>`}
    ${
      inner &&
      html`<details open=${depth === 0}>
        <summary>Members of ${name}</summary>
        ${inner}
      </details>`
    }
  </li>`
}

/** The objects that a value may be, or that its items may be. */
function listObjects(schema: Schema): Schema[] {
  if (schema.items) return listObjects(schema.items)
  if (schema.anyOf) return schema.anyOf.flatMap(listObjects)
  return schema.properties ? [schema] : []
}

function findDescription(schema: Schema): string | undefined {
  if (schema.description !== undefined) return schema.description
  const parts = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  return parts.map(findDescription).find((found) => found !== undefined)
}

export function describeType(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(describeType))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.items) return `list of ${describeType(schema.items)}`
  if (schema.properties && schema.title) return schema.title
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${type} (${schema.format})` : type
}

/** The range of a value, and its default. */
function describeLimits(schema: Schema): string {
  const sentences: string[] = []
  const members = listMembers(schema)
  if (members.length > 0) sentences.push(`One of ${members.map((one) => JSON.stringify(one)).join(', ')}.`)
  const { minimum, maximum } = schema
  if (minimum !== undefined && maximum !== undefined) sentences.push(`From ${minimum} to ${maximum}.`)
  else if (minimum !== undefined) sentences.push(`At least ${minimum}.`)
  else if (maximum !== undefined) sentences.push(`At most ${maximum}.`)
  if (schema.default !== undefined) sentences.push(`By default ${JSON.stringify(schema.default)}.`)
  else if (schema.examples?.length && members.length === 0)
    sentences.push(`Such as ${JSON.stringify(schema.examples[0])}.`)
  return sentences.join(' ')
}

function listMembers(schema: Schema): unknown[] {
  if (schema.enum) return schema.enum
  if (schema.items) return listMembers(schema.items)
  const constants = (schema.anyOf ?? []).map((part) => part.const).filter((one) => one !== undefined)
  return constants.length > 1 ? constants : (schema.anyOf ?? []).flatMap(listMembers)
}
