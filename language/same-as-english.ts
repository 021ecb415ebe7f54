// Texts that read as in English in another language, too: all others are translated, or a test fails.
import type { Language } from './preferences.ts'

export const sameAsEnglish: Record<Exclude<Language, 'en'>, readonly string[]> = {
  de: [
    'server.frame.api',
    'web.account.export',
    'web.account.imperial',
    'web.account.name',
    'web.security.code',
    'web.security.log.operator_command',
    'web.security.passkey',
    'web.security.passkeyName',
  ],
  fr: [
    'server.frame.api',
    'server.frame.site',
    'web.account.club',
    'web.account.tabs.devices',
    'web.security.log.operator_command',
  ],
  it: [
    'server.frame.api',
    'web.account.club',
    'web.account.title',
    'web.security.log.operator_command',
    'web.security.passkey',
    'web.security.password',
    'web.shell.account',
  ],
  es: ['server.frame.api', 'web.account.club', 'web.security.log.operator_command'],
}
