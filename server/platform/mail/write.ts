// Emails in the language of their reader.
import type { Language } from '#language/preferences.ts'
import { textsIn } from '#language/server.ts'
import type { Message } from './mail.ts'

/** The language is the account's; without an account, that of the request. */
export interface Reader {
  email: string
  language: Language | null
}

export const emailsFor = ({ language }: Reader) => textsIn(language ?? 'en').emails

export function writeEmail({ email }: Reader, subject: string, text: string): Message {
  return { to: email, subject, text: `${text}\n\nCloudstreet\n` }
}
