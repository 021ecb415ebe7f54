// All texts of the pages and emails that the server writes.
import { formats } from './formats.ts'
import { frame } from './frame.ts'
import { scopes } from './scopes.ts'

export const server = { formats, frame, scopes }
