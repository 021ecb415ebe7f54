// `DATABASE_URL` with several servers, one of which takes writes, as libpq reads it:
// postgres://user:password@first:5432,second:5432/name?target_session_attrs=read-write
import type pg from 'pg'

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

/** Where the next connection goes. Several connections share one choice: all of them move together. */
export interface HostChoice {
  readonly count: number
  current(): string
  /** This one is not there, or not what is wanted: the next one is tried. */
  reject(url: string): void
  /** Throws, as PostgreSQL does for a write, when the server takes none. */
  check(client: pg.ClientBase, url: string): Promise<void>
  /** Another server has taken over since the connection was made: what it reads may be old. */
  isLeft(url: string): boolean
}

export function createHostChoice({ urls, mustWrite }: Hosts): HostChoice {
  let index = 0
  let settled: string | undefined
  let newestTimeline = 0
  const current = () => urls[index] ?? ''
  return {
    count: urls.length,
    current,
    reject: (url) => {
      if (url === current()) index = (index + 1) % urls.length
    },
    check: async (client, url) => {
      if (!mustWrite) return
      const timeline = await readTimeline(client)
      if (timeline < newestTimeline) throw readOnly('another server was promoted in its place')
      newestTimeline = timeline
      settled = url
    },
    isLeft: (url) => settled !== undefined && url !== settled,
  }
}

/**
 * It goes up with each promotion. A former primary that comes back, and was not made a standby, still takes writes; they
 * would be lost.
 */
async function readTimeline(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ is_standby: boolean; read_only: string }>(
    `select pg_is_in_recovery() as is_standby, current_setting('transaction_read_only') as read_only`,
  )
  if (rows[0]?.is_standby || rows[0]?.read_only !== 'off') throw readOnly('the server takes no writes')
  // Not every managed database tells.
  const file = await client
    .query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    .then(
      (result) => result.rows[0]?.name ?? '',
      () => '',
    )
  return file === '' ? 0 : Number.parseInt(file.slice(0, 8), 16)
}

const READ_ONLY = '25006'
const readOnly = (message: string) => Object.assign(new Error(message), { code: READ_ONLY })

/** One separate connection, to the first server that will do. */
export async function connectToOne(
  hosts: Hosts,
  createClient: (url: string) => pg.Client,
): Promise<pg.Client> {
  const choice = createHostChoice(hosts)
  for (let attempt = 1; ; attempt++) {
    const url = choice.current()
    const client = createClient(url)
    // The next statement reports a broken connection; without a listener its error would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      await choice.check(client, url)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      if (attempt >= choice.count) throw error
      choice.reject(url)
    }
  }
}
