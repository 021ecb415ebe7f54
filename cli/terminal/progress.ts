// Bars on a terminal that somebody watches; nothing anywhere else.
import type { Terminal } from './writer.ts'

const WIDTH = 24
const DRAW_MS = 100

export interface Progress {
  /** A share from 0 to 1. */
  move(label: string, share: number): void
  end(label: string): void
  stop(): void
}

export function showProgress(
  { isWatched, draw }: Terminal,
  total: () => { done: number; all: number },
): Progress {
  const active = new Map<string, number>()
  if (!isWatched) {
    return { move: () => undefined, end: () => undefined, stop: () => undefined }
  }
  const timer = setInterval(() => {
    const { done, all } = total()
    const lines = [...active].map(([label, share]) => `${bar(share)} ${label}`)
    draw([...lines, `${bar(all === 0 ? 0 : done / all)} ${done} of ${all}`])
  }, DRAW_MS)
  return {
    move: (label, share) => active.set(label, share),
    end: (label) => active.delete(label),
    stop: () => {
      clearInterval(timer)
      draw([])
    },
  }
}

export function bar(share: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH)
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
}
