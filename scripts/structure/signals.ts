// A deadline is held by its timer (`startDeadline`). Nothing holds AbortSignal.timeout and AbortSignal.any but their
// listeners, and a `Request` holds the signal it is given weakly: the garbage collector takes them during the wait.
const LOST = /\bAbortSignal\.(?:timeout|any)\(|\bnew Request\(/

/** A library takes a `Request`; it is given no signal. */
const WITHOUT_SIGNAL = ['server/mcp/operations.ts']

export function findSignalProblems(paths: readonly string[], readText: (path: string) => string): string[] {
  return paths
    .filter((path) => /^(?:server|sdk|cli|web)\/.*\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .filter((path) => !WITHOUT_SIGNAL.includes(path))
    .flatMap((path) => {
      const lines = readText(path).split('\n')
      return lines.flatMap((line, index) =>
        LOST.test(line) ? [`${path}:${index + 1} has a signal that may be lost: use startDeadline`] : [],
      )
    })
}
