// The mail server takes a connection, and the password of SMTP_URL.
import type { Config } from '../config.ts'
import { verifyServer } from '../mail/transport.ts'
import { SECOND_MS } from '../time.ts'
import { act, type Check, well } from './check.ts'
import { withinTime } from './within-time.ts'

const TIMEOUT_MS = 10 * SECOND_MS

/** Not needed for requests: emails wait in the database, and are tried for three days. */
export function checkMail({ smtpUrl }: Pick<Config, 'smtpUrl'>): Check[] {
  if (smtpUrl === undefined) return []
  const refused = (cause: string) =>
    act(
      'The mail server takes no mail: confirmations and new passwords wait.',
      `Check SMTP_URL (${new URL(smtpUrl).host}), its user and password; emails that wait are then sent by themselves.`,
      cause,
    )
  const ask = () =>
    verifyServer(smtpUrl).then(
      () => well('The mail server answers.'),
      (error: unknown) => refused((error as Error).message),
    )
  const late = () => refused(`no answer within ${TIMEOUT_MS / 1000} s`)
  return [{ name: 'mail', isSlow: true, find: withinTime(ask, TIMEOUT_MS, late) }]
}
