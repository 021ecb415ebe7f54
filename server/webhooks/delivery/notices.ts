// The mail that tells an owner that the service has disabled a webhook.
import type { Services } from '#server/platform/services.ts'
import { type Notice, takeNotices } from '../store.ts'

const NOTICES_AT_ONCE = 20

/** True when there may be more. The letter and the mark that it is written are one transaction. */
export async function sendNotices({ config, db, mail }: Services): Promise<boolean> {
  const count = await db.transaction(async (sql) => {
    const notices = await takeNotices(sql, NOTICES_AT_ONCE)
    for (const notice of notices) await mail.send(sql, writeNotice(config.baseUrl, notice))
    return notices.length
  })
  return count === NOTICES_AT_ONCE
}

function writeNotice(baseUrl: string, notice: Notice) {
  return {
    to: notice.email,
    subject: 'A webhook of yours was disabled',
    text:
      `Cloudstreet no longer sends events to ${notice.url}: ${notice.disabled_reason}.\n\n` +
      'When the receiver works again, enable the webhook and replay what it missed; events are kept for 30 days:\n' +
      `${baseUrl}/app/developers/webhooks\n`,
  }
}
