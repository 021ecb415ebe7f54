import type { Parameter } from '../sql.ts'

/** A statement that waits for its batch. */
export interface PendingStatement {
  readonly text: string
  readonly values: Parameter[]
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: unknown) => void
}
