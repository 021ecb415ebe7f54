// All texts of the dashboard: one file of scripts for each language.
import { account } from './account.ts'
import { formats } from './formats.ts'
import { scopes } from './scopes.ts'
import { security } from './security.ts'
import { shell } from './shell.ts'

export const web = {
  account,
  formats,
  scopes,
  security,
  shell,
}
