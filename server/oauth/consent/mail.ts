import type { Message } from '#server/platform/mail/mail.ts'
import { emailsFor, type Reader, writeEmail } from '#server/platform/mail/write.ts'

/** To a user who has allowed a connected application to return them to another origin than before. */
export function newOriginMail(
  to: Reader,
  baseUrl: string,
  { name, origin, earlier }: { name: string; origin: string; earlier: readonly string[] },
): Message {
  const { subject, text } = emailsFor(to).newOrigin
  const connections = `${baseUrl}/app/settings/security#apps`
  return writeEmail(
    to,
    subject,
    text(name, origin, earlier.join(', '), connections, `${baseUrl}/forgot-password`),
  )
}
