// Metrics of the database for the operator's monitoring: connections, replicas, the log of SQLite.
import { stat } from 'node:fs/promises'
import type { Metrics } from '../metrics/metrics.ts'
import type { Database } from './database.ts'
import type { ReplicaFigures } from './figures.ts'

export function measureDatabase(metrics: Metrics, db: Database): void {
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

function measurePools(metrics: Metrics, { figures }: Database): void {
  metrics.gauges('database_connections', 'Open connections', ['pool', 'state'], async () =>
    figures.pools().flatMap(({ name: pool, busy, idle }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  )
  metrics.gauges('database_waiting', 'Callers that wait for a connection', ['pool'], async () =>
    figures.pools().map(({ name: pool, waiting: value }) => ({ labels: { pool }, value })),
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
