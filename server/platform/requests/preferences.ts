// In which language, units and clock a page is to be written: as the account says, else a cookie, else the browser.
import type { FastifyRequest } from 'fastify'
import {
  type Choices,
  choosePreferences,
  type Preferences,
  readChoices,
  writeChoices,
} from '#language/preferences.ts'
import { type ServerTexts, textsIn } from '#language/server.ts'
import { readCookie } from './cookies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The choices of the account that is signed in; set where its session is found. */
    choices?: Choices
  }
}

const COOKIE = 'cloudstreet.preferences'
const MAX_AGE_SECONDS = 365 * 86_400

type Reading = Pick<FastifyRequest, 'choices' | 'headers'>

/** `author` is who has published the page, for readers who say nothing: the programs that make link previews. */
export function preferencesOf({ choices, headers }: Reading, author?: Choices): Preferences {
  const accepted = headers['accept-language']
  const asAuthor = /[a-z]/i.test(accepted ?? '') ? undefined : author
  return choosePreferences([choices, readBrowserChoices({ headers }), asAuthor], accepted)
}

/** The texts of a page or a form, in the reader's language. */
export const textsOf = (request: Reading): ServerTexts => textsIn(preferencesOf(request).language)

export function readBrowserChoices({ headers }: Pick<FastifyRequest, 'headers'>): Choices {
  return readChoices(readCookie(headers, COOKIE))
}

/** For pages without a sign-in. It says nothing about a person, so a script may read it, too. */
export function writePreferencesCookie(baseUrl: string, choices: Choices): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${writeChoices(choices)}; Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
}
