import type { web as English } from '../en/web.ts'
import { account } from './account.ts'
import { connections } from './connections.ts'
import { devices } from './devices.ts'
import { flight } from './flight.ts'
import { formats } from './formats.ts'
import { instruments } from './instruments.ts'
import { logbook } from './logbook.ts'
import { photos } from './photos.ts'
import { places } from './places.ts'
import { own } from './own.ts'
import { scopes } from './scopes.ts'
import { security } from './security.ts'
import { sharing } from './sharing.ts'
import { shell } from './shell.ts'
import { upload } from './upload.ts'
import { visitor } from './visitor.ts'

export const web: typeof English = {
  account,
  connections,
  devices,
  flight,
  formats,
  instruments,
  logbook,
  photos,
  places,
  own,
  scopes,
  security,
  sharing,
  shell,
  upload,
  visitor,
}
