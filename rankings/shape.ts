// Sentences for what does not fit a schema of the contract.
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'

const MAX_MISTAKES = 20

/** One sentence for each place that is wrong; empty when the value fits. */
export function findShapeMistakes(schema: TSchema, value: unknown, what: string): string[] {
  const sentences = new Map<string, string>()
  for (const { keyword, instancePath, message, params } of Errors(schema, value)) {
    // Said by the object around it, or by the alternatives.
    if (keyword === 'boolean' || keyword === 'anyOf') continue
    const where = describePath(instancePath, what)
    if (!sentences.has(where)) sentences.set(where, `${where} ${describe(keyword, message, params)}.`)
    if (sentences.size === MAX_MISTAKES) break
  }
  return [...sentences.values()]
}

/** "/filter/classes/0" -> "filter.classes[0] of the rule". */
function describePath(path: string, what: string): string {
  const names = path.split('/').slice(1)
  const words = names.map((name, at) => (/^\d+$/.test(name) ? `[${name}]` : at === 0 ? name : `.${name}`))
  return names.length === 0 ? capitalise(what) : `${words.join('').slice(0, 80)} of ${what}`
}

function describe(keyword: string, message: string, params: object): string {
  const given = params as {
    allowedValues?: unknown[]
    additionalProperties?: string[]
    requiredProperties?: string[]
  }
  if (keyword === 'enum') return `must be one of: ${(given.allowedValues ?? []).join(', ')}`
  if (keyword === 'additionalProperties')
    return `has members that are not known here: ${(given.additionalProperties ?? []).slice(0, 5).join(', ').slice(0, 80)}`
  if (keyword === 'required') return `must have: ${(given.requiredProperties ?? []).join(', ')}`
  return message
}

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
