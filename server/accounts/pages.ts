// Every page of the accounts feature. All are rendered on the server and work without JavaScript.
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from './account-services.ts'
import { addKeepEmailPages } from './recovery/keep-email-pages.ts'
import { addUndoFactorPages } from './recovery/undo-factor-pages.ts'
import { addPasswordResetPages, addVerificationPages } from './recovery/pages.ts'
import { addReviewPages } from './recovery/review-pages.ts'
import { addPreferencesForm } from './preferences.ts'
import { addSecondFactorPages } from './second-factor/pages.ts'
import { addPasskeySignIn } from './sign-in/passkey-routes.ts'
import { addSecondFactorStep } from './sign-in/second-factor-pages.ts'
import { addSignInPages, addSignUpPages } from './sign-in/pages.ts'
import { hiddenRoute } from './sign-in/visitor.ts'

export function addAccountPages(app: App, accounts: AccountServices): void {
  addSignInPages(app, accounts)
  addSecondFactorStep(app, accounts)
  addPasskeySignIn(app, accounts)
  addSecondFactorPages(app, accounts)
  addSignUpPages(app, accounts)
  addPasswordResetPages(app, accounts)
  addVerificationPages(app, accounts)
  addKeepEmailPages(app, accounts)
  addUndoFactorPages(app, accounts)
  addReviewPages(app, accounts)
  addPreferencesForm(app, accounts)
  redirectOldSettings(app)
}

/** Bookmarks of earlier releases lead to /settings. */
function redirectOldSettings(app: App): void {
  for (const path of ['/settings', '/settings/*'])
    app.get(path, hiddenRoute, async (_request, reply) => reply.redirect('/app/account', 301))
}
