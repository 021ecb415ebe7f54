// While exports wait for a place, the slowest downloads give theirs up.
import { SECOND_MS } from '#server/platform/time.ts'

export interface Download {
  /** Undefined while the service makes the next piece: there is no telling how fast it is read. */
  countBytes(): number | undefined
  giveWay(): void
}

const FAST_BYTES_PER_MS = 16

/** `add` returns what ends the watch of a download. */
export function watchReaders(patienceMs: number, countWaiting: () => number) {
  const speeds = new Map<Download, { bytes: number; at: number; bytesPerMs: number }>()
  const check = () => {
    const now = performance.now()
    for (const [download, last] of speeds) {
      const bytes = download.countBytes()
      if (bytes === undefined) speeds.set(download, { bytes: last.bytes, at: now, bytesPerMs: Infinity })
      else if (now - last.at >= patienceMs)
        speeds.set(download, { bytes, at: now, bytesPerMs: (bytes - last.bytes) / (now - last.at) })
    }
    const slow = [...speeds]
      .filter(([, { bytesPerMs }]) => bytesPerMs < FAST_BYTES_PER_MS)
      .sort(([, a], [, b]) => a.bytesPerMs - b.bytesPerMs)
    for (const [download] of slow.slice(0, countWaiting())) {
      speeds.delete(download)
      download.giveWay()
    }
  }
  let timer: NodeJS.Timeout | undefined
  return (download: Download): (() => void) => {
    speeds.set(download, {
      bytes: download.countBytes() ?? 0,
      at: performance.now(),
      bytesPerMs: Infinity,
    })
    timer ??= setInterval(check, Math.min(SECOND_MS, patienceMs)).unref()
    return () => {
      speeds.delete(download)
      if (speeds.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}
