// A thread that reads one backup from its first byte to its last, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { verifyArchive } from '#server/archive/commands.ts'

const report = await verifyArchive(workerData as string).catch((error: Error) => ({ problem: error.message }))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(report)
