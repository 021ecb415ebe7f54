// Metrics of the database for the operator's monitoring: time by statement, connections, the log of SQLite.
import { stat } from 'node:fs/promises'
import type { Metrics } from '../metrics/metrics.ts'
import type { Database } from './database.ts'
import type { PoolFigures, ReplicaFigures } from './figures.ts'

export function measureDatabase(metrics: Metrics, db: Database): void {
  measureStatements(metrics, db)
  if (db.engine === 'postgres') {
    measurePools(metrics, db)
    measureReplicas(metrics, db)
  } else {
    metrics.gauge('sqlite_wal_bytes', 'Size of the write-ahead log', async () => {
      const log = await stat(`${db.location}-wal`).catch(() => undefined)
      return log?.size ?? 0
    })
  }
}

function measureStatements(metrics: Metrics, { figures }: Database): void {
  const read = (pick: 'runs' | 'seconds') => async () =>
    figures.statements().map((figure) => ({ labels: { statement: figure.name }, value: figure[pick] }))
  const labels = ['statement']
  metrics.totals('statements_total', 'SQL statements, by what they do with which table', labels, read('runs'))
  metrics.totals('statement_seconds_total', 'Time in which they ran', labels, read('seconds'))
}

function measurePools(metrics: Metrics, { figures }: Database): void {
  const read = (pick: (pool: PoolFigures) => number) => async () =>
    figures.pools().map((pool) => ({ labels: { pool: pool.name }, value: pick(pool) }))
  const connections = async () =>
    figures.pools().flatMap(({ name: pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ])
  const labels = ['pool']
  metrics.gauges('database_connections', 'Open connections', ['pool', 'state'], connections)
  metrics.gauges(
    'database_waiting',
    'Callers that wait for a connection',
    labels,
    read(({ waiting }) => waiting),
  )
  metrics.totals(
    'database_loans_total',
    'How often a connection was asked for',
    labels,
    read(({ loans }) => loans),
  )
  metrics.totals(
    'database_wait_seconds_total',
    'Time for which callers waited for one',
    labels,
    read(({ waitSeconds }) => waitSeconds),
  )
}

function measureReplicas(metrics: Metrics, { figures }: Database): void {
  const labels = ['replica']
  const read = (pick: (replica: ReplicaFigures) => number) => async () =>
    figures.replicas().map((each) => ({ labels: { replica: each.name }, value: pick(each) }))
  const reads = async () =>
    figures.replicas().flatMap(({ name: replica, answered, passedOn }) => [
      { labels: { replica, by: 'replica' }, value: answered },
      { labels: { replica, by: 'primary' }, value: passedOn },
    ])
  metrics.gauges(
    'database_replica_used',
    '1: the replica answers reads; 0: it is gone, was promoted, or is too far behind',
    labels,
    read(({ isUsed }) => Number(isUsed)),
  )
  metrics.gauges(
    'database_replica_lag_seconds',
    'How far the replica is behind the primary; NaN while it is gone',
    labels,
    read(({ lagSeconds }) => lagSeconds),
  )
  metrics.totals(
    'database_replica_reads_total',
    'Reads that a replica was asked for, by who has answered: the primary where the replica was behind',
    ['replica', 'by'],
    reads,
  )
}
