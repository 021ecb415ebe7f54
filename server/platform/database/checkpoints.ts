// SQLite copies its write-ahead log into the database file every so often, at the end of a commit that happens to be
// the thousandth or so. That takes tens of milliseconds in which nobody is answered; so a thread does it.
import { Worker } from 'node:worker_threads'

/** Commits of so long are copied at once. */
const EVERY_MS = 1_000

/** Where the thread cannot keep up: the log stays below 64 MB. In pages of 4 KiB. */
export const MAX_LOG_PAGES = 16_384

export interface Checkpoints {
  noteCommit(): void
  close(): Promise<void>
}

export function createCheckpoints(location: string): Checkpoints {
  let thread: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  const checkpoint = () => {
    timer = undefined
    thread ??= startThread(location, () => (thread = undefined))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage('checkpoint')
  }
  return {
    noteCommit: () => {
      timer ??= setTimeout(checkpoint, EVERY_MS).unref()
    },
    close: async () => {
      clearTimeout(timer)
      await thread?.terminate()
    },
  }
}

function startThread(location: string, onEnd: () => void): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: location })
  thread.unref()
  // Started anew with the next commits; without it the writer copies the log itself.
  thread.once('error', onEnd)
  return thread
}
