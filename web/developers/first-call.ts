// A first call to try with a new key: one that its scopes allow.
import type { Scope } from '#contract/scopes.ts'

const calls: [scope: Scope, path: string][] = [
  ['flights:write', '/api/v1/flights/upload'],
  ['flights:read', '/api/v1/flights'],
  ['webhooks:manage', '/api/v1/webhooks'],
  ['profile:read', '/api/v1/profile'],
]

/** Needs no scope. For `profile:email`, which only adds to what `profile:read` gives. */
const OVERVIEW = '/api/v1'

function findFirstCall(scopes: readonly Scope[]): string {
  return calls.find(([scope]) => scopes.includes(scope))?.[1] ?? OVERVIEW
}

export function writeFirstCall(origin: string, key: string, scopes: readonly Scope[]): string {
  const path = findFirstCall(scopes)
  const file = ['-H "Content-Type: application/octet-stream"', '--data-binary @flight.igc']
  return [
    `curl -H "Authorization: Bearer ${key}"`,
    ...(path.endsWith('/upload') ? file : []),
    `${origin}${path}`,
  ].join(' \\\n  ')
}
