// Comments, test titles and pages in plain English: a sentence names its subject and says what that does.
interface Habit {
  name: string
  pattern: RegExp
  /** Occurrences in the whole tree: some are good English. */
  most: number
  instead: string
}

const habits: readonly Habit[] = [
  {
    name: 'a comment with a sentence that opens with "What" or "Who"',
    pattern: /^\/\/ (?:.*\. )?(?:What|Who) (?!.*\?)/,
    most: 0,
    instead: 'begin with the thing, or with a verb',
  },
  {
    name: '"is meant"',
    pattern: /\b(?:is|are) (?:not )?meant\b(?! to\b)/,
    most: 0,
    instead: 'name the thing',
  },
  { name: '"anew"', pattern: /\banew\b/i, most: 0, instead: 'write "again", or a verb with "re"' },
  { name: '"nobody"', pattern: /\bnobody\b/i, most: 5, instead: 'write "no one", or name the thing' },
  { name: '"beside"', pattern: /\bbeside\b/i, most: 5, instead: 'write "next to", "with" or "during"' },
  {
    name: '"of its own"',
    pattern: /\bof (?:its|their) own\b/i,
    most: 10,
    instead: 'write "its own" or "separate"',
  },
  { name: '"so that"', pattern: /\bso that\b/i, most: 20, instead: 'write "so", or begin a sentence' },
]

/** A line that people read. One of a comment begins with `// `, however it is marked in the file. */
interface Line {
  place: string
  text: string
}

export function findWordProblems(paths: readonly string[], readText: (path: string) => string): string[] {
  const lines = paths.flatMap((path) => listLines(path, readText))
  return habits.flatMap(({ name, pattern, most, instead }) => {
    const places = lines.filter(({ text }) => pattern.test(text)).map(({ place }) => place)
    if (places.length <= most) return []
    return [`${name} is in ${places.length} places (at most ${most}): ${instead}\n  ${places.join('\n  ')}`]
  })
}

function listLines(path: string, readText: (path: string) => string): Line[] {
  if (path.endsWith('.md')) return listProse(path, readText(path))
  if (/\.(?:tsx?|mjs)$/.test(path))
    return [...listComments(path, readText(path)), ...listTitles(path, readText(path))]
  return []
}

/** Without code. Of the change log only the part that is not released: the rest is history. */
function listProse(path: string, markdown: string): Line[] {
  const [head = '', unreleased = ''] = path === 'CHANGELOG.md' ? markdown.split(/^(?=## )/m) : [markdown]
  let isCode = false
  return (head + unreleased).split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    return isCode ? [] : [{ place: `${path}:${index + 1}`, text: line.replaceAll(/`[^`]*`/g, '') }]
  })
}

function listComments(path: string, source: string): Line[] {
  return source.split('\n').flatMap((line, index) => {
    const comment = /^\s*(?:\/\/|\/\*\*?|\*(?=\s)) ?(.*)$/.exec(line)?.[1]
    return comment === undefined ? [] : [{ place: `${path}:${index + 1}`, text: `// ${comment}` }]
  })
}

function listTitles(path: string, source: string): Line[] {
  if (!path.endsWith('.test.ts')) return []
  const titles = source.matchAll(/\b(?:test|suite)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)
  return Array.from(titles, ({ index, 2: title }) => ({
    place: `${path}:${source.slice(0, index).split('\n').length}`,
    text: title!,
  }))
}
