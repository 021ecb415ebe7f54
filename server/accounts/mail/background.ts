// Work that outlives its request: mail leaves after the response, so that no response time tells whether mail was sent.
import type { Services } from '#server/platform/services.ts'

export interface BackgroundTasks {
  /** Starts the task without waiting for it; an error is logged. */
  run(task: () => Promise<void>): void
  /** Waits for every task that was started. */
  drain(): Promise<void>
}

export function createBackgroundTasks({ log }: Pick<Services, 'log'>): BackgroundTasks {
  const running = new Set<Promise<void>>()
  return {
    run: (task) => {
      const promise = task()
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => running.delete(promise))
      running.add(promise)
    },
    drain: async () => {
      await Promise.all(running)
    },
  }
}
