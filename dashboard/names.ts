import { ownName } from '#contract/values.ts'
import { MAX_NAME_LENGTH } from './limits.ts'

/** A user's name for something of theirs. */
export const name = ownName(MAX_NAME_LENGTH, 'What its owner calls it.', 'Backup at home')
