// Ends a task that never ends by itself. It is judged by the CPU that its thread uses, not by the time that passes: on a
// busy machine a thread may wait for minutes until it has had the CPU of a second.
import type { Worker } from 'node:worker_threads'
import type { Deadline } from '#server/platform/concurrency/deadline.ts'
import { MINUTE_MS } from '#server/platform/time.ts'

const LOOKS = 8
/** How long a thread may not answer a look, or use nothing: it waits for what never comes. */
const MAX_IDLE_MS = 10 * MINUTE_MS

/** CPU used before the first look does not count. */
export function watchThread(
  findWorker: () => Worker | undefined,
  maxCpuMs: number,
  outer?: AbortSignal,
): Deadline {
  const controller = new AbortController()
  const everyMs = maxCpuMs / LOOKS
  const end = (text: string) => controller.abort(new DOMException(text, 'TimeoutError'))
  let firstMs: number | undefined
  let lastMs = -1
  let idleMs = 0
  let isAsking = false

  const look = async () => {
    isAsking = true
    const usedMs = await readCpuMs(findWorker())
    isAsking = false
    if (usedMs === undefined || usedMs === lastMs) return
    idleMs = 0
    lastMs = usedMs
    firstMs ??= usedMs
    if (usedMs - firstMs >= maxCpuMs) end(`not done within ${maxCpuMs} ms of CPU`)
  }
  const timer = setInterval(() => {
    idleMs += everyMs
    if (idleMs > MAX_IDLE_MS) end(`idle for ${MAX_IDLE_MS} ms`)
    if (!isAsking) void look()
  }, everyMs)
  const onOuter = () => controller.abort(outer?.reason)
  if (outer?.aborted) onOuter()
  else outer?.addEventListener('abort', onOuter, { once: true })
  return {
    signal: controller.signal,
    end: () => {
      clearInterval(timer)
      outer?.removeEventListener('abort', onOuter)
    },
  }
}

/** Undefined while the thread starts, and once it is gone. */
async function readCpuMs(worker: Worker | undefined): Promise<number | undefined> {
  const usage = await worker?.cpuUsage().catch(() => undefined)
  return usage && (usage.user + usage.system) / 1000
}
