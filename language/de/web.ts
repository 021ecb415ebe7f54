import type { web as English } from '../en/web.ts'
import { formats } from './formats.ts'
import { scopes } from './scopes.ts'
import { shell } from './shell.ts'

export const web: typeof English = { formats, scopes, shell }
