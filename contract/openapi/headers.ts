// Headers of answers in addition to those that the routes declare.

const header = (description: string, type: 'integer' | 'string', example: number | string) => ({
  description,
  schema: { type, examples: [example] },
})

export const headers = {
  'X-Request-Id': header('The id of the request, as in the log.', 'string', 'b3Zx0Yk1'),
  'X-OAuth-Scopes': header(
    'The scopes that the credential has, whatever this request needs.',
    'string',
    'flights:read, profile:read',
  ),
  'X-RateLimit-Limit': header('Requests that are accepted in a window.', 'integer', 600),
  'X-RateLimit-Remaining': header('Requests that are left in this window.', 'integer', 599),
  'X-RateLimit-Reset': header('When the window ends, in Unix seconds.', 'integer', 1_779_033_845),
  'Retry-After': header('Seconds until requests are accepted again.', 'integer', 17),
  'WWW-Authenticate': header(
    'Which credential is asked for and what was wrong with the one sent (RFC 6750; at the OAuth endpoints RFC 6749).',
    'string',
    'Bearer realm="cloudstreet", error="invalid_token", scope="flights:read"',
  ),
}
type Header = keyof typeof headers

interface Asked {
  path: string
  status: string
  /** Whether its clients are those of another service, who expect no header of ours. */
  isForeign: boolean
  /** Whether the operation is for an access token or a key. */
  isForBearer: boolean
}

export function listHeaders(asked: Asked): Record<string, { $ref: string }> {
  return Object.fromEntries(
    nameHeaders(asked).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}

function nameHeaders({ path, status, isForBearer, isForeign }: Asked): Header[] {
  const names: Header[] = ['X-Request-Id']
  if (status === '429' || status === '503') names.push('Retry-After')
  // An unreadable request reaches no route and no limit.
  if (isForeign || status === '431') return names
  if (path.startsWith('/api/')) names.push('X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset')
  // Among refusals only the one about scopes: others have it too, but only if the credential was known by then.
  if (isForBearer && (status < '4' || status === '403')) names.push('X-OAuth-Scopes')
  if (status === '401' || status === '403') names.push('WWW-Authenticate')
  return names
}
