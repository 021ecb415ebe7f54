import type { Message } from '#server/platform/mail/mail.ts'

/** To a user who has allowed a connected application to return them to another origin than before. */
export function newOriginMail(
  to: string,
  baseUrl: string,
  { name, origin, earlier }: { name: string; origin: string; earlier: readonly string[] },
): Message {
  return {
    to,
    subject: 'A connected app uses a new address on Cloudstreet',
    text:
      `You allowed "${name}" to return you to ${origin}. Until now it returned you to ${earlier.join(', ')}. ` +
      'If this was you and you trust the new address, you do not need to do anything.\n\n' +
      `If it was not you, disconnect the app: ${baseUrl}/app/account/connections\n` +
      `Then choose a new password: ${baseUrl}/forgot-password` +
      '\n\nCloudstreet\n',
  }
}
