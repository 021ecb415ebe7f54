// The embedded engine. Reads run on one connection, writes one after the other on another, so a read never sees
// half of a transaction that is waiting for its next statement.
import { join, resolve } from 'node:path'
import { createMutex } from '../../concurrency/mutex.ts'
import { inTransactionScope } from '../../concurrency/transaction-scope.ts'
import { createTurns } from '../../concurrency/turns.ts'
import { makePrivate, makePrivateFolder } from '../../files/private-files.ts'
import { createBatchedRunner } from '../batching/batched-runner.ts'
import { compileRowMapper } from '../batching/row-compiler.ts'
import { createCheckpoints, MAX_LOG_PAGES } from './checkpoints.ts'
import { createDamageMemory } from '../damage.ts'
import type { Database } from '../database.ts'
import { createDurableLog, type SyncFile } from './durable-log.ts'
import { createStatementTimes } from '../figures.ts'
import { createMigrating } from './migrating.ts'
import { createSql, isRead } from '../sql.ts'
import { createSqliteWriteCheck } from '../write-check.ts'
import { connect, createTransactions, type InTransaction } from './connection.ts'

/** Statements wait for nothing: transactions in a row would hold up the event loop from the first to the last. */
const MAX_TURN_MS = 10

interface SqliteOptions {
  syncLog?: SyncFile
}

export function openSqlite(dataDir: string, { syncLog }: SqliteOptions = {}): Database {
  makePrivateFolder(dataDir)
  const location = resolve(join(dataDir, 'cloudstreet.db'))
  const times = createStatementTimes()
  const damage = createDamageMemory(location)
  const writer = connect(location, compileRowMapper, times, damage)
  const reader = connect(location, compileRowMapper, times, damage)
  makePrivate(location, `${location}-wal`, `${location}-shm`)
  writer.handle.exec(`pragma wal_autocheckpoint = ${MAX_LOG_PAGES}`)
  const checkpoints = createCheckpoints(location)
  const mutex = createMutex()
  const inPlainTransaction = createTransactions(writer)
  const log = createDurableLog(writer, location, syncLog)
  /** Single statements: the commit waits for the disk itself, which is shorter than the way to a thread and back. */
  const inTransaction: InTransaction = async (work) => {
    log.requireIntact()
    const result = await inPlainTransaction(work)
    checkpoints.noteCommit()
    return result
  }
  /** For transactions that may be large, such as an upload. */
  const inLargeTransaction: InTransaction = (work) => log.beside(() => inTransaction(work))
  const { read, write } = createBatchedRunner({ reader, writer, mutex, inTransaction })
  const giveWay = createTurns(MAX_TURN_MS)
  const createTransactionSql = () =>
    createSql('sqlite', async (text, values) => {
      await giveWay()
      return writer.run(text, values)
    })

  const sql = createSql('sqlite', (text, values) => (isRead(text) ? read(text, values) : write(text, values)))

  const db: Database = {
    engine: 'sqlite',
    location,
    sql,
    checks: sql,
    checkWrite: createSqliteWriteCheck(sql, dataDir),
    figures: { statements: () => times.list(), pools: () => [], replicas: () => [] },
    findDamage: () => damage.find(),
    reading: () => db,
    forJobs: () => db,
    transaction: (work) =>
      mutex.runExclusive(() =>
        inLargeTransaction(() => inTransactionScope(() => work(createTransactionSql()))),
      ),
    migrating: createMigrating(location),
    requireSessions: async () => undefined,
    close: () =>
      mutex.runExclusive(async () => {
        await checkpoints.close()
        log.close()
        reader.handle.close()
        writer.handle.close()
      }),
  }
  return db
}
