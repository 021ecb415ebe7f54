// Every command: what is not there does not exist.
import type { Command } from './command.ts'
import { api } from './commands/api.ts'
import { createCompletion } from './commands/completion.ts'
import { devicePasswords } from './commands/device-passwords.ts'
import { download } from './commands/download.ts'
import { exportFlights } from './commands/export.ts'
import { flights } from './commands/flights.ts'
import { importFiles } from './commands/import.ts'
import { listen } from './commands/listen.ts'
import { login } from './commands/login.ts'
import { logout } from './commands/logout.ts'
import { profiles } from './commands/profiles.ts'
import { trigger } from './commands/trigger.ts'
import { upload } from './commands/upload.ts'
import { validate } from './commands/validate.ts'
import { watch } from './commands/watch.ts'
import { webhooks } from './commands/webhooks.ts'
import { whoami } from './commands/whoami.ts'
import { verifyRanking } from './rankings/verify-ranking.ts'

export const commands: Record<string, Command> = {
  login,
  logout,
  whoami,
  profiles,
  upload,
  import: importFiles,
  validate,
  watch,
  flights,
  download,
  export: exportFlights,
  listen,
  trigger,
  webhooks,
  api,
  'verify-ranking': verifyRanking,
  'device-passwords': devicePasswords,
  completion: createCompletion(() => commands),
}
