// `DATABASE_URL` with several servers, one of which takes writes, as libpq reads it:
// postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write

export interface Hosts {
  /** One address for each server, in the order in which they are tried. */
  readonly urls: readonly string[]
  /** Only a server that takes writes will do. */
  readonly mustWrite: boolean
}

const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#]*)(.*)$/s
const ATTRIBUTE = 'target_session_attrs'
const attributes = {
  primary: { allowed: ['any', 'read-write', 'primary'], why: 'the service writes' },
  replica: { allowed: ['any', 'read-only', 'standby', 'prefer-standby'], why: 'replicas do not take writes' },
}

/** Throws a sentence, without the address: it may have a password. */
export function readHosts(databaseUrl: string, role: keyof typeof attributes = 'primary'): Hosts {
  const [, protocol = '', user = '', hosts = '', rest = ''] = PARTS.exec(databaseUrl) ?? []
  const urls = hosts.split(',').map((host) => URL.parse(`${protocol}${user}${host}${rest}`))
  const isList = urls.length > 1
  const isWhole = urls.every((url) => url !== null && (!isList || url.hostname !== ''))
  if (!protocol || !isWhole) throw new Error('')
  const { allowed, why } = attributes[role]
  const usual = isList && role === 'primary' ? 'read-write' : 'any'
  const [wanted = usual] = urls[0]?.searchParams.getAll(ATTRIBUTE) ?? []
  if (!allowed.includes(wanted))
    throw new Error(`${ATTRIBUTE} must be one of: ${allowed.join(', ')}; ${why}.`)
  const mustWrite = role === 'primary' && wanted !== 'any'
  if (!isList && !mustWrite) return { urls: [databaseUrl], mustWrite }
  for (const url of urls) url?.searchParams.delete(ATTRIBUTE)
  return { urls: urls.map((url) => url?.href ?? ''), mustWrite }
}

/** For people. */
export function withoutPassword(databaseUrl: string): string {
  return databaseUrl.replace(/^(postgres(?:ql)?:\/\/[^/?#:@]*):[^/?#]*@/, '$1:***@')
}
