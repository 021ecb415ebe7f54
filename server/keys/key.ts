// Creates personal API keys.
import { type CreatedKey, MAX_KEY_DAYS, type NewKey } from '#dashboard/keys.ts'
import { destructiveScopes, isScope, keyScopes, type Scope } from '#contract/scopes.ts'
import { issueCredential } from '#server/access/credentials.ts'
import { type By, recordSecurityEvent } from '#server/access/security-log/store.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import { DAY_MS } from '#server/platform/time.ts'
import { keyCreatedMail } from './mail.ts'
import { countLiveKeys, findUserEmail } from './store.ts'

const MAX_NAME_LENGTH = 100
const MAX_LIVE_KEYS = 100

/** Reads a request for a key; each field that does not fit gets its own sentence. */
export function readNewKey(body: unknown): NewKey {
  const asked = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const problems = [nameProblem(asked.name), daysProblem(asked.days), ...scopeProblems(asked.scopes)]
  const sentences = problems.filter((problem) => problem !== undefined)
  if (sentences.length > 0) throw invalidRequest(sentences.join(' '))
  return {
    name: (asked.name as string).trim(),
    days: isBlank(asked.days) ? null : (asked.days as number),
    scopes: [...new Set(asked.scopes as Scope[])],
  }
}

function nameProblem(name: unknown): string | undefined {
  if (typeof name !== 'string' || name.trim() === '') return 'The key needs a name.'
  if (name.trim().length > MAX_NAME_LENGTH) return `The name has more than ${MAX_NAME_LENGTH} characters.`
  if (/\p{Cc}/u.test(name)) return 'The name contains a control character.'
  return undefined
}

function daysProblem(days: unknown): string | undefined {
  if (isBlank(days)) return undefined
  if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= MAX_KEY_DAYS)
    return undefined
  return `The expiration is a whole number of days from 1 to ${MAX_KEY_DAYS}, or blank for none.`
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === ''
}

function scopeProblems(scopes: unknown): string[] {
  if (!Array.isArray(scopes) || scopes.length === 0) return ['The key needs at least one scope.']
  return [...new Set(scopes as unknown[])].flatMap((scope) => {
    if (typeof scope === 'string' && isScope(scope)) {
      if (keyScopes.includes(scope)) return []
      if (destructiveScopes.includes(scope)) return [`The scope ${scope} is destructive; no key may have it.`]
    }
    const name = JSON.stringify(scope).slice(0, 50)
    return [`The scope ${name} is not known; a key may have ${keyScopes.join(', ')}.`]
  })
}

/** The only time that the key itself is returned. Its owner is told of it by mail. */
export async function createKey(
  { config, db, mail, now }: Pick<Services, 'config' | 'db' | 'mail' | 'now'>,
  userId: string,
  asked: NewKey,
  by: By,
): Promise<CreatedKey> {
  const nowMs = now()
  const { id, secret } = await db.transaction(async (sql) => {
    if ((await countLiveKeys(sql, userId, nowMs)) >= MAX_LIVE_KEYS) throw tooManyKeys()
    const { name } = asked
    await recordSecurityEvent(sql, nowMs, { ...by, userId, kind: 'key_created', subject: name })
    const email = await findUserEmail(sql, userId)
    if (email !== undefined) await mail.send(sql, keyCreatedMail(email, config.baseUrl, name))
    return issueCredential(sql, nowMs, {
      kind: 'key',
      userId,
      name,
      scopes: asked.scopes,
      ...(asked.days === null ? {} : { expiresAt: nowMs + asked.days * DAY_MS }),
    })
  })
  return { id, key: secret }
}

function tooManyKeys() {
  return invalidRequest(`You have ${MAX_LIVE_KEYS} live keys already; revoke one that you no longer use.`)
}
