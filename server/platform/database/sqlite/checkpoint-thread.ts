// The thread of checkpoints.ts: moves what is committed from the write-ahead log into the database file.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const connection = new DatabaseSync(workerData as string, { timeout: 0 })
// The log reaches the disk before the file is changed, and the file before the log is overwritten.
connection.exec('pragma synchronous = full')

parentPort?.on('message', () => {
  try {
    // Passive: it neither waits for readers and writers nor blocks them.
    connection.exec('pragma wal_checkpoint(passive)')
  } catch {
    // The writer does the same once the log is long, and anyone who writes hears of a full disk.
  }
})
