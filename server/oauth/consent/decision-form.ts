// Parts that the consent page and the device page show and read besides the decision itself.
import { type Scope, SIGN_IN_SCOPE } from '#contract/scopes.ts'
import { createFormToken, type Session, type SessionServices, SIGN_OUT } from '#server/access/session.ts'
import type { Form } from '#server/platform/http/forms.ts'

/** The line under the form: who decides, and how to sign out and come back. */
export function describeAccount(services: SessionServices, session: Session, returnTo: string) {
  return { email: session.email, signOutToken: createFormToken(services, session, SIGN_OUT), returnTo }
}

/** Signing in is what was asked for: it goes with whatever is allowed, and cannot be unticked. */
export function readTicked(asked: readonly Scope[], form: Form): Scope[] {
  const ticked = form.getAll('scope')
  return asked.filter((scope) => scope === SIGN_IN_SCOPE || ticked.includes(scope))
}
