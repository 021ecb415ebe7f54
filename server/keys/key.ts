// Creates personal API keys.
import type { CreatedKey, NewKey } from '#dashboard/keys.ts'
import { issueCredential } from '#server/access/credentials.ts'
import { type ByProved, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { keyCreatedMail } from './mail.ts'
import { countLiveKeys, findReader, lockUser } from './store.ts'

const MAX_LIVE_KEYS = 100

/** The only time that the key itself is returned. Its owner is told of it by mail. */
export async function createKey(
  { config, db, mail, now }: Pick<Services, 'config' | 'db' | 'mail' | 'now'>,
  userId: string,
  asked: NewKey,
  by: ByProved,
): Promise<CreatedKey> {
  const nowMs = now()
  const name = asked.name.trim()
  const days = asked.days ?? undefined
  const { id, secret } = await db.transaction(async (sql) => {
    await lockUser(sql, userId)
    if ((await countLiveKeys(sql, userId, nowMs)) >= MAX_LIVE_KEYS) throw tooManyKeys()
    await recordSecurityEvent(sql, nowMs, { ...by, userId, kind: 'key_created', subject: name })
    const owner = await findReader(sql, userId)
    if (owner) await mail.send(sql, keyCreatedMail(owner, config.baseUrl, name))
    const key = {
      kind: 'key',
      userId,
      name,
      scopes: [...new Set(asked.scopes)],
      ...(days === undefined ? {} : { expiresAt: nowMs + days * DAY_MS }),
    } as const
    return issueCredential(sql, nowMs, key, by.proved)
  })
  return { id, key: secret }
}

function tooManyKeys() {
  return invalidRequest(`You have ${MAX_LIVE_KEYS} live keys already; revoke one that you no longer use.`)
}
