// Statements name their columns: `*` is another row type once a newer node has added a column, and PostgreSQL then
// refuses the statement that a running node has prepared.
const STAR = /\b(?:select|returning)\s+(?:\w+\.)?\*/i

export function findColumnProblems(paths: readonly string[], readText: (path: string) => string): string[] {
  return paths
    .filter((path) => /^server\/.*\.(?:ts|sql)$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) => {
      const lines = readText(path).split('\n')
      return lines.flatMap((line, index) =>
        STAR.test(line) ? [`${path}:${index + 1} has a statement with *: name its columns`] : [],
      )
    })
}
