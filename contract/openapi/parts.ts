// The description in parts that are read, and generated from, by themselves: the main one, clubs with their rankings, and
// the dialects that instruments speak to other services.
import type { Components, Description, Operation, Security } from './document.ts'

const clubs = ['Clubs', 'Rankings']
export const DIALECTS = 'Compatibility'

/** Whether an operation of a tag belongs to the part. */
const parts = {
  main: (tag: string) => tag !== DIALECTS && !clubs.includes(tag),
  clubs: (tag: string) => clubs.includes(tag),
  /** Our own, without the dialects. */
  all: (tag: string) => tag !== DIALECTS,
  dialects: (tag: string) => tag === DIALECTS,
}
export type Part = keyof typeof parts

export function keepPart(whole: Description, part: Part): Description {
  const isOf = (operation: Operation) => operation.tags.every(parts[part])
  const paths = mapEntries(whole.paths, (operations) => {
    const kept = Object.entries(operations).filter(([, operation]) => isOf(operation))
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  })
  const webhooks = part === 'main' || part === 'all' ? whole.webhooks : {}
  const tags = whole.tags.filter(({ name }) => parts[part](name))
  const kept = { ...whole, tags, paths, webhooks }
  return { ...kept, components: keepUsed(whole.components, [paths, webhooks]) }
}

/** The components that are referred to, from the operations or from each other. */
function keepUsed(components: Components, from: unknown[]): Components {
  const used = new Set<string>()
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('security' in part)
      for (const name of (part.security as Security).flatMap((one) => Object.keys(one)))
        used.add(`#/components/securitySchemes/${name}`)
    if ('$ref' in part && typeof part.$ref === 'string' && !used.has(part.$ref)) {
      used.add(part.$ref)
      const [, , kind = '', name = ''] = part.$ref.split('/')
      visit((components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name])
    }
    Object.values(part).forEach(visit)
  }
  from.forEach(visit)
  const all = components as unknown as Record<string, Record<string, object>>
  return mapEntries(all, (named, kind) =>
    mapEntries(named, (part, name) => (used.has(`#/components/${kind}/${name}`) ? part : undefined)),
  ) as unknown as Components
}

function mapEntries<From, To>(
  entries: Record<string, From>,
  map: (value: From, name: string) => To | undefined,
): Record<string, To> {
  const mapped = Object.entries(entries).map(([name, value]) => [name, map(value, name)] as const)
  return Object.fromEntries(mapped.filter((entry): entry is [string, To] => entry[1] !== undefined))
}
