// Texts that read as in English in another language, too: all others are translated, or a test fails.
import type { Language } from './preferences.ts'

export const sameAsEnglish: Record<Exclude<Language, 'en'>, readonly string[]> = {
  de: ['server.frame.api'],
  fr: ['server.frame.api', 'server.frame.site'],
  it: ['server.frame.api', 'web.shell.account'],
  es: ['server.frame.api'],
}
