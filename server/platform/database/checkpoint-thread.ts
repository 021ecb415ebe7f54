// The thread of checkpoints.ts: moves what is committed from the write-ahead log into the database file.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const connection = new DatabaseSync(workerData as string, { timeout: 0 })
// The log is on the disk before the file is changed, and the file before the log is written over.
connection.exec('pragma synchronous = full')

parentPort?.on('message', () => {
  try {
    // Passive: it waits for nobody, and nobody waits for it.
    connection.exec('pragma wal_checkpoint(passive)')
  } catch {
    // The writer does the same when the log has grown long, and a full disk is told to those who write.
  }
})
