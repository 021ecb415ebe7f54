import { setTimeout as sleep } from 'node:timers/promises'
import type { Finding } from './check.ts'

/**
 * Gives `late` when `ask` takes longer. A question under way is not asked a second time: a disk that hangs would hold one
 * thread more with each round, until no file could be read at all.
 */
export function withinTime(
  ask: () => Promise<Finding>,
  timeoutMs: number,
  late: () => Finding,
): () => Promise<Finding> {
  let asked: Promise<Finding> | undefined
  return async () => {
    const answer = (asked ??= ask().finally(() => (asked = undefined)))
    const timer = new AbortController()
    const lateAnswer = sleep(timeoutMs, undefined, { signal: timer.signal }).then(late)
    try {
      return await Promise.race([answer, lateAnswer])
    } finally {
      lateAnswer.catch(() => undefined)
      timer.abort()
    }
  }
}
