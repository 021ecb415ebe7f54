// The dashboard's account endpoints, as its pages call them.
import type { Account } from '#contract/dashboard.ts'
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
