// Scopes as they are stored, in one text. Parsed texts are cached: the same few come again and again.
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
