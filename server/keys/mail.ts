import type { Message } from '#server/platform/mail/mail.ts'

/** To the owner, no matter who made the key: it acts for the account until it is revoked. */
export function keyCreatedMail(to: string, baseUrl: string, name: string): Message {
  return {
    to,
    subject: 'Your Cloudstreet account has a new API key',
    text:
      `A key with the name "${name}" was created. Anyone who has it can act for your account within its scopes. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, revoke the key: ${baseUrl}/app/developers/keys\n` +
      `Then choose a new password: ${baseUrl}/forgot-password` +
      '\n\nCloudstreet\n',
  }
}

/** To the owner, no matter who added the device. */
export function deviceAddedMail(to: string, baseUrl: string, name: string): Message {
  return {
    to,
    subject: 'A device was added to your Cloudstreet account',
    text:
      `A device with the name "${name}" can now upload flights to your account, and do nothing else. ` +
      'If this was you, you do not need to do anything.\n\n' +
      `If it was not you, remove the device: ${baseUrl}/app/account/devices\n` +
      `Then choose a new password: ${baseUrl}/forgot-password` +
      '\n\nCloudstreet\n',
  }
}
