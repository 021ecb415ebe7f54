// The mail to an owner whose webhook the service has disabled.
import type { Message } from '#server/platform/mail/mail.ts'
import { emailsFor, writeEmail } from '#server/platform/mail/write.ts'
import type { Services } from '#server/platform/services.ts'
import { type Notice, claimNotices } from '../store.ts'

const MAX_NOTICES_PER_RUN = 20

/** True when there may be more. The mail is queued in the transaction that claims the notices. */
export async function sendNotices({ config, db, mail }: Services): Promise<boolean> {
  const count = await db.transaction(async (sql) => {
    const notices = await claimNotices(sql, MAX_NOTICES_PER_RUN)
    for (const notice of notices) await mail.send(sql, writeNotice(config.baseUrl, notice))
    return notices.length
  })
  return count === MAX_NOTICES_PER_RUN
}

function writeNotice(baseUrl: string, notice: Notice): Message {
  const { subject, text } = emailsFor(notice).webhookDisabled
  return writeEmail(
    notice,
    subject,
    text(notice.url, notice.disabled_reason, `${baseUrl}/app/developers/webhooks`),
  )
}
