import type { Message } from '#server/platform/mail/mail.ts'

/** To the owner, whoever made the key: it acts for the account until it is revoked. */
export function keyCreatedMail(to: string, baseUrl: string, name: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet account has a new API key',
    text:
      `A key with the name "${name}" was created. Whoever has it can act for your account within its scopes. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, revoke the key: ${baseUrl}/app/developers/keys\n` +
      `Then choose a new password: ${baseUrl}/forgot-password` +
      '\n\nCloudstreet\n',
  }
}
