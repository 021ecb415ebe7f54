// The only way to the terminal. Its input may come from the service, from a file's name or from an archive: none of
// it moves the cursor, sets a title, runs backwards or pretends to be another line.

export interface Terminal {
  /** Lines to standard output: what the command is for. A line break within one is shown, not made. */
  print: (...lines: string[]) => void
  /** Lines to standard error: what goes on meanwhile. */
  say: (...lines: string[]) => void
  /** These instead of the lines drawn before, to standard error. */
  draw: (lines: readonly string[]) => void
  /** Whether somebody watches standard error. */
  readonly isWatched: boolean
  /** Ended by Ctrl-C. */
  readonly signal: AbortSignal
}

/** Control and format characters; not the joiners, of which emoji and some scripts are made. */
const HIDDEN = /(?![\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Hidden characters as JSON writes them: JSON stays JSON. */
export function toVisible(line: string): string {
  return line.replaceAll(HIDDEN, (hidden) =>
    hidden
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

type Output = Pick<NodeJS.WritableStream, 'write'> & { columns?: number; isTTY?: boolean }

export interface Streams {
  stdout: Output
  stderr: Output
}

const toText = (lines: readonly string[]) => lines.map((line) => `${toVisible(line)}\n`).join('')

export function openTerminal(signal: AbortSignal, { stdout, stderr }: Streams = process): Terminal {
  let drawn = 0
  return {
    print: (...lines) => stdout.write(toText(lines)),
    say: (...lines) => stderr.write(toText(lines)),
    draw: (lines) => {
      // Up to the first line that was drawn, and clear from there.
      const up = drawn > 0 ? `\u001B[${drawn}A` : ''
      const columns = stderr.columns ?? 80
      const cut = lines.map((line) => toVisible(line).slice(0, columns - 1))
      stderr.write(`${up}\u001B[J${toText(cut)}`)
      drawn = lines.length
    },
    isWatched: stderr.isTTY === true,
    signal,
  }
}
