// The database by itself: its structure, then its references. Run by the command in its process, and every week in a thread:
// reading an embedded database waits for nothing.
import { openSession } from '#server/archive/tables/open-session.ts'
import type { Place } from '#server/archive/tables/session.ts'
import { DatabaseDamagedError } from '#server/platform/database/database.ts'
import { isDamage as isPostgresDamage } from '#server/platform/database/postgres/faults.ts'
import { isDamage } from '#server/platform/database/sqlite/connection.ts'
import type { Examined } from './finding.ts'
import { examineReferences } from './references.ts'
import { examineStructure } from './structure.ts'

export interface DatabaseTask {
  place: Place
  /** The advice for a database that is damaged. */
  restore: string
}

const UNCHECKED = 'References and files were not checked: first the database must be whole.'

/** Throws when the database cannot be reached; damage is a finding. */
export async function examineDatabase({ place, restore }: DatabaseTask): Promise<Examined> {
  try {
    const session = await openSession(place)
    try {
      const { findings, notes } = await examineStructure(session, restore)
      // Damaged tables may answer anything.
      if (findings.length > 0)
        return {
          findings,
          notes: [...notes, UNCHECKED],
        }
      return { findings: await examineReferences(session), notes }
    } finally {
      await session.close()
    }
  } catch (error) {
    if (!(error instanceof DatabaseDamagedError || isDamage(error) || isPostgresDamage(error))) throw error
    const sentence = 'The database is damaged, and cannot be read to its end.'
    const examples = [(error as Error).message]
    return { findings: [{ part: 'database', sentence, remedy: restore, examples }], notes: [UNCHECKED] }
  }
}
