// Every page of the accounts feature.
import type { App } from '#server/platform/http/http.ts'
import type { AccountServices } from './account-services.ts'
import { addForgottenPasswordPages, addVerificationPages } from './recovery/pages.ts'
import { addSettingsPages } from './settings-pages.ts'
import { addSignInPages, addSignUpPages } from './sign-in/pages.ts'

export function addAccountPages(app: App, accounts: AccountServices): void {
  addSignInPages(app, accounts)
  addSignUpPages(app, accounts)
  addForgottenPasswordPages(app, accounts)
  addVerificationPages(app, accounts)
  addSettingsPages(app, accounts)
  // Mail that is under way when the service stops is still sent.
  app.addHook('onClose', () => accounts.background.settle())
}
