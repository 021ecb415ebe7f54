// A fault of the data, for the operator: one sentence, and the next step.

export interface IntegrityFinding {
  readonly part: 'database' | 'references' | 'files'
  readonly sentence: string
  readonly remedy: string
  /** The first of what is wrong: flights, rows, or the words of the database. */
  readonly examples: readonly string[]
}

/** Findings of a part of the check. */
export interface Examined {
  readonly findings: IntegrityFinding[]
  /** For people: what was compared and is well, and what could not be. */
  readonly notes: string[]
}

export const MAX_EXAMPLES = 10

export const takeExamples = (all: readonly string[]): string[] => all.slice(0, MAX_EXAMPLES)

export const countOf = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`
