// A part of the description with every reference replaced by what it refers to.
import type { Description } from './document.ts'

export function resolve(part: unknown, whole: Description): unknown {
  if (Array.isArray(part)) return part.map((one) => resolve(one, whole))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part) return resolve(find(part.$ref as string, whole), whole)
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolve(value, whole)]))
}

function find(reference: string, whole: Description): unknown {
  const keys = reference.slice(2).split('/')
  const found = keys.reduce<unknown>((part, key) => (part as Record<string, unknown>)?.[key], whole)
  if (found === undefined) throw new Error(`${reference} leads nowhere.`)
  return found
}
