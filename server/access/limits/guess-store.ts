import type { Database, Sql } from '#server/platform/database/database.ts'

export interface Guess {
  isAllowed: boolean
  /** When the next attempt is allowed. */
  nextAt: number
}

export interface GuessRule {
  delayAfter: (attempts: number) => number
  forgetAfterMs: number
}

/** Counts an attempt, or refuses it. The row is locked between reading and writing: nodes take turns. */
export function countGuess(db: Database, account: string, nowMs: number, rule: GuessRule): Promise<Guess> {
  return db.transaction(async (sql) => {
    await sql`
      insert into guesses (account, attempts, next_at, forget_at)
      values (${account}, 0, ${nowMs}, ${nowMs + rule.forgetAfterMs}) on conflict (account) do nothing`
    const [row] = await sql<{ attempts: number; next_at: number; forget_at: number }>`
      select attempts, next_at, forget_at from guesses where account = ${account} ${sql.forUpdate}`
    const known = row && row.forget_at > nowMs ? row : { attempts: 0, next_at: nowMs }
    if (known.next_at > nowMs) return { isAllowed: false, nextAt: known.next_at }
    const attempts = known.attempts + 1
    const delay = rule.delayAfter(attempts)
    await sql`
      update guesses set attempts = ${attempts}, next_at = ${nowMs + delay}, forget_at = ${nowMs + rule.forgetAfterMs}
      where account = ${account}`
    return { isAllowed: true, nextAt: nowMs + delay }
  })
}

export async function forgetGuesses(sql: Sql, account: string): Promise<void> {
  await sql`delete from guesses where account = ${account}`
}
