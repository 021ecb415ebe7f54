// Users and their credentials for tests, made in the database as the features make them.
import { issueCredential } from '#server/access/credentials.ts'
import { type Auth, createAuth } from '#server/accounts/auth.ts'
import type { Scope } from '#contract/scopes.ts'
import { createId } from '#server/platform/ids.ts'
import type { TestServer } from './server.ts'

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
const auths = new WeakMap<object, Auth>()
let passwordHash: Promise<string> | undefined

/** Headers of a browser in which the user is signed in, on a page of this service. His password is TEST_PASSWORD. */
export async function signIn(
  { services, url }: TestServer,
  user: TestUser,
): Promise<{ cookie: string; origin: string }> {
  const auth = auths.get(services) ?? createAuth(services)
  auths.set(services, auth)
  passwordHash ??= auth.$context.then((context) => context.password.hash(TEST_PASSWORD))
  const [id, hash, now] = [createId(services.now()), await passwordHash, services.now()]
  await services.db.sql`
    insert into identities (id, user_id, provider_id, account_id, password, created_at, updated_at)
    values (${id}, ${user.id}, 'credential', ${user.id}, ${hash}, ${now}, ${now})
    on conflict (provider_id, account_id) do nothing`
  await services.db.sql`update users set email_verified = ${true} where id = ${user.id}`
  const { headers } = await auth.api.signInEmail({
    body: { email: user.email, password: TEST_PASSWORD },
    returnHeaders: true,
  })
  const cookie = headers.getSetCookie().map((line) => line.replace(/;.*/, ''))
  return { cookie: cookie.join('; '), origin: url }
}

/** A user and the headers of his browser. */
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
