// How busy the database is: time by statement, and the connections.

export interface StatementFigures {
  /** Verb and table: `select flights`. */
  readonly name: string
  runs: number
  seconds: number
}

export interface PoolFigures {
  readonly name: string
  /** Borrowed connections, idle ones, and callers that wait for one. */
  readonly busy: number
  readonly idle: number
  readonly waiting: number
  /** How often one was borrowed, and how long all of them waited for it. */
  readonly loans: number
  readonly waitSeconds: number
}

export interface ReplicaFigures {
  readonly name: string
  /** False: it is gone, was promoted, or is too far behind. */
  readonly isUsed: boolean
  /** NaN while it is gone. */
  readonly lagSeconds: number
  /** Reads that it has answered, and those that it left to the primary: it had not yet what their caller had written. */
  readonly answered: number
  readonly passedOn: number
}

export interface DatabaseFigures {
  statements(): StatementFigures[]
  /** None on SQLite. */
  pools(): PoolFigures[]
  /** The figures of DATABASE_REPLICAS. */
  replicas(): ReplicaFigures[]
}

export interface StatementTimes {
  note(text: string, sinceMs: number): void
  list(): StatementFigures[]
}

const MAX_TEXTS = 5_000

/** Found by the text, which is remembered: each statement is noted, so noting must cost next to nothing. */
export function createStatementTimes(): StatementTimes {
  const byName = new Map<string, StatementFigures>()
  const byText = new Map<string, StatementFigures>()
  const find = (text: string): StatementFigures => {
    const name = nameStatement(text)
    const figures = byName.get(name) ?? { name, runs: 0, seconds: 0 }
    byName.set(name, figures)
    if (byText.size >= MAX_TEXTS) byText.clear()
    byText.set(text, figures)
    return figures
  }
  return {
    note: (text, sinceMs) => {
      const figures = byText.get(text) ?? find(text)
      figures.runs += 1
      figures.seconds += (performance.now() - sinceMs) / 1000
    },
    list: () => [...byName.values()],
  }
}

/** The table that is written, or the first that is read. */
export function nameStatement(text: string): string {
  const written = /\b(insert\s+into|update|delete\s+from)\s+([a-z_]+)/i.exec(
    text.replace(/\bfor\s+update\b/gi, ''),
  )
  if (written) return `${written[1]?.split(/\s/)[0]?.toLowerCase()} ${written[2]}`
  return `select ${/\bfrom\s+([a-z_]+)/i.exec(text)?.[1] ?? 'nothing'}`
}
