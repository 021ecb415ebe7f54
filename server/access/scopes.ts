// Scopes as they are stored, in one text. Parsed texts are cached: the same few come again and again.
import { type Resource, resourceNames } from '#contract/oauth.ts'
import { isScope, type Scope, splitScopes } from '#contract/scopes.ts'

const MAX_CACHED = 1000
const cache = new Map<string, readonly Scope[]>()

export function readScopes(stored: string): readonly Scope[] {
  let scopes = cache.get(stored)
  if (!scopes) {
    scopes = splitScopes(stored).filter(isScope)
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(stored, scopes)
  }
  return scopes
}

/** The resources of a token, as stored; null, which is all, where none was named. */
export function readResources(stored: string | null): readonly Resource[] | undefined {
  if (stored === null) return undefined
  const words = stored.split(' ')
  return resourceNames.filter((name) => words.includes(name))
}

export function writeResources(resources: readonly Resource[] | undefined): string | null {
  return resources?.join(' ') ?? null
}
