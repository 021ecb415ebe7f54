// Scopes as they are stored: a text. The same few come again and again.
import { isScope, type Scope, splitScopes } from '#contract/scopes.ts'

const MAX_KNOWN = 1000
const known = new Map<string, readonly Scope[]>()

export function readScopes(stored: string): readonly Scope[] {
  let scopes = known.get(stored)
  if (!scopes) {
    scopes = splitScopes(stored).filter(isScope)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(stored, scopes)
  }
  return scopes
}
