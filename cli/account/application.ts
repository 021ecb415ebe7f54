// An application that acts for itself, by its id and secret: for its own events and webhooks.
import { createHash } from 'node:crypto'
import { clientCredentials, createClient } from '../../sdk/index.ts'
import type { Say } from './away.ts'
import { type AccountOptions, findBaseUrl, openAccount, type Signed } from './account.ts'

export type Opened = Signed & { isApplication: boolean }

/**
 * The application when its secret is in the environment, else the account. The secret is no option: options show in the
 * list of processes.
 */
export async function openEither(
  say: Say,
  clientId: string | undefined,
  options: AccountOptions = {},
): Promise<Opened> {
  const { CLOUDSTREET_CLIENT_SECRET: clientSecret, CLOUDSTREET_CLIENT_ID } = process.env
  if (!clientSecret && clientId === undefined)
    return { ...(await openAccount(say, options)), isApplication: false }
  const id = clientId ?? CLOUDSTREET_CLIENT_ID
  if (!clientSecret) throw new Error('The secret of the application is missing: CLOUDSTREET_CLIENT_SECRET.')
  if (!id) throw new Error('The id of the application is missing: --client-id or CLOUDSTREET_CLIENT_ID.')
  const { maxAttempts } = options
  const baseUrl = await findBaseUrl()
  const credential = clientCredentials({ baseUrl, clientId: id, clientSecret, scope: 'flights:read' })
  const key = createHash('sha256').update(`${baseUrl}\n${id}`).digest('hex').slice(0, 24)
  return {
    client: createClient({ baseUrl, credential, ...(maxAttempts && { maxAttempts }) }),
    account: { id: key, baseUrl, clientId: id, place: 'file' },
    isApplication: true,
  }
}
