// Users and their credentials for tests, made in the database as the features make them.
import { issueCredential } from '#server/access/credentials.ts'
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
