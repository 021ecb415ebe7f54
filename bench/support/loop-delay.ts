// Loaded before the service (`--import`): at each SIGUSR2 writes to the file LOOP_DELAY_FILE how late timers of its event loop
// have come since the last one, in milliseconds: the median, p99 and the longest.
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface LoopDelay {
  p50: number
  p99: number
  longest: number
}

const EVERY_MS = 1
const { LOOP_DELAY_FILE } = process.env

if (isMainThread && LOOP_DELAY_FILE) watch(LOOP_DELAY_FILE)

function watch(file: string): void {
  const histogram = monitorEventLoopDelay({ resolution: EVERY_MS })
  histogram.enable()
  const toMs = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - EVERY_MS)
  process.on('SIGUSR2', () => {
    const delay: LoopDelay = {
      p50: toMs(histogram.percentile(50)),
      p99: toMs(histogram.percentile(99)),
      longest: toMs(histogram.max),
    }
    writeFileSync(file, JSON.stringify(delay))
    histogram.reset()
  })
}
