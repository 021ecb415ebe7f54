// Every page of the accounts feature. All are rendered on the server and work without JavaScript.
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from './account-services.ts'
import { addPasswordResetPages, addVerificationPages } from './recovery/pages.ts'
import { addSignInPages, addSignUpPages } from './sign-in/pages.ts'
import { hiddenRoute } from './sign-in/visitor.ts'

export function addAccountPages(app: App, accounts: AccountServices): void {
  addSignInPages(app, accounts)
  addSignUpPages(app, accounts)
  addPasswordResetPages(app, accounts)
  addVerificationPages(app, accounts)
  redirectOldSettings(app)
  // Mail that is being sent when the service stops is still sent.
  app.addHook('onClose', () => accounts.background.drain())
}

/** Bookmarks of earlier releases lead to /settings. */
function redirectOldSettings(app: App): void {
  for (const path of ['/settings', '/settings/*'])
    app.get(path, hiddenRoute, async (_request, reply) => reply.redirect('/app/account', 301))
}
