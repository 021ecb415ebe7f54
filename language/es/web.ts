import type { web as English } from '../en/web.ts'
import { account } from './account.ts'
import { connections } from './connections.ts'
import { devices } from './devices.ts'
import { formats } from './formats.ts'
import { instruments } from './instruments.ts'
import { photos } from './photos.ts'
import { scopes } from './scopes.ts'
import { security } from './security.ts'
import { sharing } from './sharing.ts'
import { shell } from './shell.ts'

export const web: typeof English = {
  account,
  connections,
  devices,
  formats,
  instruments,
  photos,
  scopes,
  security,
  sharing,
  shell,
}
