// The embedded engine. Reads run on one connection, writes one after the other on another, so a read never sees
// half of a transaction that is waiting for its next statement.
import { join, resolve } from 'node:path'
import { createMutex } from '../../concurrency/mutex.ts'
import { inTransactionScope } from '../../concurrency/transaction-scope.ts'
import { createGiveWay } from '../../concurrency/give-way.ts'
import { makePrivate, makePrivateFolder } from '../../files/private-files.ts'
import { createDamageMemory } from '../damage.ts'
import type { Database } from '../database.ts'
import { createSql, isRead } from '../sql.ts'
import { createSqliteWriteCheck } from '../write-check.ts'
import { connect, createTransactions } from './connection.ts'
import { createMigrating } from './migrating.ts'
import { createWriteBatches } from './write-batches.ts'

/** Statements wait for nothing: many in a row would hold up the event loop from the first to the last. */
const MAX_TURN_MS = 10

export function openSqlite(dataDir: string): Database {
  makePrivateFolder(dataDir)
  const location = resolve(join(dataDir, 'cloudstreet.db'))
  const damage = createDamageMemory(location)
  const writer = connect(location, damage)
  const reader = connect(location, damage)
  makePrivate(location, `${location}-wal`, `${location}-shm`)
  const mutex = createMutex()
  const inTransaction = createTransactions(writer)
  const write = createWriteBatches(writer, (work) => mutex.runExclusive(() => inTransaction(work)))
  const giveWay = createGiveWay(MAX_TURN_MS)
  const sql = createSql('sqlite', async (text, values) => {
    if (!isRead(text)) return write(text, values)
    await giveWay()
    return reader.run(text, values)
  })
  const transactionSql = createSql('sqlite', async (text, values) => {
    await giveWay()
    return writer.run(text, values)
  })

  const db: Database = {
    engine: 'sqlite',
    location,
    sql,
    checks: sql,
    checkWrite: createSqliteWriteCheck(sql, dataDir),
    figures: { pools: () => [], replicas: () => [] },
    findDamage: () => damage.find(),
    reading: () => db,
    forJobs: () => db,
    transaction: (work) =>
      mutex.runExclusive(() => inTransaction(() => inTransactionScope(() => work(transactionSql)))),
    migrating: createMigrating(location),
    requireSessions: async () => undefined,
    close: () =>
      mutex.runExclusive(async () => {
        reader.handle.close()
        writer.handle.close()
      }),
  }
  return db
}
