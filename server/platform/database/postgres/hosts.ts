// One of several servers, of which one takes writes.
import type pg from 'pg'
import type { Hosts } from '../../settings/postgres-url.ts'

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
  let chosen: string | undefined
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
      chosen = url
    },
    isLeft: (url) => chosen !== undefined && url !== chosen,
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
