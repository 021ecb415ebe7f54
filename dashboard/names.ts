import { Type } from 'typebox'
import { MAX_NAME_LENGTH } from './limits.ts'

/** A user's name for something of theirs. */
export const name = Type.String({
  pattern: String.raw`^(?=.*\S)\P{Cc}{1,${MAX_NAME_LENGTH}}$`,
  'x-must-be': `1 to ${MAX_NAME_LENGTH} characters long, without control characters`,
})
