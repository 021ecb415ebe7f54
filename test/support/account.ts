// The dashboard's account endpoints, as its pages call them, and what they leave in the database.
import type { Account } from '#dashboard/account.ts'
import type { createSignedInUser } from './people.ts'
import type { TestServer } from './server.ts'

export type SignedIn = Awaited<ReturnType<typeof createSignedInUser>>

export function send(
  server: TestServer,
  { headers }: Pick<SignedIn, 'headers'>,
  method: string,
  path: string,
  body?: unknown,
) {
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return server.fetch(`/app/api${path}`, { method, headers: { ...headers, ...type }, ...json })
}

export async function readAccount(server: TestServer, person: Pick<SignedIn, 'headers'>): Promise<Account> {
  return (await (await send(server, person, 'GET', '/account')).json()) as Account
}

/** The rows of a user in the database. */
export async function countRows({ services }: TestServer, userId: string): Promise<Record<string, number>> {
  const { sql } = services.db
  const count = async (rows: Promise<{ count: number }[]>) => (await rows)[0]?.count ?? -1
  return {
    users: await count(sql`select count(*) as count from users where id = ${userId}`),
    sessions: await count(sql`select count(*) as count from sessions where user_id = ${userId}`),
    images: await count(sql`select count(*) as count from profile_images where user_id = ${userId}`),
    apps: await count(sql`select count(*) as count from totp_factors where user_id = ${userId}`),
    codes: await count(sql`select count(*) as count from recovery_codes where user_id = ${userId}`),
    passkeys: await count(sql`select count(*) as count from passkeys where user_id = ${userId}`),
    credentials: await count(sql`select count(*) as count from credentials where user_id = ${userId}`),
    flights: await count(sql`select count(*) as count from flights where owner_id = ${userId}`),
    links: await count(sql`select count(*) as count from one_time_secrets`),
  }
}

export async function countUsers({ services }: TestServer): Promise<number> {
  const [row] = await services.db.sql<{ count: number }>`select count(*) as count from users`
  return row?.count ?? -1
}

/** The page that reviews access, filled in with one choice for everything. */
export function chooseForAll({ text }: { text: string }, choice: 'keep' | 'end'): Record<string, string> {
  const names = [...text.matchAll(/type="radio" name="([^"]+)"/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name) => [name, choice]))
}
