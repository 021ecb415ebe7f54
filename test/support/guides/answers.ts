// Answers as a guide shows them, compared with answers as they come.

/** The JSON that a guide shows, in a block or in the comments behind a command; `{ … }` stands for any object. */
export function parseShown(text: string): unknown {
  return JSON.parse(text.replaceAll('{ … }', '"…"'))
}

/** The answer in `# {…}` after the commands of a block. */
export function readCommentedAnswer(code: string): string | undefined {
  const start = code.search(/^# \{/m)
  return start < 0 ? undefined : code.slice(start).replaceAll(/^# ?/gm, '')
}

/** Where an answer has other members than the one shown, or other kinds of values; the values may differ. */
export function findDifferences(shown: unknown, actual: unknown, path = 'answer'): string[] {
  if (shown === '…') return []
  if (Array.isArray(shown) && Array.isArray(actual)) {
    if (shown.length !== actual.length) return [`${path} has ${actual.length} entries, not ${shown.length}`]
    return shown.flatMap((entry, index) => findDifferences(entry, actual[index], `${path}[${index}]`))
  }
  if (!isObject(shown) || !isObject(actual)) {
    return kindOf(shown) === kindOf(actual) ? [] : [`${path} is ${kindOf(actual)}, not ${kindOf(shown)}`]
  }
  const names = new Set([...Object.keys(shown), ...Object.keys(actual)])
  return [...names].flatMap((name) => {
    if (!(name in shown)) return [`${path}.${name} is not shown`]
    if (!(name in actual)) return [`${path}.${name} does not exist`]
    return findDifferences(shown[name], actual[name], `${path}.${name}`)
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
