// Decides which scopes a request is granted.
import {
  isScope,
  keepRegistered,
  namedScopes,
  type Scope,
  SIGN_IN_SCOPE,
  splitScopes,
} from '#contract/scopes.ts'
import { invalidScope } from './errors.ts'

/**
 * Scopes that are asked for must exist and be registered. When none are: all registered scopes but those that
 * must be named. Unknown ones are named to an authenticated client alone.
 */
export function requireScopes(
  registered: readonly Scope[],
  asked: string | undefined,
  isAuthenticated: boolean,
): Scope[] {
  const scopes =
    asked === undefined
      ? registered.filter((scope) => !namedScopes.includes(scope))
      : splitScopes(asked).map((name) => requireScope(registered, name, isAuthenticated))
  if (scopes.length === 0)
    throw invalidScope('No scope is requested, and the application has none that is granted by default.')
  return scopes
}

/** The same for what a user is asked: any application may sign its users in. */
export function requireConsentScopes(
  registered: readonly Scope[],
  asked: string | undefined,
  isAuthenticated: boolean,
): Scope[] {
  if (asked === undefined) return requireScopes(registered, asked, isAuthenticated)
  const own = toOwnScopes(registered, asked)
  return requireScopes([...registered, SIGN_IN_SCOPE], own.join(' '), isAuthenticated)
}

/** OpenID Connect Core 5.4, 11: what libraries send without being told. */
const standardScopes = new Map<string, Scope | undefined>([
  ['profile', 'profile:read'],
  ['email', 'profile:email'],
  ['address', undefined],
  ['phone', undefined],
  ['offline_access', undefined],
])

/** With openid the standard scopes mean ours, and what is not to be had of them is ignored (3.1.2.1). */
function toOwnScopes(available: readonly Scope[], asked: string): string[] {
  const names = splitScopes(asked)
  if (!names.includes(SIGN_IN_SCOPE)) return names
  const own = names.flatMap((name) => {
    if (!standardScopes.has(name)) return [name]
    const scope = standardScopes.get(name)
    return scope !== undefined && available.includes(scope) ? [scope] : []
  })
  return [...new Set(own)]
}

/** The scopes a token may still have: the consent and the registration both allow them. */
export function keepAllowed(
  given: readonly Scope[],
  allowed: readonly Scope[],
  registered: readonly Scope[],
): Scope[] {
  return keepRegistered(given, registered).filter((scope) => allowed.includes(scope))
}

function requireScope(registered: readonly Scope[], name: string, isAuthenticated: boolean): Scope {
  if (!isScope(name)) {
    const isNamed = isAuthenticated && mayBeRepeated(name)
    throw invalidScope(isNamed ? `The scope ${name} does not exist.` : 'A requested scope does not exist.')
  }
  if (!registered.includes(name))
    throw invalidScope(`The application is not registered for the scope ${name}.`)
  return name
}

/** A refresh may narrow what it was given, never widen it (RFC 6749 6). */
export function requireNarrowerScopes(
  given: readonly Scope[],
  asked: string | undefined,
  isAuthenticated: boolean,
): Scope[] {
  if (asked === undefined) return [...given]
  const scopes = toOwnScopes(given, asked)
  if (scopes.length === 0) throw invalidScope('The scope is empty.')
  const wider = scopes.find((name) => !given.some((scope) => scope === name))
  if (wider !== undefined) {
    const named = isAuthenticated && mayBeRepeated(wider) ? `The scope ${wider}` : 'The scope'
    throw invalidScope(`${named} is wider than what was granted.`)
  }
  return scopes.filter(isScope)
}

/** RFC 6749 5.2: no quotes, backslashes or other alphabets in a description. */
function mayBeRepeated(name: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/.test(name)
}
