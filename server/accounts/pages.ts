// Every page of the accounts feature. All are rendered on the server and work without JavaScript.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import type { AccountServices } from './account-services.ts'
import { keepEmailLink } from './recovery/keep-email.ts'
import { undoFactorLink } from './recovery/undo-factor.ts'
import { declareUndoPages } from './recovery/undo-pages.ts'
import { undoSharingLink } from './recovery/undo-sharing.ts'
import { declarePasswordResetPages, declareVerificationPages } from './recovery/pages.ts'
import { declareReviewPages } from './recovery/review-pages.ts'
import { declarePreferencesForm } from './preferences.ts'
import { declarePasskeySignIn } from './sign-in/passkey-routes.ts'
import { declareSecondFactorStep } from './sign-in/second-factor-pages.ts'
import { declareSignInPages, declareSignUpPages } from './sign-in/pages.ts'

export function declareAccountPages(accounts: AccountServices): Operation[] {
  return [
    ...declareSignInPages(accounts),
    ...declareSecondFactorStep(accounts),
    ...declarePasskeySignIn(accounts),
    ...declareSignUpPages(accounts),
    ...declarePasswordResetPages(accounts),
    ...declareVerificationPages(accounts),
    ...declareUndoPages(accounts, keepEmailLink(accounts)),
    ...declareUndoPages(accounts, undoFactorLink(accounts)),
    ...declareUndoPages(accounts, undoSharingLink(accounts)),
    ...declareReviewPages(accounts),
    ...declarePreferencesForm(accounts),
    redirect('/settings', '/app/settings'),
    redirect('/settings/*', '/app/settings'),
    redirect('/second-factor', '/app/settings/security'),
  ]
}

/** Bookmarks and emails of earlier releases lead there. */
function redirect(from: `/${string}`, to: string): Operation {
  const respond = async (_request: FastifyRequest, reply: FastifyReply) => reply.redirect(to, 301)
  return operation({ route: `GET ${from}`, doors: { public: 'none' }, respond })
}
