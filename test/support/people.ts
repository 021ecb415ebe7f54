// Users and their credentials for tests, made in the database as the features make them.
import { randomBytes } from 'node:crypto'
import { writeSessionCookie } from '#server/accounts/auth/session-cookie.ts'
import type { Scope } from '#contract/scopes.ts'
import { createId } from '#server/platform/ids.ts'
import { hashCheaply } from './passwords/hashing.ts'
import type { TestServer } from './server.ts'
import { issueCredential } from './access/issuing.ts'

let count = 0

export interface TestUser {
  id: string
  email: string
}

export async function createUser({ services }: TestServer, name = 'Test Pilot'): Promise<TestUser> {
  const now = services.now()
  const user = { id: createId(now), email: `pilot-${++count}-${now}@example.org` }
  await services.db.sql`
    insert into users (id, email, name, created_at, updated_at) values (${user.id}, ${user.email}, ${name}, ${now}, ${now})`
  return user
}

export const TEST_PASSWORD = 'seventeen soaring swifts'
const CHEAP_HASH = hashCheaply(TEST_PASSWORD)
/** Hashed by scrypt: making one takes longer than most tests. */
const REAL_HASH =
  'f6788738928744430527dcdfe9386d90:327c8d229b9871ea11ce67c7e4439d2580d9d2c313eb9758553cf77ed9371e7f' +
  '0c99db478de377da83becb8fe25efd8993059ff9d214e495ffe61d29058ac9c0'

/** Headers of a browser in which the user is signed in, on a page of this service. The password is TEST_PASSWORD. */
export async function signIn(
  { services, url }: TestServer,
  user: TestUser,
): Promise<{ cookie: string; origin: string }> {
  const [now, token] = [services.now(), randomBytes(16).toString('hex')]
  const hash = services.passwordHashing ? CHEAP_HASH : REAL_HASH
  await services.db.sql`
    update users set email_verified = ${true}, password_hash = coalesce(password_hash, ${hash}) where id = ${user.id}`
  await services.db.sql`
    insert into sessions (id, token, user_id, created_at, updated_at, expires_at)
    values (${createId(now)}, ${token}, ${user.id}, ${now}, ${now}, ${now + 30 * 86_400_000})`
  const [cookie = ''] = writeSessionCookie(services, token).split(';')
  return { cookie, origin: url }
}

/** As after POST /app/api/account/confirm, in every session of the user. */
export async function confirmIdentity({ services }: TestServer, { id }: TestUser): Promise<void> {
  await services.db.sql`update sessions set proved_at = ${services.now()} where user_id = ${id}`
}

/** A user and the headers of a browser in which they are signed in. */
export async function createSignedInUser(
  server: TestServer,
  name?: string,
): Promise<{ user: TestUser; headers: { cookie: string; origin: string } }> {
  const user = await createUser(server, name)
  return { user, headers: await signIn(server, user) }
}

/** A personal key of the user: the Bearer secret. */
export async function createKey({ services }: TestServer, user: TestUser, scopes: Scope[]): Promise<string> {
  const { secret } = await issueCredential(services.db.sql, services.now(), {
    kind: 'key',
    userId: user.id,
    scopes,
    name: 'test',
  })
  return secret
}

export function bearer(secret: string): { authorization: string } {
  return { authorization: `Bearer ${secret}` }
}
