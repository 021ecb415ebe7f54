// Which scopes a request is granted.
import { destructiveScopes, isScope, type Scope, splitScopes } from '#contract/scopes.ts'
import { invalidScope } from './errors.ts'

/** What is asked for must exist and be registered. When nothing is: all registered scopes but the destructive ones. */
export function requireScopes(registered: readonly Scope[], asked: string | undefined): Scope[] {
  const scopes =
    asked === undefined
      ? registered.filter((scope) => !destructiveScopes.includes(scope))
      : splitScopes(asked).map((name) => requireScope(registered, name))
  if (scopes.length === 0)
    throw invalidScope('No scope is requested, and the application has none that is granted by default.')
  return scopes
}

function requireScope(registered: readonly Scope[], name: string): Scope {
  if (!isScope(name)) throw invalidScope('A requested scope does not exist.')
  if (!registered.includes(name))
    throw invalidScope(`The application is not registered for the scope ${name}.`)
  return name
}

/** A refresh may narrow what it was given, never widen it (RFC 6749 6). */
export function requireNarrowerScopes(given: readonly Scope[], asked: string | undefined): Scope[] {
  if (asked === undefined) return [...given]
  const scopes = splitScopes(asked)
  if (scopes.length === 0) throw invalidScope('The scope is empty.')
  for (const scope of scopes) {
    if (!given.some((one) => one === scope)) throw invalidScope('The scope is wider than what was granted.')
  }
  return scopes.filter(isScope)
}
