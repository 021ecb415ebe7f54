import type { web as English } from '../en/web.ts'
import { account } from './account.ts'
import { formats } from './formats.ts'
import { scopes } from './scopes.ts'
import { security } from './security.ts'
import { shell } from './shell.ts'

export const web: typeof English = {
  account,
  formats,
  scopes,
  security,
  shell,
}
