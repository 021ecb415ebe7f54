import type { Clock } from '#scoring/deadline.ts'

/**
 * Milliseconds of CPU that this thread has used: on a busy machine a thread waits for its turns longer than it works, and
 * a flight must not lose its proof by that. A step of the clock is a tick of the kernel, 1 to 4 ms.
 */
export const threadClock: Clock = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
