// Decisions about entered flights, findings of the service and answers of pilots: one log, of which nothing is ever changed.
import type { FlightDecision } from '#contract/clubs/proof.ts'
import type { DecidedState, ReviewTrigger } from '#contract/clubs/words.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { fragment, nothing } from '#server/platform/database/database.ts'
import { createId } from '#server/platform/ids.ts'
import type { Entry } from './store.ts'

export interface Step {
  readonly happenedAt: number
  readonly state: DecidedState | 'answer'
  readonly text: string
  /** Findings of the service; null for people. */
  readonly findings: readonly ReviewTrigger[] | null
}

/** A decision is about a flight: by the hash of its file or of its fixes, since it may come back as another file. */
export interface LoggedStep extends Step {
  readonly userId: string
  readonly file: string
  readonly track: string | null
}

export async function listSteps(sql: Sql, seasonId: string, userId?: string): Promise<LoggedStep[]> {
  const ofUser = userId === undefined ? nothing : fragment`and user_id = ${userId}`
  const rows = await sql<Omit<LoggedStep, 'findings'> & { findings: string | null }>`
    select user_id as "userId", file, track, decided_at as "happenedAt", state, reason as text, triggers as findings
    from entry_decisions where season_id = ${seasonId} ${ofUser} order by decided_at, id`
  return rows.map((row) => ({
    ...row,
    findings: row.findings === null ? null : (JSON.parse(row.findings) as ReviewTrigger[]),
  }))
}

interface Decided {
  readonly ownerId: string
  readonly hash: string
  readonly track: string
}

/** Finds the steps about a flight, from the first to the last. */
export function indexSteps(steps: readonly LoggedStep[]): (flight: Decided) => readonly LoggedStep[] {
  if (steps.length === 0) return () => []
  const order = new Map(steps.map((step, at) => [step, at]))
  const byFile = Map.groupBy(steps, ({ userId, file }) => `${userId} ${file}`)
  const byTrack = Map.groupBy(steps, ({ userId, track }) => `${userId} ${track}`)
  return ({ ownerId, hash, track }) => {
    const about = new Set([
      ...(byFile.get(`${ownerId} ${hash}`) ?? []),
      ...(byTrack.get(`${ownerId} ${track}`) ?? []),
    ])
    return [...about].sort((a, b) => order.get(a)! - order.get(b)!)
  }
}

/** As proofs have them: without words, and without answers. */
export const toDecisions = (flight: string, steps: readonly Step[]): FlightDecision[] =>
  steps.flatMap(({ happenedAt, state }) =>
    state === 'answer' ? [] : [{ flight, decidedAt: new Date(happenedAt).toISOString(), state }],
  )

export const findState = (steps: readonly Step[]): DecidedState | 'entered' =>
  (steps.findLast(({ state }) => state !== 'answer')?.state as DecidedState | undefined) ?? 'entered'

/** By null: a finding of the service. */
export async function insertStep(
  sql: Sql,
  { seasonId, userId }: Pick<Entry, 'seasonId' | 'userId'>,
  { hash, track }: Pick<Decided, 'hash' | 'track'>,
  { happenedAt, state, text, findings, by }: Step & { by: string | null },
): Promise<void> {
  await sql`
    insert into entry_decisions (id, season_id, user_id, file, track, state, reason, triggers, decided_by, decided_at)
    values (${createId(happenedAt)}, ${seasonId}, ${userId}, ${hash}, ${track}, ${state}, ${text},
      ${findings && JSON.stringify(findings)}, ${by}, ${happenedAt})`
}

/** For the pilot: also about flights that are gone, and in seasons that were left. */
export function listStepsOfUser(sql: Sql, userId: string) {
  return sql<{ season: string; file: string; state: Step['state']; text: string; happenedAt: number }>`
    select s.name as season, d.file, d.state, d.reason as text, d.decided_at as "happenedAt"
    from entry_decisions d join seasons s on s.id = d.season_id
    where d.user_id = ${userId} order by d.decided_at, d.id`
}
