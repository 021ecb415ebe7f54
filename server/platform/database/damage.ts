// Damage that statements have met, for the checks: once it is repaired no statement meets it, and it is forgotten.
import { HOUR_MS } from '../time.ts'
import { DatabaseDamagedError } from './database.ts'

export interface DamageMemory {
  /** Whether the error tells of damage is for the engine to say. */
  note(cause: unknown): DatabaseDamagedError
  find(): DatabaseDamagedError | undefined
}

export function createDamageMemory(location: string): DamageMemory {
  let last: { error: DatabaseDamagedError; at: number } | undefined
  return {
    note: (cause) => {
      const error = cause instanceof DatabaseDamagedError ? cause : new DatabaseDamagedError(location, cause)
      last = { error, at: performance.now() }
      return error
    },
    find: () => (last && performance.now() - last.at < HOUR_MS ? last.error : undefined),
  }
}
