// Signing up and in by the pages, as a visitor does.
import { createUser, signIn } from './people.ts'
import type { TestServer } from './server.ts'
import type { Visitor } from './visitor.ts'

export const PASSWORD = 'nineteen nimble nimbus'

export async function signUp(visitor: Visitor, email: string, password = PASSWORD) {
  await visitor.open('/sign-up')
  return visitor.submit('/sign-up', { name: 'Nia Cumulus', email, password })
}

export async function enter(visitor: Visitor, email: string, password = PASSWORD, returnTo = '') {
  await visitor.open(`/sign-in${returnTo && `?return_to=${encodeURIComponent(returnTo)}`}`)
  return visitor.submit('/sign-in', { email, password })
}

export async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.open('/app/api/account')).status === 200
}

export async function createUserWithPassword(server: TestServer) {
  const user = await createUser(server)
  await signIn(server, user)
  return user
}
