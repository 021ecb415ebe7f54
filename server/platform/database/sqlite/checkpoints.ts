// From time to time SQLite copies its write-ahead log into the database file, at the end of some commit. That would block
// the event loop for tens of milliseconds, so a thread does it.
import { Worker } from 'node:worker_threads'

/** Commits within this time share one checkpoint. */
const INTERVAL_MS = 1_000

/** When the thread cannot keep up, the writer keeps the log below 64 MB. In pages of 4 KiB. */
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
      timer ??= setTimeout(checkpoint, INTERVAL_MS).unref()
    },
    close: async () => {
      clearTimeout(timer)
      await thread?.terminate()
    },
  }
}

function startThread(location: string, onEnd: () => void): Worker {
  const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
    workerData: location,
    resourceLimits: { maxYoungGenerationSizeMb: 1 },
  })
  thread.unref()
  // The next commit starts a new one; until then the writer copies the log itself.
  thread.once('error', onEnd)
  return thread
}
