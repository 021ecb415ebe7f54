// All texts of the dashboard: one file of scripts for each language.
import { formats } from './formats.ts'
import { scopes } from './scopes.ts'
import { shell } from './shell.ts'

export const web = { formats, scopes, shell }
