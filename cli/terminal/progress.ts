// Bars on a terminal that somebody watches; nothing anywhere else.
const WIDTH = 24
const DRAW_MS = 100

export interface Progress {
  /** A share from 0 to 1. */
  move(label: string, share: number): void
  end(label: string): void
  stop(): void
}

export function showProgress(isWatched: boolean, total: () => { done: number; all: number }): Progress {
  const active = new Map<string, number>()
  if (!isWatched) {
    return { move: () => undefined, end: () => undefined, stop: () => undefined }
  }
  let drawn = 0
  const draw = (lines: string[]) => {
    // Up to the first line that was drawn, and clear from there.
    process.stderr.write(
      `${drawn > 0 ? `\u001B[${drawn}A` : ''}\u001B[J${lines.map((line) => `${line}\n`).join('')}`,
    )
    drawn = lines.length
  }
  const timer = setInterval(() => {
    const { done, all } = total()
    const columns = process.stderr.columns || 80
    const lines = [...active].map(([label, share]) => `${bar(share)} ${label}`)
    draw(
      [...lines, `${bar(all === 0 ? 0 : done / all)} ${done} of ${all}`].map((line) =>
        line.slice(0, columns - 1),
      ),
    )
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
