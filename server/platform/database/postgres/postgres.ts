// The engine for several nodes: connections with bounded waits, named prepared statements, transactions.
import pg from 'pg'
import { inTransactionScope } from '../../concurrency/transaction-scope.ts'
import { readHosts, withoutPassword } from '../../settings/postgres-url.ts'
import { createDamageMemory, type DamageMemory } from '../damage.ts'
import type { Database } from '../database.ts'
import { createPostgresWriteCheck } from '../write-check.ts'
import { createSql, type Parameter, type RunStatement, type Sql } from '../sql.ts'
import { breaksConnection, isDamage, isDiskFull, translate } from './faults.ts'
import { createMigrating } from './migrating.ts'
import { type DatabaseLimits, type Lend, openPools } from './pools.ts'
import { openReplicas } from './replicas.ts'
import { requireSessions } from './sessions.ts'
import { isOutdated, nameOf, replaceName } from './statement-names.ts'

const MAX_ATTEMPTS = 5
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'

// int8 and numeric as numbers: times in milliseconds and counts stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

export function openPostgres(databaseUrl: string, limits: DatabaseLimits, replicasUrl?: string): Database {
  const pools = openPools(readHosts(databaseUrl), limits)
  const location = withoutPassword(databaseUrl)
  const damage = createDamageMemory(location)
  const watched: Watched = { damage }
  const toRun =
    (lend: Lend, by = watched): RunStatement =>
    (text, values) =>
      lend((client) => runAlone(client, by, text, values))
  const toSql = (lend: Lend) => createSql('postgres', toRun(lend))
  const writes = createPostgresWriteCheck(toSql(pools.checks))
  watched.onFullDisk = writes.noteFullDisk
  const replicas =
    replicasUrl === undefined
      ? undefined
      : openReplicas(readHosts(replicasUrl, 'replica').urls, limits, toSql(pools.checks), (lend) =>
          toRun(lend, {}),
        )
  const figures = {
    pools: () => [...pools.figures(), ...(replicas?.pools() ?? [])],
    replicas: () => replicas?.figures() ?? [],
  }
  const view = (lend: Lend) => ({
    engine: 'postgres' as const,
    location,
    sql: toSql(lend),
    checks: toSql(pools.checks),
    figures,
    checkWrite: writes.check,
    findDamage: () => damage.find(),
    transaction: <Result>(work: (sql: Sql) => Promise<Result>) =>
      inTransaction(lend, (client) => inTransactionScope(() => work(createClientSql(client, watched)))),
    migrating: createMigrating(lend, (client, timeoutMs) => createClientSql(client, {}, timeoutMs)),
    requireSessions: () => requireSessions(pools),
    close: async () => {
      await replicas?.close()
      await pools.close()
    },
  })
  const open = (lend: Lend): Database => {
    const db: Database = {
      ...view(lend),
      forJobs: () => open(pools.jobs),
      reading: (findPosition) =>
        replicas ? { ...db, sql: replicas.reading(toRun(lend), findPosition) } : db,
    }
    return db
  }
  return open(pools.requests)
}

/** Hears of faults that statements have met. */
interface Watched {
  readonly damage?: DamageMemory
  onFullDisk?: () => void
}

function createClientSql(client: pg.PoolClient, watched: Watched, queryTimeoutMs?: number): Sql {
  const runOn: RunStatement = (text, values) => run(client, watched, text, values, queryTimeoutMs)
  return createSql('postgres', runOn)
}

/** Outside a transaction, where a statement whose preparation is outdated can simply run again. */
async function runAlone(
  client: pg.PoolClient,
  watched: Watched,
  text: string,
  values: Parameter[],
): Promise<unknown[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(client, watched, text, values)
    } catch (error) {
      if (!isOutdated(error) || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function run(
  client: pg.PoolClient,
  { damage, onFullDisk }: Watched,
  text: string,
  values: Parameter[],
  queryTimeoutMs?: number,
): Promise<unknown[]> {
  const query = { name: nameOf(text), text, values: values.map(toPostgres), query_timeout: queryTimeoutMs }
  try {
    const result = await client.query(query)
    return result.rows as unknown[]
  } catch (error) {
    if (isDiskFull(error)) onFullDisk?.()
    if (isOutdated(error)) replaceName(text, query.name)
    throw damage && isDamage(error) ? damage.note(error) : translate(error)
  }
}

function toPostgres(value: Parameter): unknown {
  return value instanceof Uint8Array && !Buffer.isBuffer(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : value
}

async function inTransaction<Result>(
  lend: Lend,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await lend((client) => tryTransaction(client, work))
    } catch (error) {
      const code = (error as { code?: string }).code
      const canRetry = code === SERIALIZATION_FAILURE || code === DEADLOCK || isOutdated(error)
      if (!canRetry || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function tryTransaction<Result>(
  client: pg.PoolClient,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  await client.query('begin')
  try {
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that is lost is closed, which rolls back too; to ask it for that would wait once more.
    if (!breaksConnection(error)) await client.query('rollback').catch(() => undefined)
    throw error
  }
}
