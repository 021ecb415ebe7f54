// Serves the language menu, which works without JavaScript, signed in or not.
import { byUser } from '#server/access/security-log/security-log.ts'
import { type Operation, operation } from '#server/access/operations/operation.ts'
import { clocks, languages, type Preferences, unitSystems } from '#language/preferences.ts'
import { requireSameSite } from '#server/access/session.ts'
import { invalidRequest } from '#server/platform/errors.ts'
import { readParameters } from '#server/platform/http/forms.ts'
import { readBrowserChoices, writePreferencesCookie } from '#server/platform/requests/preferences.ts'
import type { AccountServices } from './account-services.ts'
import { changeProfile } from './profile/change-profile.ts'
import { toReturnPath } from './sign-in/return-path.ts'

export function declarePreferencesForm(accounts: AccountServices): Operation[] {
  return [
    operation({
      route: 'POST /preferences',
      doors: { public: 'own' },
      respond: async (request, reply) => {
        requireSameSite(accounts, request)
        const form = readParameters(request.body)
        const choices = readForm(form)
        const session = await accounts.findSession(request.headers)
        if (session) await changeProfile(accounts, session.userId, choices, byUser(request))
        const cookie = writePreferencesCookie(accounts.config.baseUrl, {
          ...readBrowserChoices(request),
          ...choices,
        })
        return reply.header('set-cookie', cookie).redirect(toReturnPath(form.get('return_to')), 303)
      },
    }),
  ]
}

function readForm(form: ReadonlyMap<string, string>): Partial<Preferences> {
  const read = <Value extends string>(name: string, values: readonly Value[]): Value | undefined => {
    const text = form.get(name)
    const value = values.find((one) => one === text)
    if (text !== undefined && value === undefined)
      throw invalidRequest(`The field ${name} is one of ${values.join(', ')}.`)
    return value
  }
  const choices = {
    language: read('language', languages),
    units: read('units', unitSystems),
    clock: read('clock', clocks),
  }
  return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
}
