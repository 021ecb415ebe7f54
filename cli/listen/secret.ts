// The secret with which this machine signs forwarded events: the same each time, a receiver is set up once.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readText, stateFolder, writeText } from '../account/places.ts'
import { UsageError } from '../command.ts'

export const signingSecretFile = join(stateFolder, 'signing-secret')

/** `given` is kept from now on; else the one that is kept, or a new one. */
export async function openSigningSecret(given: string | undefined): Promise<string> {
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(given))
    throw new UsageError('--secret must be whsec_ and base64, as a webhook has it.')
  const kept = (await readText(signingSecretFile))?.trim()
  if (given === undefined && kept) return kept
  const secret = given ?? `whsec_${randomBytes(32).toString('base64')}`
  if (secret !== kept) await writeText(signingSecretFile, `${secret}\n`)
  return secret
}
