// Every sentence of the contract is shown by a test: test/contract/sentences.md names them, and they exist.

export const SENTENCES_PATH = 'test/contract/sentences.md'

interface Sentence {
  line: number
  number: number
  tests: { path: string; name: string }[]
}

/** `read` gives the text of a file, or undefined when there is none. */
export function findSentenceProblems(markdown: string, read: (path: string) => string | undefined): string[] {
  const sentences = listSentences(markdown)
  const namesByPath = new Map<string, Set<string> | undefined>()
  const namesOf = (path: string) => {
    if (!namesByPath.has(path)) namesByPath.set(path, listTestNames(read(path)))
    return namesByPath.get(path)
  }
  const problems = sentences.flatMap(({ line, number, tests }, index) => [
    ...(number === index + 1 ? [] : [`${line}: this sentence should be number ${index + 1}`]),
    ...(tests.length > 0 ? [] : [`${line}: no test shows sentence ${number}`]),
    ...tests.flatMap(({ path, name }) => {
      const names = namesOf(path)
      if (!names) return [`${line}: there is no file ${path}`]
      return names.has(name) ? [] : [`${line}: ${path} has no test named "${name}"`]
    }),
  ])
  if (sentences.length === 0) problems.push('1: there is no sentence')
  return problems.map((problem) => `${SENTENCES_PATH}:${problem}`)
}

/** One a line: a number, the sentence, and its tests as `path › name`. */
function listSentences(markdown: string): Sentence[] {
  return markdown.split('\n').flatMap((text, index) => {
    const number = /^(\d+)\. \S/.exec(text)?.[1]
    if (number === undefined) return []
    const shown = text.matchAll(/`([^`›]+) › ([^`]+)`/g)
    const tests = Array.from(shown, ([, path, name]) => ({ path: path!, name: name! }))
    return [{ line: index + 1, number: Number(number), tests }]
  })
}

/** As they are in the source, a template with its holes. */
function listTestNames(source: string | undefined): Set<string> | undefined {
  if (source === undefined) return undefined
  const names = source.matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)
  return new Set(Array.from(names, ([, , name]) => name!.replaceAll(/\\(['"`])/g, '$1')))
}
