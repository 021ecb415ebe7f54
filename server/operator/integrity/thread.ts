// A thread that examines the database once, at a low priority, and ends.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type DatabaseTask, examineDatabase } from './database.ts'

const NICENESS = 10

// On Linux it is the thread's own.
if (process.platform === 'linux') setPriority(NICENESS)
const examined = await examineDatabase(workerData as DatabaseTask)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(examined)
