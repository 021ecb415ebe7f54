// A thread for one task: it is given its data, says its result in one message, and ends.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Rejects with what the thread has thrown. Undefined: stopped by the signal, or it said nothing. */
export async function runInThread<Result>(
  program: URL,
  workerData: unknown,
  signal?: AbortSignal,
): Promise<Result | undefined> {
  const thread = new Worker(program, { workerData })
  const stop = () => void thread.terminate()
  let result: Result | undefined
  thread.on('message', (message: Result) => (result = message))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await once(thread, 'exit')
    return result
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
