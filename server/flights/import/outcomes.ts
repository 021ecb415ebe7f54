// The outcome of each file of an import, for those who can bring it again.
import type { ErrorCode } from '#contract/errors.ts'
import type { Sql } from '#server/platform/database/database.ts'
import { type EntryOptions, type EntryRow, findImport, listEntries } from './store.ts'

/** refused: for good; again: it may be stored another time. */
export type FileState = 'stored' | 'refused' | 'again' | 'waiting'

export interface FileOutcome {
  readonly state: FileState
  readonly reason: string | null
}

/** A file that was refused so may be stored another time as it is. */
const passing = new Set<ErrorCode>([
  'request_timeout',
  'precondition_failed',
  'storage_full',
  'rate_limit_exceeded',
  'file_corrupt',
  'file_lost',
  'server_error',
  'temporarily_unavailable',
])

/** By the names of the files that were brought: one with several recordings has the worst of theirs. */
export async function listOutcomes(
  sql: Sql,
  ownerId: string,
  importId: string,
): Promise<Map<string, FileOutcome>> {
  const outcomes = new Map<string, FileOutcome>()
  if (!(await findImport(sql, ownerId, importId))) return outcomes
  for (const row of await listEntries(sql, importId)) {
    const name = (JSON.parse(row.options) as EntryOptions).partOf ?? row.name
    const outcome = { state: toState(row), reason: row.reason }
    const known = outcomes.get(name)
    if (!known || rank.indexOf(outcome.state) > rank.indexOf(known.state)) outcomes.set(name, outcome)
  }
  return outcomes
}

const rank: readonly FileState[] = ['stored', 'refused', 'again', 'waiting']

function toState({ status, code }: EntryRow): FileState {
  if (status === 'new' || status === 'duplicate') return 'stored'
  if (status === 'waiting') return 'waiting'
  if (status === 'failed') return 'again'
  return passing.has(code as ErrorCode) ? 'again' : 'refused'
}
