// The operator's commands for the keys that sign id_tokens.
import type { Options } from '#server/platform/options.ts'
import type { Services } from '#server/platform/services.ts'
import { listSigningKeys } from '../stores/signing-keys.ts'
import { replaceKeys, rotateKeys } from './keys.ts'

export async function listSigningKeysByOperator({ db, now }: Services): Promise<object> {
  const keys = await listSigningKeys(db.sql)
  const current = keys.findLast(({ signsFrom }) => signsFrom <= now())
  return {
    keys: keys.map((key) => ({
      kid: key.id,
      createdAt: new Date(key.createdAt).toISOString(),
      signsFrom: new Date(key.signsFrom).toISOString(),
      signsNow: key === current,
    })),
  }
}

/** With `--compromised` no key but the new one verifies anything, from now on. */
export async function rotateSigningKey(services: Services, options: Options): Promise<object> {
  if (options.has('compromised')) await replaceKeys(services)
  else await rotateKeys(services)
  return listSigningKeysByOperator(services)
}
