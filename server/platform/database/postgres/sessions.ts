// A connection must be a session: advisory locks of migrations, prepared statements and time-outs belong to one. A pooler
// that passes the server's connections on after each transaction breaks that, now and then, under load. So it is found
// out at the start: what one connection sets, another must not see, and it must see it again itself.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ConfigError } from '../../settings/setting-types.ts'
import type { Pools } from './pools.ts'

const ROUNDS = 3
const SETTING = 'cloudstreet.probe'

export async function requireSessions(pools: Pick<Pools, 'requests' | 'checks'>): Promise<void> {
  try {
    await pools.requests((one) => pools.checks((other) => probe(one, other)))
  } catch (error) {
    // PgBouncer in statement mode.
    if (/transaction blocks not allowed/i.test((error as Error).message)) throw passesOn()
    const [, parameter] = /unsupported startup parameter: (\w+)/.exec((error as Error).message) ?? []
    if (parameter === undefined) throw error
    throw new ConfigError(
      `The connection pooler in front of PostgreSQL refuses the parameter ${parameter}. PgBouncer needs the line ` +
        'ignore_startup_parameters = options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    )
  }
}

async function probe(one: pg.PoolClient, other: pg.PoolClient): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const value = randomUUID()
    await one.query(`set ${SETTING} = '${value}'`)
    // Inside a transaction it keeps the server's connection that it got, whosever it was.
    await other.query('begin')
    const isSeenByOther = (await read(other)) === value
    const isSeen = (await read(one)) === value
    await other.query('rollback')
    if (isSeenByOther || !isSeen) throw passesOn()
  }
  await one.query(`reset ${SETTING}`)
}

async function read(client: pg.PoolClient): Promise<string | null | undefined> {
  const { rows } = await client.query<{ value: string | null }>(
    `select current_setting('${SETTING}', true) as value`,
  )
  return rows[0]?.value
}

const passesOn = () =>
  new ConfigError(
    'The connection pooler in front of PostgreSQL passes connections on to other clients after each transaction ' +
      '(PgBouncer: pool_mode = transaction or statement). The service needs a session for each connection: set ' +
      'pool_mode = session for its database, or connect to PostgreSQL itself.',
  )
